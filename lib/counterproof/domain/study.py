"""What an audit runs: which items, variants and agents, how often, within which limits."""

from pathlib import PurePosixPath
from typing import Annotated, Any, Literal, get_args

from pydantic import Discriminator, Field, Tag, ValidationInfo, field_validator

from counterproof.domain.agent import AgentSpec, check_names
from counterproof.domain.arm import ArmSpec, NamedArm, standard_first
from counterproof.domain.endpoint import Endpoint, Price
from counterproof.domain.judge import JudgeSpec
from counterproof.domain.name import Name
from counterproof.domain.record import Record
from counterproof.domain.served import check_endpoints
from counterproof.domain.statistic import Family
from counterproof.domain.use import Use, check_assumed
from counterproof.domain.variant import VARIANTS, CellNames, LabelOrder, VariantName

EvaluatorName = Literal["benchmark", "self_report", "follows_key", "follows_evidence"]


def _written_as(value: Any) -> str:
    return "[name]" if isinstance(value, str) else "[judge]"


# A tag in brackets is the validator's step, not a key of the file: `benchmarks.wording` leaves it out of a place.
EvaluatorSpec = Annotated[
    Annotated[EvaluatorName, Tag("[name]")] | Annotated[JudgeSpec, Tag("[judge]")], Discriminator(_written_as)
]
"""An evaluator of a study: one of ours by its name, or a judge by its specification."""

MARGINS: dict[Family, float] = {
    "marker": 0.5,
    "specificity": 0.3,
    "expression": 0.5,
    "abundance": 0.1,
    "coexpression": 0.15,
}
"""Smallest lead that decides an item: natural-log units, or proportion, or Spearman's rho."""


class Benchmark(Record):
    """Where the items come from. `items` is a folder of item files, relative to the study's folder."""

    kind: Literal["own"] = "own"
    items: str = "items"

    @field_validator("items")
    @classmethod
    def _stays_inside(cls, value: str) -> str:
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts:
            msg = "the items' folder must lie inside the study's folder"
            raise ValueError(msg)
        return value


class Limits(Record):
    """What one trial may use, and the study as a whole.

    `seconds` is wall time, `cpu_seconds` and `memory_mb` hold for each process, `output_mb` for the largest file that
    it writes (megabytes of 10**6 bytes). `usd` is a trial's budget and `study_usd` that of all trials together, in US
    dollars by the study's prices; null is no limit.
    """

    seconds: float = Field(default=2400, gt=0)
    cpu_seconds: float = Field(default=7200, gt=0)
    memory_mb: float = Field(default=8000, gt=0)
    output_mb: float = Field(default=1000, gt=0)
    usd: float | None = Field(default=None, gt=0)
    study_usd: float | None = Field(default=None, ge=0)


