"""What a trial returned, and how it ended."""

from typing import Literal

from pydantic import Field, field_validator

from counterproof.domain.record import Record
from counterproof.domain.truth import values_text

DataSupport = Literal["full", "partial", "none"]
Outcome = Literal["answered", "abstained", "no_answer", "refused", "invalid", "timeout", "infra_error", "config_error"]
EXCLUDED_OUTCOMES: frozenset[Outcome] = frozenset({"infra_error", "config_error"})
"""Trials that say nothing about the agent: left out of every denominator, counted, and shown beside every figure."""


class Answer(Record):
    """The agent's own words: its choice (option letters, sorted), confidence in percent, data support, evidence.

    `choice` is empty when the agent abstained; `confidence` and `data_support` are null when it did not state them.
    `fields` are the numbers of an answer to an item that asks for numbers, by name.
    """

    choice: tuple[str, ...] = ()
    fields: dict[str, int | float] = Field(default_factory=dict)
    confidence: float | None = Field(default=None, ge=0, le=100, strict=True)
    data_support: DataSupport | None = None
    evidence: str = ""

    @field_validator("choice")
    @classmethod
    def _sorted(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(sorted(set(value)))

    @property
    def given(self) -> tuple[str, ...]:
        """What was answered, as texts: the letters, or the numbers in one line (6 digits); none where none was."""
        return self.choice or ((values_text(self.fields, digits=6),) if self.fields else ())
