"""A judge: a language model that scores trials, what it may be asked, and what became of one request."""

from typing import Literal

from pydantic import Field, field_validator

from counterproof.domain.address import Address
from counterproof.domain.name import Name
from counterproof.domain.record import Record
from counterproof.domain.variant import VARIANTS, VariantName

JudgePrompt = Literal["standard", "grounding"]
JudgeStatus = Literal["ok", "invalid", "out_of_scale", "empty", "cut", "refused", "provider_error", "config_error"]
ASKED_AGAIN: frozenset[JudgeStatus] = frozenset({"provider_error", "config_error"})
"""Statuses that say nothing about the judge: the request is made again the next time."""


class JudgeSpec(Record):
    """A judge of a study. Its key is named by the environment variable that holds it, and never written anywhere.

    `base_url` is the address of a server that speaks OpenAI's chat completions (a local one, a gateway); it needs no
    key unless `key_env` names one. `temperature` is null for a model that takes none. `seconds` is wall time of one
    request; `max_tokens` bounds the reply. `variants` and `replicates` say which trials it reads (null: all
    replicates): each costs a request.
    """

    kind: Literal["judge"] = "judge"
    name: Name
    prompt: JudgePrompt = "standard"
    model: str = Field(min_length=1)
    provider: Literal["openai", "anthropic"] = "openai"
    base_url: Address | None = None
    key_env: str | None = Field(default=None, pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")
    temperature: float | None = Field(default=0.0, ge=0)
    max_tokens: int = Field(default=1200, ge=64)
    characters: int = Field(default=24_000, ge=2_000)
    seconds: float = Field(default=120, gt=0)
    at_once: int = Field(default=4, ge=1, le=64)
    variants: tuple[VariantName, ...] = ("original", "null", "withdraw", "flip")
    replicates: int | None = Field(default=None, ge=1)

    @field_validator("variants")
    @classmethod
    def _in_order(cls, value: tuple[VariantName, ...]) -> tuple[VariantName, ...]:
        return tuple(name for name in VARIANTS if name in value)

    @property
    def key_variable(self) -> str | None:
        """The environment variable that holds the key; none where a server of one's own needs none."""
        if self.key_env or self.base_url:
            return self.key_env
        return {"openai": "OPENAI_API_KEY", "anthropic": "ANTHROPIC_API_KEY"}[self.provider]


class Verdict(Record):
    """What became of one request to a judge about one trial.

    `request` is the digest of all that went in; `trial` the trial's digest as in the trial table. `scores` are on the
    judge's scale of 0 to 10, empty unless the status is `ok`; `reason` tells why there are none. `flags` are doubts
    about a verdict that counts all the same. `reply` is what the judge wrote last, whole or cut at 4,000 characters.
    `requests` counts what was sent, retries for a bad reply included. Tokens are null where the server did not say.
    """

    request: str
    judge: str
    prompt: JudgePrompt
    trial: str
    status: JudgeStatus
    scores: dict[str, float] = Field(default_factory=dict)
    reason: str | None = None
    rationale: str = ""
    flags: tuple[str, ...] = ()
    reply: str = ""
    requests: int = 1
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float
    at: str
