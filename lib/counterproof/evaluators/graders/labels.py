"""Sets of labels, compared by Jaccard's index."""

from typing import Literal

from pydantic import Field, JsonValue, field_validator

from counterproof.domain.record import Record
from counterproof.evaluators.graders.path import at
from counterproof.evaluators.graders.verdict import Component, Verdict, failed

SLACK = 1e-9
"""A share of two small whole numbers equals its threshold when it comes this near: 2/3 against 0.6666666666."""


class LabelGrader(Record):
    """The true labels and the smallest Jaccard index that passes, in (0, 1].

    Labels are compared as written (the vocabulary is controlled), without edge blanks; `any_case` forgives case.
    `field` null stands for the one list that the answer has.
    """

    type: Literal["label_set_jaccard"] = "label_set_jaccard"
    labels: tuple[str, ...] = Field(min_length=1)
    threshold: float = Field(default=0.9, gt=0, le=1)
    field: str | None = None
    any_case: bool = False

    @field_validator("labels")
    @classmethod
    def _named(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if any(not label.strip() for label in value):
            msg = "a true label is blank"
            raise ValueError(msg)
        return value


def grade_labels(answer: JsonValue, *, grader: LabelGrader) -> Verdict:
    """Passed when the Jaccard index of the answer's labels and the true ones reaches the threshold; it is the score."""
    said, fault = names_in(answer, field=grader.field)
    if fault:
        return failed(fault)
    given, true = _spelled(said, grader), _spelled(grader.labels, grader)
    index = len(given & true) / len(given | true)
    passed = index >= grader.threshold - SLACK
    missing, extra = sorted(true - given), sorted(given - true)
    reason = f"Jaccard {index:.3f}, {grader.threshold:.3f} needed; missing {missing}, extra {extra}"
    part = Component(name="jaccard", passed=passed, score=index, reason=reason)
    return Verdict(passed=passed, score=index, components=(part,), reason="" if passed else reason)


def names_in(answer: JsonValue, *, field: str | None) -> tuple[tuple[str, ...], str]:
    """The names of a list in an answer, or what is wrong with it. Without a field, the answer's only list is meant."""
    there, value = at(answer, field) if field else _only_list(answer)
    if not there:
        return (), f"no field {field!r}" if field else "the answer has no list, or several"
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        return (), f"a list of names is asked for, got {value!r}"
    return tuple(entry.strip() for entry in value if isinstance(entry, str)), ""


def _only_list(answer: JsonValue) -> tuple[bool, JsonValue]:
    if isinstance(answer, list):
        return True, answer
    lists = [value for value in answer.values() if isinstance(value, list)] if isinstance(answer, dict) else []
    return len(lists) == 1, lists[0] if len(lists) == 1 else None


def _spelled(names: tuple[str, ...], grader: LabelGrader) -> frozenset[str]:
    return frozenset(name.strip().casefold() if grader.any_case else name.strip() for name in names)
