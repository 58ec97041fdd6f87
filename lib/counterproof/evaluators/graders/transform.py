"""Whether an answer on edited data is the edited answer on the original data."""

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from pydantic import model_validator

from counterproof.domain.record import Record
from counterproof.domain.tolerance import Absolute, Bounds, Limit, Number, Target, interval, within
from counterproof.domain.transform import Transform, image


class TransformGrader(Record):
    """The transform that the edit makes of the truth, with the grader's own target on the original data."""

    type: Literal["transform_consistency"] = "transform_consistency"
    transform: Transform
    target: Target

    @model_validator(mode="after")
    def _has_an_image(self) -> "TransformGrader":
        wrong = ""
        if image(self.target.truth, transform=self.transform) is None:
            wrong = f"the truth {self.target.truth} has no image under {self.transform.kind}"
        elif isinstance(self.target.tolerance, Limit):
            wrong = "a limit has no truth to be transformed: state a tolerance around the truth"
        if wrong:
            raise ValueError(wrong)
        return self


class Consistency(Record):
    """Share of pairs whose flipped answer is the transformed original one, in [0, 1]; null with a reason.

    `rerun` is the share of pairs of original answers that agree at the same tolerance, null below two of them.
    """

    value: float | None
    rerun: float | None
    n_pairs: int
    reason: str | None = None


def transform_consistency(
    original: Sequence[Number | None], flipped: Sequence[Number | None], *, grader: TransformGrader
) -> Consistency:
    """Agreement of flipped answers with transformed original ones over all pairs of replicates (SPEC section 2).

    Parameters
    ----------
    original, flipped
        One answer a replicate; null where there was none, which agrees with nothing.

    Returns
    -------
    Consistency
        Null where the truth moves by at most twice the tolerance: an agent that answers a constant would pass.
    """
    room = _tolerance(grader)
    rerun = _rerun(original, room)
    truth = grader.target.truth
    moved = abs(_image_of_truth(grader) - truth)
    widest = max(room.lower, room.upper)
    if moved <= 2 * widest:
        reason = f"the truth moves by {moved:g}, at most twice the tolerance {widest:g}: a constant answer would pass"
        return Consistency(value=None, rerun=rerun, n_pairs=0, reason=reason)
    pairs = [(before, after) for before in original for after in flipped]
    if not pairs:
        return Consistency(value=None, rerun=rerun, n_pairs=0, reason="no pair of answers")
    agreed = [_agrees(before, after, grader, room) for before, after in pairs]
    return Consistency(value=sum(agreed) / len(agreed), rerun=rerun, n_pairs=len(pairs))


def _agrees(before: Number | None, after: Number | None, grader: TransformGrader, room: Bounds) -> bool:
    expected = None if before is None else image(before, transform=grader.transform)
    return expected is not None and after is not None and within(after, target=Target(truth=expected, tolerance=room))


def _rerun(original: Sequence[Number | None], room: Bounds) -> float | None:
    pairs = list(combinations(original, 2))
    near = [
        one is not None and other is not None and within(other, target=Target(truth=one, tolerance=room))
        for one, other in pairs
    ]
    return sum(near) / len(near) if near else None


def _image_of_truth(grader: TransformGrader) -> float:
    moved = image(grader.target.truth, transform=grader.transform)
    if moved is None:
        msg = f"the truth {grader.target.truth} has no image: check the grader"
        raise ValueError(msg)
    return moved


def _tolerance(grader: TransformGrader) -> Bounds:
    """Distances below and above, as the grader allows them around the transformed truth."""
    moved = _image_of_truth(grader)
    tolerance = grader.target.tolerance
    if isinstance(tolerance, Absolute | Bounds):
        low, high = interval(Target(truth=0, tolerance=tolerance))
        return Bounds(lower=-low, upper=high)
    low, high = interval(Target(truth=moved, tolerance=tolerance))
    return Bounds(lower=moved - low, upper=high - moved)
