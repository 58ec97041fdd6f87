"""What one trial uses of tokens and time."""

from pydantic import Field

from counterproof.domain.record import Record


class Use(Record):
    """What one trial uses on average; null where nobody knows.

    The tokens are parted as those of `Totals`: `input_tokens` were neither read from a cache nor written to one.
    `seconds` is wall time.
    """

    input_tokens: float | None = Field(default=None, ge=0)
    cached_input_tokens: float = Field(default=0, ge=0)
    cache_write_tokens: float = Field(default=0, ge=0)
    output_tokens: float | None = Field(default=None, ge=0)
    seconds: float | None = Field(default=None, ge=0)
