"""One item from its source file to its verified variants."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from counterproof import __version__
from counterproof.construct.build import build, known_cells
from counterproof.construct.leaks.registry import audit_leaks
from counterproof.construct.predictability import predictability
from counterproof.construct.screen import screen
from counterproof.construct.verify import verify
from counterproof.domain.construction import Construction
from counterproof.domain.finding import LeakCheck, Predictability, Verification
from counterproof.domain.problem import InputError
from counterproof.domain.registration import Registration
from counterproof.domain.variant import Variant
from counterproof.matter.h5ad import H5ad, open_h5ad
from counterproof.store.layout import Layout

NEEDED = ("original", "null", "withdraw", "flip")


class Fault(NamedTuple):
    """What excludes an item whose variants were written."""

    reason: str
    detail: str


def construct_item(path: Path, registration: Registration, layout: Layout) -> Construction:
    """Screen one item on its source file; if that decides it, build, verify and leak-check its variants."""
    screening = screen(path, registration)
    variants: tuple[Variant, ...] = ()
    verifications: tuple[Verification, ...] = ()
    leaks: tuple[LeakCheck, ...] = ()
    told: tuple[Predictability, ...] = ()
    packed: bool | None = None
    fault: Fault | None
    if screening.decision == "decidable":
        try:
            source = _source(path, path.stat().st_mtime_ns)
            variants, packed = build(source, registration, layout), source.packed
            verifications = verify(variants, registration, work=layout.work)
        except InputError as error:
            # One item whose edit these data do not allow must not end the study.
            fault = Fault("edit impossible", "; ".join(problem.wrong for problem in error.problems))
        else:
            cells = {one.name: known_cells(source, registration, one.name) for one in variants}
            leaks = audit_leaks(variants, registration, work=layout.work, source=path, cells=cells)
            told = predictability(variants, registration, work=layout.work)
            fault = fault_of(verifications, leaks, after_withdrawal="second answer")
    else:
        fault = Fault(screening.reason or "undefined", screening.detail)
    return Construction(
        item=registration.item,
        excluded=fault.reason if fault else None,
        detail=fault.detail if fault else "",
        registration=registration,
        screening=screening,
        variants=variants,
        packed=packed,
        verifications=verifications,
        leaks=leaks,
        predictability=told,
        version=__version__,
    )


def undecided_item(path: Path, registration: Registration, *, question: str) -> Construction:
    """An item whose author must decide something first: screened, and excluded until then."""
    screening = screen(path, registration)
    excluded = screening.decision == "excluded"
    return Construction(
        item=registration.item,
        excluded=screening.reason if excluded else "leak",
        detail=screening.detail if excluded else question,
        registration=registration,
        screening=screening,
        version=__version__,
    )


def fault_of(
    verifications: Iterable[Verification], leaks: Iterable[LeakCheck], *, after_withdrawal: str
) -> Fault | None:
    """The first thing that excludes an item whose variants were written; null where nothing does.

    `after_withdrawal` is the reason where the withdrawn file still supports an answer.
    """
    for verdict in verifications:
        if not verdict.passed and verdict.variant in NEEDED:
            reason = after_withdrawal if verdict.variant == "withdraw" else f"{verdict.variant} not verified"
            return Fault(reason, verdict.reason or "")
    for leak in leaks:
        if not leak.passed:
            return Fault("leak", f"{leak.check}: {leak.evidence}")
    return None


@lru_cache(maxsize=2)
def _source(path: Path, _modified: int) -> H5ad:
    """The source, opened once for all items on it: its tables and small blocks are in memory."""
    return open_h5ad(path)
