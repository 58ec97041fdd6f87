"""Does each written table show what was registered, and has the flip moved the numbers by exactly its transform?"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from counterproof.construct.tables.measure import measure_table
from counterproof.construct.verify import NULL_TOLERANCE, ROUNDING
from counterproof.domain.finding import BlockResult, Verification
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.tolerance import Target, interval
from counterproof.domain.truth import AskedValue, Values, flipped, value_text
from counterproof.domain.variant import Variant
from counterproof.evidence.numeric import Analysed
from counterproof.evidence.process import Runner

FINER = 100
"""A hundredth of the tolerance is the most by which numbers may differ that should be equal."""


def verify_tables(
    variants: Sequence[Variant],
    registration: TableRegistration,
    *,
    work: Path,
    study: Path,
    run: Runner,
) -> tuple[Verification, ...]:
    """One verdict per variant, each from the re-opened file, by the registered analysis in a process of its own.

    `original` and `null` must give the key, `flip` its transform, the withdrawn ones neither. Beside that, `null` must
    give the numbers of `original`, and `flip` their exact transform, to 1e-6 and to a hundredth of the tolerance: an
    edit that is not the registered one is caught also where the tolerance would let it pass. An analysis that fails
    verifies nothing.
    """
    measured = {
        variant.name: measure_table(work / variant.path, registration, study=study, run=run) for variant in variants
    }
    found = {str(name): one[0] for name, one in measured.items()}
    return tuple(_verdict(variant, measured[variant.name][1], registration, found) for variant in variants)


def _verdict(
    variant: Variant, result: BlockResult, registration: TableRegistration, found: Mapping[str, Analysed]
) -> Verification:
    expected = registration.supported[variant.name]
    own = found[variant.name]
    reason = f"the reference analysis failed: {own.reason}" if own.failed else _unexpected(result, expected)
    if reason is None and variant.name in ("null", "flip"):
        reason = _moved_otherwise(variant.name, own, found["original"], registration)
    return Verification(
        item=variant.item,
        variant=variant.name,
        expected=expected,
        passed=reason is None,
        reason=reason,
        blocks=(result,),
    )


def _unexpected(result: BlockResult, expected: str | None) -> str | None:
    if result.supported == expected:
        return None
    numbers = ", ".join(
        f"{name} {'undefined' if value is None else value_text(value)}" for name, value in result.values.items()
    )
    wanted = f"{expected} was registered" if expected else "none was registered"
    return f"the table supports {result.supported or 'no registered answer'} ({numbers}) where {wanted}"


def _moved_otherwise(name: str, own: Analysed, original: Analysed, registration: TableRegistration) -> str | None:
    if own.values is None or original.values is None:
        return f"{name} or original has no numbers to compare"
    wanted: Values | None = original.values if name == "null" else flipped(original.values, registration.truth)
    if wanted is None:
        return "the original's numbers have no image under the registered transform"
    for field, value in own.values.items():
        # A position of 65 million to one part in a million is 65 base pairs: more than its tolerance may be.
        asked = registration.asked[field]
        room = _room(wanted[field], asked) / FINER
        relative = NULL_TOLERANCE * max(abs(value), abs(wanted[field]))
        # Of a number that is 0 any change is a large share; the tolerance tells the scale of what rounding leaves.
        rounding = max(ROUNDING, NULL_TOLERANCE * room)
        if abs(value - wanted[field]) > max(rounding, min(room, relative) if room else relative):
            what = "moved from" if name == "null" else "is not the transform of the original's,"
            return f"{field} {what} {value_text(wanted[field])}: it is {value_text(value)}"
    return None


def _room(truth: float, asked: AskedValue) -> float:
    low, high = interval(Target(truth=truth, tolerance=asked.tolerance))
    return min(truth - low, high - truth)
