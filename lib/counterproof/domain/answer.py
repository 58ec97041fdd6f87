"""What a trial returned, and how it ended."""

import json
from typing import Any, Literal

from pydantic import Field, JsonValue, SerializerFunctionWrapHandler, field_validator, model_serializer

from counterproof.domain.record import Record
from counterproof.domain.truth import values_text

DataSupport = Literal["full", "partial", "none"]
Outcome = Literal["answered", "abstained", "no_answer", "refused", "invalid", "timeout", "infra_error", "config_error"]
EXCLUDED_OUTCOMES: frozenset[Outcome] = frozenset({"infra_error", "config_error"})
"""Trials that say nothing about the agent: left out of every denominator, counted, and shown beside every figure."""


class Answer(Record):
    """The agent's own words: its choice (option letters, sorted), confidence in percent, data support, evidence.

    `choice` is empty when the agent abstained; `confidence` and `data_support` are null when it did not state them.
    `fields` are the numbers of an answer to an item that asks for numbers, by name; `value` is that to an item which a
    benchmark's own grader reads, as it was written, null for all others.
    """

    choice: tuple[str, ...] = ()
    fields: dict[str, int | float] = Field(default_factory=dict)
    value: JsonValue = None
    confidence: float | None = Field(default=None, ge=0, le=100, strict=True)
    data_support: DataSupport | None = None
    evidence: str = ""

    @field_validator("choice")
    @classmethod
    def _sorted(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(value)))

    @model_serializer(mode="wrap")
    def _without_a_null_value(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Verdicts are kept by the digest of what was judged: what other answers lack must not change theirs.
        said: dict[str, Any] = dump(self)
        if self.value is None:
            said.pop("value", None)
        return said

    @property
    def given(self) -> tuple[str, ...]:
        """What was answered, as texts: the letters, the numbers in one line (6 digits) or JSON; none where none was."""
        if self.value is not None:
            return (json.dumps(self.value, ensure_ascii=False),)
        return self.choice or ((values_text(self.fields, digits=6),) if self.fields else ())
