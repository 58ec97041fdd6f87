"""What a study will take before any model is called: trials or calls, tokens, dollars and hours."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence

from pydantic import Field

from counterproof.construct.anonymise.run import read_anonymised
from counterproof.domain.agent import AgentSpec, ReferenceAgent
from counterproof.domain.arm import Arm
from counterproof.domain.condition import ConditionName
from counterproof.domain.construction import Construction
from counterproof.domain.endpoint import LOCAL
from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.loaded_item import DraftItem
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.record import Record
from counterproof.domain.registration import Registration
from counterproof.domain.study import Study
from counterproof.domain.trial import Trial
from counterproof.domain.use import Use
from counterproof.domain.variant import DATA_VARIANTS, PROMPT_VARIANTS, VariantName
from counterproof.store.study import OpenStudy
from counterproof.trials.gateway.purse import spent_by_study
from counterproof.trials.stored import ran_of_each
from counterproof.trials.unregistered import plain_variants, unregistered
from counterproof.trials.use import TrialUse, trial_use

HOUR = 3600


class AgentForecast(Record):
    """One agent's part: its trials by variant, or an identity study's calls by condition; how many of them are done,
    and what one uses. `lane` is where it waits; `arms` parts the trials of all arms once more, by arm.
    """

    agent: str
    lane: str
    trials: dict[VariantName, int] | dict[ConditionName, int]
    arms: dict[Arm, int] = Field(default_factory=dict)
    done: int
    each: TrialUse

    @property
    def n_trials(self) -> int:
        """Trials on all variants, or calls under all conditions."""
        return sum(self.trials.values())

    @property
    def left(self) -> int:
        """Trials that have not run."""
        return max(0, self.n_trials - self.done)

    @property
    def usd(self) -> float | None:
        """US dollars of all its trials, those that ran among them."""
        return None if self.each.usd is None else self.each.usd * self.n_trials

    @property
    def tokens(self) -> float | None:
        """Tokens of all its trials, in and out, read from a cache or not."""
        use = self.each.use
        if use.input_tokens is None or use.output_tokens is None:
            return None
        each = use.input_tokens + use.cached_input_tokens + use.cache_write_tokens + use.output_tokens
        return each * self.n_trials

    @property
    def hours_left(self) -> float | None:
        """Hours that its open trials take one after the other."""
        seconds = self.each.use.seconds
        return None if seconds is None else seconds * self.left / HOUR


class Forecast(Record):
    """What the whole study takes. `n_items` of `n_of` items take part; of an identity study these are its instances,
    and what stands here of trials holds for calls.

    `constructed` is false where no variant was made yet: items that the data do not decide are still counted then.
    `wall_hours` is for the open trials, at the endpoints' concurrency and with `jobs` processes for agents without one.
    A sum is null where any of its parts is unknown. `spent_usd` is what models have cost the study up to now.
    """

    n_items: int
    n_of: int
    constructed: bool
    replicates: int
    agents: tuple[AgentForecast, ...]
    usd: float | None
    usd_left: float | None
    tokens: float | None
    hours: float | None
    wall_hours: float | None
    budget_usd: float | None
    spent_usd: float = 0

    @property
    def n_trials(self) -> int:
        """Trials of all agents."""
        return sum(agent.n_trials for agent in self.agents)

    @property
    def over_budget(self) -> str | None:
        """Why the study may not start, or None: with what is spent and what is left it would pass its budget.

        Where the cost cannot be told, a study may start as long as its budget is not 0: each reply is counted then.
        """
        if self.budget_usd is None or not any(agent.left for agent in self.agents):
            return None
        if self.usd_left is None:
            unknown = "; ".join(f"{each.agent}: {each.each.reason}" for each in self.agents if each.usd is None)
            return f"the cost cannot be told ({unknown}), and the budget is 0 dollars" if not self.budget_usd else None
        expected = self.spent_usd + self.usd_left
        if expected <= self.budget_usd:
            return None
        return f"about {expected:.2f} dollars are expected, and the budget is {self.budget_usd:.2f}"


def forecast(
    study: OpenStudy,
    constructions: Sequence[Construction],
    trials: Sequence[Trial],
    *,
    jobs: int = 1,
    otherwise: Use | None = None,
    done: Counter[str] | None = None,
) -> Forecast:
    """What the study takes, told from its constructions (none yet is fine) and the trials that ran.

    Parameters
    ----------
    otherwise
        What a trial is assumed to use where neither trials nor the study tell.
    done
        How many trials of each agent need not run, in all arms together; those among `trials` if null.
    """
    counts, plain = _items(study, constructions), plain_variants(study)
    ran = ran_of_each(trials) if done is None else done
    spec = study.study
    agents = tuple(
        AgentForecast(
            agent=agent.name,
            lane="" if isinstance(agent, ReferenceAgent) else agent.endpoint or "",
            trials=_over_arms(by_arm := _of_agent(spec, agent, counts, plain)),
            arms={arm: sum(found.values()) for arm, found in by_arm.items()},
            done=ran[agent.name],
            each=trial_use(spec, agent, trials, otherwise=otherwise),
        )
        for agent in spec.agents
    )
    return in_all(
        agents,
        spec,
        n_items=max(counts["standard"].values(), default=0),
        n_of=len(study.items),
        constructed=bool(constructions),
        jobs=jobs,
        spent_usd=spent_by_study(study.layout.spent),
    )


def in_all(
    agents: tuple[AgentForecast, ...],
    study: Study | IdentityStudy,
    *,
    n_items: int,
    n_of: int,
    jobs: int,
    spent_usd: float,
    constructed: bool = True,
) -> Forecast:
    """The parts of all agents, with their sums. Fields as of `Forecast`."""
    return Forecast(
        n_items=n_items,
        n_of=n_of,
        constructed=constructed,
        replicates=study.replicates,
        agents=agents,
        usd=_total(agents, lambda agent: agent.usd),
        usd_left=_total(agents, lambda agent: None if agent.each.usd is None else agent.each.usd * agent.left),
        tokens=_total(agents, lambda agent: agent.tokens),
        hours=_total(agents, lambda agent: agent.hours_left),
        wall_hours=_wall_hours(study, agents, jobs=jobs),
        budget_usd=study.limits.study_usd,
        spent_usd=spent_usd,
    )


def check_budget(
    study: OpenStudy, constructions: Sequence[Construction], trials: Sequence[Trial], *, done: Counter[str]
) -> None:
    """Nothing, if what is expected stays within the study's budget.

    Raises
    ------
    InputError
        If it does not. No model has been called then.
    """
    refuse_above(forecast(study, constructions, trials, done=done), fewer="items, variants, agents or replicates")


def refuse_above(expected: Forecast, *, fewer: str) -> None:
    """Nothing, if what is expected stays within the budget. `fewer` names what may be asked for less of.

    Raises
    ------
    InputError
        If it does not.
    """
    if expected.over_budget:
        fix = f"raise the budget, or ask for fewer {fewer}; `counterproof plan` has it all"
        raise InputError([Problem(file="study.yaml", place="limits.study_usd", wrong=expected.over_budget, fix=fix)])


def _items(study: OpenStudy, constructions: Sequence[Construction]) -> dict[Arm, dict[VariantName, int]]:
    """On how many registered items each variant is asked, by arm."""
    if not constructions:
        accepted = [item for item in study.items if not isinstance(item, DraftItem)]
        # A draft may say what its item does not ask: until somebody accepts it, the item takes no part.
        drafts = len(study.items) - len(accepted)
        registered = len(study.items) - len(unregistered(study)) - drafts
        # The arm without names takes items of genes and groups only.
        with_genes = sum(item.registration is not None for item in accepted)
        numbers = {arm.name: with_genes if arm.name == "anonymised" else registered for arm in study.study.arm_specs}
        return {arm: dict.fromkeys(study.study.variants, number) for arm, number in numbers.items()}
    decidable = [made for made in constructions if made.excluded is None]
    hidden = read_anonymised(study, decidable)
    # Items that are still to be put under opaque names are counted: what they cost is asked before.
    renamed = [
        made
        for made in decidable
        if isinstance(made.registration, Registration)
        and ((known := hidden.get(made.item)) is None or (known.registration is not None and known.excluded is None))
    ]
    return {
        arm.name: {
            name: sum(
                name in PROMPT_VARIANTS or _stands(made, name)
                for made in (renamed if arm.name == "anonymised" else decidable)
            )
            for name in study.study.variants
        }
        for arm in study.study.arm_specs
    }


def _of_agent(
    study: Study, agent: AgentSpec, counts: dict[Arm, dict[VariantName, int]], plain: Counter[VariantName]
) -> dict[Arm, dict[VariantName, int]]:
    """Its trials by arm and variant, in the standard arm with those on items that have no registration, which reference
    agents cannot answer.
    """
    found: dict[Arm, dict[VariantName, int]] = {}
    for arm in study.arm_specs:
        own = {name: count if agent.takes(name) else 0 for name, count in counts[arm.name].items()}
        if arm.name == "standard" and not isinstance(agent, ReferenceAgent):
            own = {name: count + plain[name] for name, count in own.items()}
        replicates = range(1, study.replicates + 1)
        found[arm.name] = {
            name: count * sum(arm.runs(agent=agent.name, variant=name, replicate=one) for one in replicates)
            for name, count in own.items()
        }
    return found


def _over_arms(by_arm: dict[Arm, dict[VariantName, int]]) -> dict[VariantName, int]:
    total: Counter[VariantName] = Counter()
    for own in by_arm.values():
        total.update(own)
    return dict(total)


def _stands(made: Construction, name: VariantName) -> bool:
    failed = {check.variant for check in made.verifications if not check.passed}
    return name in DATA_VARIANTS and name not in failed and any(variant.name == name for variant in made.variants)


def _total(agents: Sequence[AgentForecast], part: Callable[[AgentForecast], float | None]) -> float | None:
    parts = [part(agent) for agent in agents if agent.n_trials]
    known = [value for value in parts if value is not None]
    return sum(known) if len(known) == len(parts) else None


def _wall_hours(study: Study | IdentityStudy, agents: Sequence[AgentForecast], *, jobs: int) -> float | None:
    """Endpoints work side by side, the agents of one endpoint share its places."""
    lanes: dict[str, float] = defaultdict(float)
    for agent in agents:
        if agent.left and agent.hours_left is None:
            return None
        lanes[agent.lane] += agent.hours_left or 0
    places = {name: endpoint.concurrency for name, endpoint in study.endpoints.items()}
    return max((hours / places.get(lane, 1 if lane == LOCAL else jobs) for lane, hours in lanes.items()), default=0.0)
