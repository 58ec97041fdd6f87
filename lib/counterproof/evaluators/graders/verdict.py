"""What a grader says: passed or not, a score, and the reason for every part."""

from pydantic import Field

from counterproof.domain.record import Record


class Component(Record):
    """One part of a verdict; `score` in [0, 1]. A failed `hard_fail` part fails the whole with score 0."""

    name: str
    passed: bool
    score: float = Field(ge=0, le=1)
    reason: str
    hard_fail: bool = False


class Verdict(Record):
    """A graded answer. `score` in [0, 1] is the benchmark's own partial credit; `reason` says what failed."""

    passed: bool
    score: float = Field(ge=0, le=1)
    components: tuple[Component, ...] = ()
    reason: str = ""


def failed(reason: str) -> Verdict:
    """The verdict on an answer that is missing or malformed: a failure with its reason, never an error."""
    return Verdict(passed=False, score=0.0, reason=reason)


def all_of(components: tuple[Component, ...]) -> Verdict:
    """Passed when every part is, with the mean of their scores."""
    wrong = [f"{part.name}: {part.reason}" for part in components if not part.passed]
    score = sum(part.score for part in components) / len(components)
    return Verdict(passed=not wrong, score=score, components=components, reason="; ".join(wrong))
