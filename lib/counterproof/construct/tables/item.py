"""One table item from its source to its verified variants."""

from pathlib import Path

from counterproof import __version__
from counterproof.construct.item import Fault, fault_of
from counterproof.construct.tables.build import build_tables
from counterproof.construct.tables.leaks.registry import audit_table_leaks
from counterproof.construct.tables.measure import measure_frame
from counterproof.construct.tables.verify import verify_tables
from counterproof.domain.construction import Construction
from counterproof.domain.finding import LeakCheck, Screening, Verification
from counterproof.domain.problem import InputError
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.truth import moved, values_text
from counterproof.domain.variant import Variant
from counterproof.evidence.process import Runner
from counterproof.evidence.runner import Started
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.read import read_table
from counterproof.store.layout import Layout


def construct_table(path: Path, registration: TableRegistration, layout: Layout, *, started: Started) -> Construction:
    """Screen one item on its source table; if that decides it, build, verify and leak-check its variants.

    Raises
    ------
    InputError
        If the source is not what its schema says, or the reference analysis not what was registered.
    """
    source = read_table(path, registration.source)
    run = started.run
    screening = screen_table(source, registration, study=layout.study, run=run)
    variants: tuple[Variant, ...] = ()
    verifications: tuple[Verification, ...] = ()
    leaks: tuple[LeakCheck, ...] = ()
    fault: Fault | None
    if screening.decision == "decidable":
        try:
            variants = build_tables(source, registration, layout)
        except InputError as error:
            # One item whose edit this table does not allow must not end the study.
            fault = Fault("edit impossible", "; ".join(f"{one.wrong} ({one.seen})" for one in error.problems))
        else:
            verifications = verify_tables(variants, registration, work=layout.work, study=layout.study, run=run)
            leaks = audit_table_leaks(variants, registration, work=layout.work, source=source)
            fault = fault_of(verifications, leaks, after_withdrawal="withdraw not verified")
    else:
        fault = Fault(screening.reason or "undefined", screening.detail)
    return Construction(
        item=registration.item,
        excluded=fault.reason if fault else None,
        detail=fault.detail if fault else "",
        registration=registration,
        screening=screening,
        variants=variants,
        verifications=verifications,
        leaks=leaks,
        analysis_sandbox=started.sandbox,
        version=__version__,
    )


def screen_table(source: Frame, registration: TableRegistration, *, study: Path, run: Runner) -> Screening:
    """Whether the source table decides the item for its key, and the flip moves the truth far enough to be seen."""
    found, result = measure_frame(source, registration, study=study, run=run)
    fault = None
    if not moved(registration.key_values, registration.flip_values, registration.asked):
        detail = (
            f"from {registration.key} to {registration.flip_to}: at most twice the tolerance, a constant would pass"
        )
        fault = Fault("flip too small", detail)
    elif found.failed:
        fault = Fault("analysis failed", found.reason)
    elif found.values is None:
        fault = Fault("undefined", found.reason)
    elif result.supported != registration.key:
        fault = Fault(
            "key not supported", f"the key is {registration.key}, the table gives {values_text(found.values)}"
        )
    return Screening(
        item=registration.item,
        decision="excluded" if fault else "decidable",
        reason=fault.reason if fault else None,
        detail=fault.detail if fault else "",
        blocks=(result,),
    )
