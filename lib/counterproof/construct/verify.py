"""Does each written file show what was registered, and nothing to the contrary?"""

from collections.abc import Sequence
from pathlib import Path

from counterproof.construct.measure import measure
from counterproof.domain.finding import BlockResult, Verification
from counterproof.domain.registration import Registration
from counterproof.domain.variant import DataVariantName, Variant

NULL_TOLERANCE = 1e-6
"""Largest relative change of a statistic that a mere reordering of cells and genes may cause (float64 sums)."""
ROUNDING = 1e-12
"""What such sums leave of a difference that is none: of 0 any change is a large share."""


def verify(variants: Sequence[Variant], registration: Registration, *, work: Path) -> tuple[Verification, ...]:
    """One verdict per variant, each from the re-opened file.

    The registered block, and every block of raw counts, must support exactly the registered answer; no other block may
    support another one; `null` must give the statistic of `original` to 1e-6, relative. A block of no known class that
    no item asks about is not measured: its result says so, and nothing is claimed of it.
    """
    found = {variant.name: measure(work / variant.path, registration) for variant in variants}
    return tuple(
        verdict(variant.name, found[variant.name], registration, original=found["original"]) for variant in variants
    )


def verdict(
    name: DataVariantName,
    blocks: tuple[BlockResult, ...],
    registration: Registration,
    *,
    original: tuple[BlockResult, ...],
) -> Verification:
    """Whether the blocks of one variant show what was registered for it; `original` are those of the untouched one."""
    expected = registration.supported[name]
    reason = _unexpected(blocks, expected)
    if reason is None and name == "null":
        reason = _moved(blocks, original)
    return Verification(
        item=registration.item,
        variant=name,
        expected=expected,
        passed=reason is None,
        reason=reason,
        blocks=blocks,
    )


def _unexpected(blocks: tuple[BlockResult, ...], expected: str | None) -> str | None:
    for place, result in enumerate(blocks):
        strict = place == 0 or result.block_class == "counts"
        if result.supported != expected and (strict or result.supported is not None):
            wanted = f"{expected} was registered" if expected else "none was registered"
            return f"block {result.block} supports {result.supported or 'no option'} where {wanted}"
    return None


def _moved(blocks: tuple[BlockResult, ...], original: tuple[BlockResult, ...]) -> str | None:
    for now, before in zip(blocks, original, strict=True):
        for letter, value in before.values.items():
            new = now.values[letter]
            if (value is None) != (new is None) or (value is not None and new is not None and _differ(value, new)):
                return f"block {now.block}: option {letter} moved from {value} to {new}"
    return None


def _differ(value: float, new: float) -> bool:
    return abs(new - value) > max(ROUNDING, NULL_TOLERANCE * max(abs(value), abs(new)))
