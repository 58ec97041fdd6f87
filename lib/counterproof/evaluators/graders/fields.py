"""Several graders on one answer: all must pass, or enough of them, and some that must never fail."""

from typing import Annotated, Literal

from pydantic import Field, JsonValue, model_validator

from counterproof.domain.record import Record
from counterproof.evaluators.graders.choice import ChoiceGrader, grade_choice
from counterproof.evaluators.graders.distribution import DistributionGrader, grade_distribution
from counterproof.evaluators.graders.labels import LabelGrader, grade_labels
from counterproof.evaluators.graders.number import NumberGrader, grade_numbers
from counterproof.evaluators.graders.path import at
from counterproof.evaluators.graders.ranking import RankingGrader, grade_ranking
from counterproof.evaluators.graders.term import TermGrader, grade_term
from counterproof.evaluators.graders.verdict import Component, Verdict

Single = Annotated[
    NumberGrader | ChoiceGrader | LabelGrader | RankingGrader | DistributionGrader | TermGrader,
    Field(discriminator="type"),
]


class Check(Record):
    """A grader on a part of the answer: `at` is a path such as `calls[].program`, empty for the whole answer.

    A `hard_fail` check does not count towards the score: it only fails the answer when it is not met.
    """

    name: str
    grader: Single
    at: str = ""
    hard_fail: bool = False


class FieldsGrader(Record):
    """The checks, and how many that are no hard fails must pass; null is all of them."""

    type: Literal["all_of"] = "all_of"
    checks: tuple[Check, ...] = Field(min_length=1)
    min_passing: int | None = Field(default=None, ge=1)

    @model_validator(mode="after")
    def _can_pass(self) -> "FieldsGrader":
        names = [check.name for check in self.checks]
        counted = [check for check in self.checks if not check.hard_fail]
        wrong = ""
        if len(set(names)) < len(names):
            wrong = "two checks have one name"
        elif not counted:
            wrong = "every check is a hard fail: nothing can be scored"
        elif self.min_passing is not None and self.min_passing > len(counted):
            wrong = f"min_passing is {self.min_passing}, but only {len(counted)} checks count"
        if wrong:
            raise ValueError(wrong)
        return self


def grade_fields(answer: JsonValue, *, grader: FieldsGrader) -> Verdict:
    """Passed when enough checks pass and no hard fail is hit; the score is the mean of the checks that count, or 0."""
    parts = tuple(_part(check, answer) for check in grader.checks)
    hit = [part for part in parts if part.hard_fail and not part.passed]
    if hit:
        reason = "; ".join(f"hard fail {part.name}: {part.reason}" for part in hit)
        return Verdict(passed=False, score=0.0, components=parts, reason=reason)
    counted = [part for part in parts if not part.hard_fail]
    enough = grader.min_passing or len(counted)
    passed = sum(part.passed for part in counted) >= enough
    wrong = "; ".join(f"{part.name}: {part.reason}" for part in counted if not part.passed)
    score = sum(part.score for part in counted) / len(counted)
    return Verdict(passed=passed, score=score, components=parts, reason="" if passed else wrong)


def grade_single(answer: JsonValue, *, grader: Single) -> Verdict:
    """The verdict of the grader that a record describes."""
    match grader:
        case NumberGrader():
            return grade_numbers(answer, grader=grader)
        case ChoiceGrader():
            return grade_choice(answer, grader=grader)
        case LabelGrader():
            return grade_labels(answer, grader=grader)
        case RankingGrader():
            return grade_ranking(answer, grader=grader)
        case DistributionGrader():
            return grade_distribution(answer, grader=grader)
        case TermGrader():
            return grade_term(answer, grader=grader)


def _part(check: Check, answer: JsonValue) -> Component:
    there, value = at(answer, check.at)
    if not there:
        return Component(
            name=check.name, passed=False, score=0.0, reason=f"nothing at {check.at}", hard_fail=check.hard_fail
        )
    verdict = grade_single(value, grader=check.grader)
    reason = verdict.reason or "; ".join(part.reason for part in verdict.components)
    return Component(
        name=check.name, passed=verdict.passed, score=verdict.score, reason=reason, hard_fail=check.hard_fail
    )