class Study(Record):
    """The whole of a study.yaml. `margins` hold per family, never per item; `keep_obs` are obs columns that every
    variant keeps beside those that a registration names. `label_order` says whether a variant that differs from the
    original in its labels alone has an order of cells and genes of its own, or shares the original's (and then takes
    over its matrices as they are stored, in a small part of the time). `cell_names: opaque` gives cells new names in
    every variant, not in `null` alone, so that none can be looked up in the published file. `arms` are the treatments
    of the prompt; the standard one always runs. What `rubric_judges` read is told by the rubrics of the study and not
    by their `prompt` and `variants`. `endpoints` are where models are reached, by name; `prices` are those of the
    models, by the model's name; `assumed` is what a trial is taken to use until some were measured, by the agent's
    name or `any`.
    `sandbox: none` runs agents without walls, and every page then says so.
    """

    study: Name
    title: str = ""
    benchmark: Benchmark = Benchmark()
    variants: tuple[VariantName, ...] = ("original", "null", "withdraw", "flip", "no_data")
    agents: tuple[AgentSpec, ...]
    endpoints: dict[str, Endpoint] = Field(default_factory=dict, validate_default=True)
    prices: dict[str, Price] = Field(default_factory=dict)
    assumed: dict[str, Use] = Field(default_factory=dict, validate_default=True)
    sandbox: Literal["bubblewrap", "none"] = "bubblewrap"
    replicates: int = Field(default=3, ge=1, le=1000)
    limits: Limits = Limits()
    evaluators: tuple[EvaluatorSpec, ...] = ("benchmark", "self_report", "follows_key", "follows_evidence")
    arms: tuple[NamedArm, ...] = ("standard",)
    rubric_judges: tuple[JudgeSpec, ...] = ()
    margins: dict[Family, float] = Field(default_factory=dict)
    stability: float = Field(default=0.95, ge=0, le=1)
    bootstraps: int = Field(default=200, ge=1)
    keep_obs: tuple[str, ...] = ()
    label_order: LabelOrder = "own"
    cell_names: CellNames = "source"
    seed: int = Field(ge=0)

    @field_validator("variants")
    @classmethod
    def _needs_the_four(cls, value: tuple[VariantName, ...]) -> tuple[VariantName, ...]:
        missing = [name for name in ("original", "null", "withdraw", "flip") if name not in value]
        if missing:
            msg = f"an audit needs original, null, withdraw and flip; {', '.join(missing)} missing"
            raise ValueError(msg)
        return tuple(name for name in VARIANTS if name in value)

    @field_validator("arms")
    @classmethod
    def _arms_once(cls, value: tuple[NamedArm, ...], info: ValidationInfo) -> tuple[NamedArm, ...]:
        known = {agent.name for agent in info.data.get("agents", ())}
        asked = {name for arm in standard_first(value) for name in arm.agents or ()}
        if known and asked - known:
            msg = f"an arm names no agent of the study: {', '.join(sorted(asked - known))}"
            raise ValueError(msg)
        return value

    @field_validator("evaluators")
    @classmethod
    def _evaluators_once(cls, value: tuple[EvaluatorSpec, ...]) -> tuple[EvaluatorSpec, ...]:
        names = [one if isinstance(one, str) else one.name for one in value]
        twice = sorted({name for name in names if names.count(name) > 1})
        taken = [one.name for one in value if isinstance(one, JudgeSpec) and one.name in get_args(EvaluatorName)]
        if twice or taken:
            msg = f"named twice: {', '.join(twice)}" if twice else f"a judge has the name of an evaluator: {taken[0]}"
            raise ValueError(msg)
        return value

    @field_validator("rubric_judges", "keep_obs")
    @classmethod
    def _each_once(cls, value: tuple[JudgeSpec | str, ...]) -> tuple[JudgeSpec | str, ...]:
        names = [one if isinstance(one, str) else one.name for one in value]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            msg = f"named twice: {', '.join(twice)}"
            raise ValueError(msg)
        return value

    @field_validator("margins")
    @classmethod
    def _margins_decide(cls, value: dict[Family, float]) -> dict[Family, float]:
        small = [family for family, margin in value.items() if margin <= 0]
        if small:
            msg = f"a margin must be above 0, or a tie decides: {', '.join(small)}"
            raise ValueError(msg)
        return value

    @field_validator("agents")
    @classmethod
    def _own_names(cls, value: tuple[AgentSpec, ...]) -> tuple[AgentSpec, ...]:
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

    def margin(self, family: Family) -> float:
        """Smallest lead that decides an item of this family, in the unit of its statistic."""
        return self.margins.get(family, MARGINS[family])

    @property
    def arm_specs(self) -> tuple[ArmSpec, ...]:
        """The arms with the part of the study that each runs; the standard one first."""
        return standard_first(self.arms)

    @property
    def named_evaluators(self) -> tuple[EvaluatorName, ...]:
        """The evaluators that need no model."""
        return tuple(one for one in self.evaluators if isinstance(one, str))

    @property
    def judges(self) -> tuple[JudgeSpec, ...]:
        """The language models that score the study's trials."""
        return tuple(one for one in self.evaluators if isinstance(one, JudgeSpec))
