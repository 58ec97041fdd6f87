"""What the loop is told when it starts."""

from typing import Literal

from pydantic import Field

from counterproof.domain.endpoint import Dialect
from counterproof.domain.record import Record

FILE = ".counterproof/loop.json"
"""Its place below the home."""


class LoopSettings(Record):
    """The model, where it answers, and the bounds of the loop. `base_url` has no path; `token` is the trial's own key.

    `output_chars` is how much of a tool's output the model reads; of a longer one, the beginning and the end.
    `max_tokens` bounds each reply, null leaves that to the provider.
    """

    model: str
    base_url: str
    token: str
    dialect: Dialect
    actions: Literal["tools", "schema"]
    max_turns: int
    prompt: str
    output_chars: int = Field(default=20_000, ge=100)
    tool_seconds: float = Field(default=600, gt=0)
    max_tokens: int | None = None
