"""A choice item's answer as the audit keeps it: outcome, and the agent's own words."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from pydantic import JsonValue

from counterproof.domain.answer import Answer, DataSupport, Outcome
from counterproof.evaluators.extract.bracketed import bracketed
from counterproof.evaluators.extract.choice import answer_in, extract_choice
from counterproof.evaluators.extract.found import Extraction, Passage, Status

OUTCOMES: dict[Status, Outcome] = {
    "answered": "answered",
    "several": "answered",
    "abstained": "abstained",
    "no_answer": "no_answer",
    "refused": "refused",
    "ambiguous": "invalid",
    "ambiguous_scale": "invalid",
    "bound": "invalid",
    "invalid": "invalid",
}
"""The outcome of a trial by its answer's status; two letters where one was asked for are an answer, and a wrong one."""

_SUPPORT: dict[str, DataSupport] = {"full": "full", "partial": "partial", "none": "none"}
_MOST = 100.0


class ReadAnswer(NamedTuple):
    """How a trial's answer reads. `answer` is null unless the agent answered or abstained."""

    outcome: Outcome
    reason: str
    answer: Answer | None
    extraction: Extraction


def read_answer(passage: Passage | None, *, options: Mapping[str, str], several: bool = False) -> ReadAnswer:
    """The outcome of a choice item with the agent's choice, confidence, data support and evidence statement.

    A confidence outside 0 to 100 or an unknown data support is not stated (null), never clamped.
    """
    extraction = extract_choice(passage, options=options, several=several)
    outcome = OUTCOMES[extraction.status]
    if outcome not in {"answered", "abstained"}:
        return ReadAnswer(outcome, extraction.reason, None, extraction)
    answer = Answer(choice=_letters(extraction.value), **beside(_object_with_answer(passage)))
    return ReadAnswer(outcome, extraction.reason, answer, extraction)


def beside(said: Mapping[str, JsonValue]) -> dict[str, Any]:
    """What an object states beside its answer: `confidence` and `data_support` (null where not), `evidence`."""
    plain = {key.casefold(): value for key, value in said.items()}
    return {
        "confidence": _confidence(plain.get("confidence")),
        "data_support": _SUPPORT.get(str(plain.get("data_support", "")).strip().casefold()),
        "evidence": str(plain.get("evidence") or ""),
    }


def _object_with_answer(passage: Passage | None) -> dict[str, JsonValue]:
    for found in reversed(bracketed(passage.text) if passage else ()):
        if isinstance(found.value, dict) and answer_in(found.value)[0]:
            return found.value
    return {}


def _letters(value: JsonValue) -> tuple[str, ...]:
    if isinstance(value, list):
        return tuple(sorted(str(letter) for letter in value))
    return (value,) if isinstance(value, str) else ()


def _confidence(value: JsonValue) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= _MOST:
        return None
    return float(value)
