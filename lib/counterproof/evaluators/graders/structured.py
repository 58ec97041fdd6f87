"""Whether answers on edited data are the edited answers on the original: every number follows as its truth does."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from counterproof.domain.record import Record
from counterproof.domain.tolerance import Absolute, Bounds, Relative, Target, interval, within
from counterproof.domain.truth import AskedValue, FieldImage, Values, flipped, moved


class Consistency(Record):
    """Share of pairs whose flipped answer is the transformed original one, in [0, 1]; null with a reason.

    `rerun` is the share of pairs of original answers that agree at the same tolerance, null below two of them.
    """

    value: float | None
    rerun: float | None
    n_pairs: int
    reason: str | None = None


def structured_consistency(
    original: Sequence[Values | None],
    after: Sequence[Values | None],
    *,
    asked: Mapping[str, AskedValue],
    truth: Mapping[str, FieldImage],
) -> Consistency:
    """Agreement of flipped answers with transformed original ones over all pairs of replicates (SPEC section 2).

    The tolerance is that around the flip's truth; `rerun` uses the same.

    Parameters
    ----------
    original, after
        One answer a replicate; null where there was none, which agrees with nothing.

    Returns
    -------
    Consistency
        Null where the flip moves no number by more than twice its tolerance: a constant answer would pass.
    """
    key = {name: field.key for name, field in asked.items()}
    flip = flipped(key, truth)
    if flip is None:
        return Consistency(value=None, rerun=None, n_pairs=0, reason="the key has no image under the transform")
    room = {name: _room(flip[name], field.tolerance) for name, field in asked.items()}
    rerun = _rerun(original, room)
    if not moved(key, flip, asked):
        reason = "the flip moves no number by more than twice its tolerance: a constant answer would pass"
        return Consistency(value=None, rerun=rerun, n_pairs=0, reason=reason)
    pairs = [(before, later) for before in original for later in after]
    if not pairs:
        return Consistency(value=None, rerun=rerun, n_pairs=0, reason="no pair of answers")
    agreed = [
        before is not None and later is not None and _agree(flipped(before, truth), later, room)
        for before, later in pairs
    ]
    return Consistency(value=sum(agreed) / len(agreed), rerun=rerun, n_pairs=len(pairs))


def _rerun(original: Sequence[Values | None], room: Mapping[str, Bounds]) -> float | None:
    pairs = list(combinations(original, 2))
    near = [one is not None and other is not None and _agree(one, other, room) for one, other in pairs]
    return sum(near) / len(near) if near else None


def _agree(expected: Values | None, found: Values, room: Mapping[str, Bounds]) -> bool:
    return expected is not None and all(
        within(found[name], target=Target(truth=expected[name], tolerance=bounds)) for name, bounds in room.items()
    )


def _room(truth: float, tolerance: Absolute | Relative | Bounds) -> Bounds:
    """Distances below and above, the same wherever the answer lies."""
    around = truth if isinstance(tolerance, Relative) else 0
    low, high = interval(Target(truth=around, tolerance=tolerance))
    return Bounds(lower=around - low, upper=high - around)
