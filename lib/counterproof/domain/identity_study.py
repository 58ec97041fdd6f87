"""What an identity audit runs: which instances, conditions and answerers, and which contrasts were registered."""

from pathlib import PurePosixPath
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, ValidationInfo, field_validator, model_validator

from counterproof.domain.agent import CommandAgent, HarnessAgent, ModelAgent, check_names
from counterproof.domain.condition import CONDITIONS, REDACTION, ConditionName
from counterproof.domain.endpoint import Endpoint, Price
from counterproof.domain.name import Name
from counterproof.domain.record import Record
from counterproof.domain.served import check_endpoints
from counterproof.domain.study import Limits
from counterproof.domain.trial import Sandbox
from counterproof.domain.use import Use, check_assumed

AnswererRoute = Literal["reader", "name_knower", "position_follower", "instruction_follower", "mixture"]
SourceKind = Literal["instances", "labbench", "candidates", "clinical"]


class Source(Record):
    """Where instances come from: a file, or a folder of files, relative to the study's folder.

    `instances` is JSON Lines of `Instance` records; `labbench` LAB-Bench's own JSON Lines; `candidates` JSON Lines of
    prompts with a name and a candidate list; `clinical` the folder of genetic-support tables. `lexicon` is a text file
    of names that the finder shall know, one entity a line, aliases apart by `|`. A path may be absolute: benchmarks
    whose licence or canary forbids a copy stay where they are.
    """

    kind: SourceKind = "instances"
    path: str
    lexicon: str | None = None
    limit: int | None = Field(default=None, ge=1)

    @field_validator("path", "lexicon")
    @classmethod
    def _no_way_up(cls, value: str | None) -> str | None:
        if value is not None and ".." in PurePosixPath(value).parts:
            msg = "a path does not climb out of the study's folder with '..': give it whole"
            raise ValueError(msg)
        return value


class Answerer(Record):
    """A reference answerer: its route is known, so that it checks the instrument.

    `knows` and `reads` are the shares of instances on which a mixture can fall back on names and reads its evidence.
    """

    name: Name
    kind: Literal["answerer"] = "answerer"
    route: AnswererRoute
    knows: float = Field(default=1.0, ge=0, le=1)
    reads: float = Field(default=1.0, ge=0, le=1)


def _answerer_by_default(value: Any) -> Any:
    return {"kind": "answerer", **value} if isinstance(value, dict) else value


IdentityAgent = Annotated[
    Answerer | HarnessAgent | ModelAgent | CommandAgent,
    Field(discriminator="kind"),
    BeforeValidator(_answerer_by_default),
]
"""An agent of an identity study; one without a `kind` is a reference answerer."""


class Contrast(Record):
    """A registered comparison: accuracy under `a` minus accuracy under `b` on the same instances."""

    a: ConditionName
    b: ConditionName
    role: Literal["primary", "supporting"] = "supporting"

    @property
    def name(self) -> str:
        """The contrast in short: `named - blind`."""
        return f"{self.a} - {self.b}"


DEFAULT_CONTRASTS = (
    Contrast(a="named", b="blind", role="primary"),
    Contrast(a="named", b="delete"),
    Contrast(a="named", b="placebo"),
    Contrast(a="named", b="shuffled"),
    Contrast(a="named", b="false_identity"),
    Contrast(a="functional", b="blind"),
)


class IdentityStudy(Record):
    """The whole of an identity study's study.yaml.

    `instances_per_call` instances share one agent call (a cluster). `registered_replicate` is the one that exact tests
    use. `signal` is the least lead over chance of a baseline that sees evidence alone: below it placebo and deletion
    inform little, and every page warns. `discordance` is the share of discordant pairs at which detectable effects are
    planned. `record_name` and `count_name` say in words what the recall probe asks for. `negative` is the text
    of the option that an unknown record is counted as in a sensitivity analysis. `family_size` is how many tests were
    registered, where that is more than the study's contrasts and its slope. `endpoints`, `prices` and `sandbox`
    are those of any study; `limits` hold for a call, whatever the number of its instances, and so does `assumed`: what
    it is taken to use until some were measured, by the agent's name or `any`.
    """

    study: Name
    kind: Literal["identity"]
    title: str = ""
    source: Source
    conditions: Annotated[tuple[ConditionName, ...], Field(min_length=1)] = ("named", "blind", "delete")
    agents: tuple[IdentityAgent, ...]
    endpoints: dict[str, Endpoint] = Field(default_factory=dict, validate_default=True)
    prices: dict[str, Price] = Field(default_factory=dict)
    assumed: dict[str, Use] = Field(default_factory=dict, validate_default=True)
    sandbox: Sandbox = "bubblewrap"
    replicates: int = Field(default=1, ge=1, le=1000)
    registered_replicate: int = Field(default=1, ge=1)
    instances_per_call: int = Field(default=1, ge=1, le=100)
    contrasts: tuple[Contrast, ...] = DEFAULT_CONTRASTS
    family_size: int | None = Field(default=None, ge=1)
    signal: float = Field(default=0.1, ge=0, le=1)
    discordance: float = Field(default=0.2, gt=0, le=1)
    record_name: str = "the benchmark's source"
    count_name: str = "number of entries"
    negative: str | None = None
    limits: Limits = Limits()
    seed: int = Field(ge=0)

    @field_validator("conditions")
    @classmethod
    def _in_order(cls, value: tuple[ConditionName, ...]) -> tuple[ConditionName, ...]:
        if "named" not in value:
            msg = "an identity audit needs the condition 'named': every other one is compared with it"
            raise ValueError(msg)
        return tuple(name for name in CONDITIONS if name in value)

    @field_validator("agents")
    @classmethod
    def _own_names(cls, value: tuple[IdentityAgent, ...]) -> tuple[IdentityAgent, ...]:
        check_names([agent.name for agent in value])
        return value

    @field_validator("endpoints")
    @classmethod
    def _serves_its_agents(cls, value: dict[str, Endpoint], info: ValidationInfo) -> dict[str, Endpoint]:
        check_endpoints(value, agents=info.data.get("agents", ()))
        return value

    @field_validator("assumed")
    @classmethod
    def _assumes_of_its_agents(cls, value: dict[str, Use], info: ValidationInfo) -> dict[str, Use]:
        check_assumed(value, agents=info.data.get("agents", ()))
        return value

    @model_validator(mode="after")
    def _registered(self) -> "IdentityStudy":
        if self.registered_replicate > self.replicates:
            msg = f"replicate {self.registered_replicate} is registered, but there are {self.replicates}"
            raise ValueError(msg)
        return self

    @property
    def answerers(self) -> tuple[Answerer, ...]:
        """The agents whose route is known."""
        return tuple(agent for agent in self.agents if isinstance(agent, Answerer))

    @property
    def tested(self) -> tuple[Contrast, ...]:
        """The registered contrasts whose two conditions the study has."""
        return tuple(one for one in self.contrasts if {one.a, one.b} <= set(self.conditions))

    @property
    def has_gradient(self) -> bool:
        """Whether two steps of the redaction gradient or more are run with and without names."""
        return sum({step.named, step.blind} <= set(self.conditions) for step in REDACTION) > 1

    @property
    def n_tests(self) -> int:
        """How many tests an agent's family has: as many as were registered, at least its contrasts and its slope."""
        return max(self.family_size or 0, len(self.tested) + self.has_gradient)
