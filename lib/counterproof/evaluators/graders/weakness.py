"""Answers that know nothing and pass all the same: faults of a grader's configuration, not of an agent."""

from pydantic import JsonValue

from counterproof.evaluators.graders.distribution import DistributionGrader
from counterproof.evaluators.graders.number import NumberGrader
from counterproof.evaluators.graders.ranking import RankingGrader
from counterproof.evaluators.graders.registry import Grader, grade


def weaknesses(grader: Grader) -> tuple[str, ...]:
    """A sentence for each answer made without data that passes: all zeros, equal shares, the list of every name."""
    found = []
    match grader:
        case NumberGrader():
            if _passes(dict.fromkeys(grader.targets, 0), grader):
                found.append("the answer 0 passes: an agent that reports nothing is right")
        case DistributionGrader(shares=shares, field=field) if not grader.total:
            equal: dict[str, JsonValue] = dict.fromkeys(shares, sum(shares.values()) / len(shares))
            if _passes({field: equal}, grader):
                found.append("equal shares pass: the tolerance is wider than the differences")
        case RankingGrader(k=None, precision=0):
            found.append("neither k nor a precision threshold is stated: the list of every gene passes")
        case _:
            pass
    return tuple(found)


def _passes(answer: JsonValue, grader: Grader) -> bool:
    return grade(answer, grader=grader).passed
