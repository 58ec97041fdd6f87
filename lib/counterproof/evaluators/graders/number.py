"""Named numbers, each within a tolerance of its truth."""

from typing import Literal

from pydantic import Field, JsonValue

from counterproof.domain.record import Record
from counterproof.domain.tolerance import Number, Target, interval, within
from counterproof.evaluators.extract.found import Passage
from counterproof.evaluators.extract.quantity import number_of
from counterproof.evaluators.graders.path import at
from counterproof.evaluators.graders.verdict import Component, Verdict, all_of, failed


class NumberGrader(Record):
    """The true value and tolerance of each field; every field must pass."""

    type: Literal["numeric_tolerance"] = "numeric_tolerance"
    targets: dict[str, Target] = Field(min_length=1)


def grade_numbers(answer: JsonValue, *, grader: NumberGrader) -> Verdict:
    """Passed when every field lies within its tolerance; the score is the share of fields that do.

    A field that is missing, null, a truth value or no number fails; a string is read as strictly as agents' text is.
    """
    if not isinstance(answer, dict):
        return failed(f"an object of numbers is asked for, got {_kind(answer)}")
    return all_of(tuple(_component(name, answer, target) for name, target in grader.targets.items()))


def number_in(value: JsonValue) -> tuple[Number | None, str]:
    """The number that a value holds, or null and why it holds none."""
    read = number_of(value, unit=None, passage=Passage(source="answer_file", text=""), span=(0, 0))
    if read.status == "answered" and isinstance(read.value, int | float) and "percent" not in read.flags:
        return read.value, ""
    return None, read.reason or f"{value!r} is percent"


def _component(name: str, answer: JsonValue, target: Target) -> Component:
    found, value = at(answer, name)
    if not found:
        return Component(name=name, passed=False, score=0.0, reason="missing")
    number, fault = number_in(value)
    if number is None:
        return Component(name=name, passed=False, score=0.0, reason=fault)
    low, high = interval(target)
    passed = within(number, target=target)
    reason = f"{number} {'lies in' if passed else 'is outside'} [{low:.10g}, {high:.10g}] (truth {target.truth})"
    return Component(name=name, passed=passed, score=float(passed), reason=reason)


def _kind(answer: JsonValue) -> str:
    return "nothing" if answer is None else type(answer).__name__
