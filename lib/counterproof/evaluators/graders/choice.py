"""The right option, or the right set of options."""

import re
from typing import Literal

from pydantic import Field, JsonValue, field_validator

from counterproof.domain.record import Record
from counterproof.evaluators.extract.choice import answer_in
from counterproof.evaluators.extract.letters import whole
from counterproof.evaluators.graders.verdict import Component, Verdict, failed

_LETTERS = re.compile(r"[A-Z]+")


class ChoiceGrader(Record):
    """The accepted sets of letters; several sets are alternatives, and the answer must be exactly one of them.

    `partial` gives BAISBench's credit: 0.5 for a part of a set of several letters with no wrong one in it.
    """

    type: Literal["multiple_choice"] = "multiple_choice"
    accepted: tuple[tuple[str, ...], ...] = Field(min_length=1)
    partial: bool = False

    @field_validator("accepted")
    @classmethod
    def _letters(cls, value: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
        plain = tuple(tuple(sorted({letter.strip().upper() for letter in letters})) for letters in value)
        if any(
            not letters or not all(len(each) == 1 and _LETTERS.fullmatch(each) for each in letters) for letters in plain
        ):
            msg = f"an accepted answer is a set of option letters, not {value!r}"
            raise ValueError(msg)
        return plain


def grade_choice(answer: JsonValue, *, grader: ChoiceGrader) -> Verdict:
    """Passed when the letters chosen are exactly an accepted set; the score is 1, 0.5 (partial credit) or 0."""
    letters, fault = letters_in(answer)
    if fault:
        return failed(fault)
    score = max(
        _credit(frozenset(letters), frozenset(accepted), partial=grader.partial) for accepted in grader.accepted
    )
    wanted = " or ".join(",".join(accepted) for accepted in grader.accepted)
    said = ",".join(letters)
    reason = f"{said} is the key" if score == 1 else f"{said} where {wanted} is the key"
    part = Component(name="choice", passed=score == 1, score=score, reason=reason)
    return Verdict(passed=score == 1, score=score, components=(part,), reason="" if score == 1 else reason)


def letters_in(answer: JsonValue) -> tuple[tuple[str, ...], str]:
    """The letters of an answer (a letter, `A,C`, a list, or an object with one of these), or what is wrong."""
    there, value = answer_in(answer)
    if isinstance(answer, dict) and not there:
        return (), "no field 'answer'"
    said = value if there else answer
    if said is None or said in ("", []):
        return (), "no answer"
    entries = said if isinstance(said, list) else [said]
    mentions = [whole(entry) if isinstance(entry, str) else None for entry in entries]
    kept = [mention for mention in mentions if mention is not None and mention.join != "any"]
    if len(kept) < len(mentions):
        return (), f"{said!r} names no option, or leaves it open"
    return tuple(sorted({letter for mention in kept for letter in mention.letters})), ""


def _credit(said: frozenset[str], accepted: frozenset[str], *, partial: bool) -> float:
    if said == accepted:
        return 1.0
    return 0.5 if partial and len(accepted) > 1 and said < accepted else 0.0
