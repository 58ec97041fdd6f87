"""Who is audited: our reference agents, the agents that people use, any command, or any model in our own loop."""

from collections.abc import Sequence
from pathlib import PurePosixPath
from typing import Annotated, Any, Literal, Self

from pydantic import (
    BeforeValidator,
    Field,
    SerializerFunctionWrapHandler,
    field_validator,
    model_serializer,
    model_validator,
)

from counterproof.domain.endpoint import LOCAL, Dialect
from counterproof.domain.name import Name
from counterproof.domain.record import Record
from counterproof.domain.variant import VariantName

ReferenceName = Literal["analyst", "reciter", "fallback", "eliminator", "guesser", "mixed"]
HarnessKind = Literal["claude_code", "codex", "pi", "mini_swe", "biomni"]

DIALECTS_OF: dict[HarnessKind, tuple[Dialect, ...]] = {
    "claude_code": ("anthropic",),
    "codex": ("openai_responses",),
    "pi": ("anthropic", "openai_responses", "openai_chat"),
    "mini_swe": ("openai_chat", "anthropic"),
    "biomni": ("openai_chat",),
}
"""The dialects that an agent speaks to its model."""


class _Named(Record):
    """What every agent of a study has: a name that can be a folder's."""

    name: Name

    def takes(self, variant: VariantName) -> bool:  # noqa: ARG002, of other agents it does not depend on the variant
        """Whether the agent is asked on this variant, where the study has it."""
        return True


class ReferenceAgent(_Named):
    """An agent of a known route, which checks the instrument (SPEC section 6).

    `recalls` is the probability (0 to 1) that the route `mixed` answers from memory where it knows the names; no other
    route has one. `variants` are those of the study that the agent is asked on; null is all. Without original, withdraw
    and flip it would have no score.
    """

    kind: Literal["reference"] = "reference"
    route: ReferenceName
    recalls: float | None = Field(default=None, ge=0, le=1)
    variants: tuple[VariantName, ...] | None = None

    def takes(self, variant: VariantName) -> bool:
        """Whether the agent is asked on this variant, where the study has it."""
        return self.variants is None or variant in self.variants

    @field_validator("variants", mode="before")
    @classmethod
    def _of_a_list(cls, value: Any) -> Any:
        # A file's list is a Python list by the time that it gets here, which a strict tuple would refuse.
        return tuple(value) if isinstance(value, list) else value

    @field_validator("variants")
    @classmethod
    def _scored(cls, value: tuple[VariantName, ...] | None) -> tuple[VariantName, ...] | None:
        missing = [name for name in ("original", "withdraw", "flip") if value is not None and name not in value]
        if missing:
            msg = f"an agent without {', '.join(missing)} would have no score"
            raise ValueError(msg)
        return value

    @model_validator(mode="after")
    def _recalls_if_mixed(self) -> Self:
        if (self.route == "mixed") != (self.recalls is not None):
            msg = "`recalls` belongs to the route mixed, and to no other"
            raise ValueError(msg)
        return self

    @model_serializer(mode="wrap")
    def _without_what_others_lack(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # A trial depends on its agent's record: what other routes lack must not change theirs.
        fields: dict[str, Any] = dump(self)
        for name in ("recalls", "variants"):
            if fields.get(name) is None:
                fields.pop(name, None)
        return fields


class HarnessAgent(_Named):
    """An agent that people use, with the model behind it.

    `endpoint` is a name among the study's endpoints. `binary` is a program of this machine to run instead of the one
    that is installed with us or found on the PATH. `max_turns` bounds the requests to the model where the agent has
    such a bound.
    """

    kind: HarnessKind
    model: str = Field(min_length=1)
    endpoint: str
    max_turns: int = Field(default=50, ge=1)
    binary: str | None = None


class ModelAgent(_Named):
    """Any model in our own small loop, which has two tools: bash and python, in the sandbox.

    The endpoint `local` is the small model of the extra `local`. `actions` says how the model chooses a tool: by its
    provider's tool calls, or as JSON that a schema binds, for models that have no working tool calls.
    """

    kind: Literal["model"]
    model: str = Field(min_length=1)
    endpoint: str
    max_turns: int = Field(default=30, ge=1)
    actions: Literal["tools", "schema"] = "tools"

    @property
    def is_local(self) -> bool:
        """Whether the small local model answers: a check of plumbing, never a result."""
        return self.endpoint == LOCAL


class CommandAgent(_Named):
    """Any program that reads the prompt's file and writes `answer.json`; both stand in its working folder.

    `argv` is run there as it stands. `tools` binds folders of this machine read-only into the sandbox: the path inside,
    and the folder. `env` is set for it; `{endpoint}`, `{model}` and `{token}` in its values stand for the address of
    the model inside the sandbox, the model's name and the trial's own key. `log` is where it leaves its log, below its
    working folder; its standard output where that is null. `version` is what is recorded as its version.
    """

    kind: Literal["command"]
    argv: tuple[str, ...] = Field(min_length=1)
    model: str | None = None
    endpoint: str | None = None
    tools: dict[str, str] = Field(default_factory=dict)
    env: dict[str, str] = Field(default_factory=dict)
    log: str | None = None
    version: str | None = None

    @field_validator("argv", mode="before")
    @classmethod
    def _of_a_list(cls, value: Any) -> Any:
        # A file's list is a Python list by the time that it gets here, which a strict tuple would refuse.
        return tuple(value) if isinstance(value, list) else value

    @field_validator("tools")
    @classmethod
    def _absolute(cls, value: dict[str, str]) -> dict[str, str]:
        loose = [path for pair in value.items() for path in pair if not PurePosixPath(path).is_absolute()]
        if loose:
            msg = f"a tool is an absolute path inside and the absolute path of its folder, not {loose[0]!r}"
            raise ValueError(msg)
        return value

    @field_validator("log")
    @classmethod
    def _stays_inside(cls, value: str | None) -> str | None:
        if value is not None and (PurePosixPath(value).is_absolute() or ".." in PurePosixPath(value).parts):
            msg = "the log must lie inside the working folder"
            raise ValueError(msg)
        return value


def _reference_by_default(value: Any) -> Any:
    return {"kind": "reference", **value} if isinstance(value, dict) else value


LaunchedAgent = HarnessAgent | ModelAgent | CommandAgent
"""The agents that run as programs in the sandbox."""

AgentSpec = Annotated[
    ReferenceAgent | HarnessAgent | ModelAgent | CommandAgent,
    Field(discriminator="kind"),
    BeforeValidator(_reference_by_default),
]
"""An agent of a study; one without a `kind` is a reference agent."""


def check_names(names: Sequence[str]) -> None:
    """Nothing, if there is an agent, and each has a name of its own.

    Raises
    ------
    ValueError
        If there is none, or two share a name.
    """
    # Not `min_length` of the field: pydantic would tell it of every study whose one agent is wrong.
    if not names:
        msg = "a study has one agent or more"
        raise ValueError(msg)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        msg = f"two agents are named {', '.join(twice)}"
        raise ValueError(msg)
