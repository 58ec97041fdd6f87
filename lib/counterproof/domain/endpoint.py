"""Where a model is reached, and what its tokens cost."""

from typing import Literal

from pydantic import Field, field_validator

from counterproof.domain.address import Address
from counterproof.domain.record import Record

Dialect = Literal["anthropic", "openai_responses", "openai_chat"]
LOCAL = "local"
"""The endpoint that no study defines: the small model that comes with the extra `local`, served on this machine."""


class Endpoint(Record):
    """A model's service. `base_url` is the address that its own clients are given; `key_env` is the NAME of the
    environment variable that holds the key, never the key, and null where none is needed. `concurrency` is how many
    trials may use it at once.
    """

    dialect: Dialect
    base_url: Address
    key_env: str | None = Field(default=None, pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    concurrency: int = Field(default=4, ge=1)

    @field_validator("base_url")
    @classmethod
    def _without_last_slash(cls, value: str) -> str:
        return value.rstrip("/")


class Price(Record):
    """What one million tokens cost, in US dollars. A null price of the cache means that of `input`."""

    input: float = Field(ge=0)
    output: float = Field(ge=0)
    cache_read: float | None = Field(default=None, ge=0)
    cache_write: float | None = Field(default=None, ge=0)
