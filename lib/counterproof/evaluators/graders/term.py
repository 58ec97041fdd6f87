"""One term of a controlled vocabulary."""

from typing import Literal

from pydantic import Field, JsonValue, model_validator

from counterproof.domain.record import Record
from counterproof.evaluators.graders.path import at
from counterproof.evaluators.graders.verdict import Component, Verdict, failed


class TermGrader(Record):
    """The accepted terms, as written; with a vocabulary, a term outside it is malformed, not merely wrong."""

    type: Literal["term"] = "term"
    accepted: tuple[str, ...] = Field(min_length=1)
    vocabulary: tuple[str, ...] | None = None
    field: str

    @model_validator(mode="after")
    def _in_vocabulary(self) -> "TermGrader":
        outside = [term for term in self.accepted if self.vocabulary is not None and term not in self.vocabulary]
        if outside:
            msg = f"the accepted term {outside[0]!r} is not in the vocabulary: no answer could pass"
            raise ValueError(msg)
        return self


def grade_term(answer: JsonValue, *, grader: TermGrader) -> Verdict:
    """Passed when the field holds an accepted term, edge blanks aside; the score is 1 or 0."""
    there, said = at(answer, grader.field)
    if not there or not isinstance(said, str):
        return failed(f"{grader.field}: {'missing' if not there else f'{said!r} is not text'}")
    term = said.strip()
    if grader.vocabulary is not None and term not in grader.vocabulary:
        return failed(f"{grader.field}: {term!r} is not in the vocabulary")
    passed = term in grader.accepted
    reason = f"{term!r} {'is' if passed else 'is not'} among {', '.join(map(repr, grader.accepted))}"
    part = Component(name=grader.field, passed=passed, score=float(passed), reason=reason)
    return Verdict(passed=passed, score=float(passed), components=(part,), reason="" if passed else reason)
