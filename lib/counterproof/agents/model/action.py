"""What a model may do next, as records whose schema binds the reply of a model that has no working tool calls.

Every text has an end: a schema without one lets a small model write until its window is full.
"""

from typing import Literal

from pydantic import Field

from counterproof.domain.answer import DataSupport
from counterproof.domain.record import Record


class Command(Record):
    """Run code in your working folder with one of the tools."""

    tool: Literal["bash", "python"]
    code: str = Field(min_length=1, max_length=1500)


class Final(Record):
    """Answer the question: the letter of an option, or null."""

    tool: Literal["answer"]
    answer: Literal["A", "B", "C", "D", "E", "F", "G", "H"] | None
    confidence: int = Field(ge=0, le=100)
    data_support: DataSupport
    evidence: str = Field(max_length=300)


class Action(Record):
    """The next step."""

    action: Command | Final


class LastAction(Record):
    """The last step: there is no turn left for a command."""

    action: Final
