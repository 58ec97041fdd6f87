"""A distribution over labels, each share within a tolerance of its truth."""

from typing import Literal

from pydantic import Field, JsonValue, field_validator

from counterproof.domain.record import Record
from counterproof.domain.tolerance import Absolute, Target, within
from counterproof.evaluators.graders.number import number_in
from counterproof.evaluators.graders.path import at
from counterproof.evaluators.graders.verdict import Component, Verdict, all_of, failed


class DistributionGrader(Record):
    """The true share of each label, the tolerance of each in the same unit, and the whole where it is asked for.

    A label that the truth does not have counts as one with share 0.
    """

    type: Literal["distribution_comparison"] = "distribution_comparison"
    shares: dict[str, float] = Field(min_length=1)
    tolerance: Absolute = Absolute(value=3)
    total: Target | None = None
    field: str = "cell_type_distribution"
    total_field: str = "total_cells"

    @field_validator("shares")
    @classmethod
    def _shares(cls, value: dict[str, float]) -> dict[str, float]:
        wrong = [label for label, share in value.items() if share < 0]
        if wrong:
            msg = f"the share of {wrong[0]!r} is negative: {value[wrong[0]]}"
            raise ValueError(msg)
        return value


def grade_distribution(answer: JsonValue, *, grader: DistributionGrader) -> Verdict:
    """Passed when the total and every share lie within tolerance; the score is the share of these that do.

    Shares on another scale (fractions for percent) are not rescaled: they fail, and the reason says so.
    """
    there, said = at(answer, grader.field)
    if not there or not isinstance(said, dict):
        return failed(f"no object {grader.field!r}" if not there else f"{grader.field!r} is not an object: {said!r}")
    labels = dict.fromkeys([*grader.shares, *said])
    parts = [_share(label, said, grader) for label in labels]
    if grader.total:
        parts.append(_number(grader.total_field, at(answer, grader.total_field), grader.total))
    verdict = all_of(tuple(parts))
    scale = "" if verdict.passed else _other_scale(said, grader)
    return verdict.model_copy(update={"reason": verdict.reason + scale})


def _share(label: str, said: dict[str, JsonValue], grader: DistributionGrader) -> Component:
    target = Target(truth=grader.shares.get(label, 0.0), tolerance=grader.tolerance)
    part = _number(label, (label in said, said.get(label)), target)
    value, _ = number_in(said.get(label))
    if value is not None and value < 0:
        return part.model_copy(update={"passed": False, "score": 0.0, "reason": f"{value} is negative"})
    return part


def _number(name: str, found: tuple[bool, JsonValue], target: Target) -> Component:
    there, said = found
    value, fault = number_in(said) if there else (None, "missing")
    if value is None:
        return Component(name=name, passed=False, score=0.0, reason=fault)
    passed = within(value, target=target)
    return Component(name=name, passed=passed, score=float(passed), reason=f"{value} against {target.truth}")


def _other_scale(said: dict[str, JsonValue], grader: DistributionGrader) -> str:
    numbers = [number_in(value)[0] for value in said.values()]
    total, true = sum(number or 0 for number in numbers), sum(grader.shares.values())
    near = abs(total * 100 - true) <= true / 20 or abs(total / 100 - true) <= true / 20
    return f" (the shares sum to {total:.3g}, the true ones to {true:.3g}: another scale?)" if near else ""
