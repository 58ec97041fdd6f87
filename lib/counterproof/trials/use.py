"""What a trial or call of each agent uses: measured where some ran, assumed where the study says so, else unknown."""

from collections.abc import Callable, Iterable, Sequence
from statistics import fmean
from typing import Literal

from counterproof.domain.agent import AgentSpec, ModelAgent, ReferenceAgent
from counterproof.domain.call import Call
from counterproof.domain.endpoint import Price
from counterproof.domain.identity_study import Answerer, IdentityStudy
from counterproof.domain.record import Record
from counterproof.domain.study import Study
from counterproof.domain.trajectory import Totals
from counterproof.domain.trial import Trial
from counterproof.domain.use import ANY, Use
from counterproof.trials.gateway.usage import Tokens, cost_usd
from counterproof.trials.stored import StoredTrials

REFERENCE_SECONDS = 0.05
"""What a trial or call of a reference agent takes on one core of a laptop."""

Ran = Sequence[Trial | Call]
"""What has run: an audit's trials, or an identity study's calls."""

Source = Literal["measured", "assumed", "none needed", "unknown"]


class TrialUse(Record):
    """The mean use of an agent's trials or calls, its cost in US dollars, and where each comes from.

    The cost is by the study's price, else what the agents' logs state.

    `source` tells of the tokens, `seconds_source` of the time; `n_trials` were measured. `reason` says why `usd` is
    null.
    """

    use: Use
    usd: float | None
    source: Source
    seconds_source: Source
    n_trials: int = 0
    reason: str | None = None


def trial_use(
    study: Study | IdentityStudy, agent: AgentSpec | Answerer, trials: Ran, *, otherwise: Use | None = None
) -> TrialUse:
    """What a trial or call of this agent uses, from its own among `trials`.

    Parameters
    ----------
    otherwise
        What to assume where neither a trial nor the study tells.
    """
    own = _of_agent(agent.name, trials)
    measured = _mean(own)
    stated = study.assumed.get(agent.name) or study.assumed.get(ANY) or otherwise or Use()
    measured_usd = _mean_of(trial.trajectory.totals.cost_usd for trial in own)
    if isinstance(agent, ReferenceAgent | Answerer) and agent.name not in study.assumed:
        # What is assumed of any agent is meant for those with a model.
        stated = Use(seconds=REFERENCE_SECONDS)
    seconds, of_seconds = _first(measured.seconds, stated.seconds)
    if _is_free(agent):
        use = Use(input_tokens=0, output_tokens=0, seconds=seconds)
        return TrialUse(use=use, usd=0, source="none needed", seconds_source=of_seconds, n_trials=len(own))
    if measured.input_tokens is not None and measured.output_tokens is not None:
        tokens, source = measured, "measured"
    elif stated.input_tokens is not None and stated.output_tokens is not None:
        tokens, source = stated, "assumed"
    else:
        tokens, source = Use(), "unknown"
    model = None if isinstance(agent, ReferenceAgent | Answerer) else agent.model
    usd, reason = _cost(tokens, study.prices.get(model or ""), model=model)
    if usd is None and measured_usd is not None:
        usd, reason = measured_usd, None
    return TrialUse.model_validate(
        {
            "use": tokens.model_copy(update={"seconds": seconds}),
            "usd": usd,
            "source": source,
            "seconds_source": of_seconds,
            "n_trials": len(own),
            "reason": reason,
        }
    )


def _of_agent(agent: str, trials: Ran) -> Ran:
    if isinstance(trials, StoredTrials):
        return trials.where(lambda file: file.agent == agent)
    return [trial for trial in trials if trial.key.agent == agent]


def _is_free(agent: AgentSpec | Answerer) -> bool:
    """Whether an agent has no model that anybody is paid for."""
    return isinstance(agent, ReferenceAgent | Answerer) or agent.endpoint is None or _is_local(agent)


def _is_local(agent: AgentSpec | Answerer) -> bool:
    return isinstance(agent, ModelAgent) and agent.is_local


def _mean(trials: Ran) -> Use:
    totals = [trial.trajectory.totals for trial in trials]

    def mean(told: Callable[[Totals], float | None]) -> float | None:
        return _mean_of(told(each) for each in totals)

    return Use(
        input_tokens=mean(lambda each: each.input_tokens),
        cached_input_tokens=mean(lambda each: each.cached_input_tokens) or 0,
        cache_write_tokens=mean(lambda each: each.cache_write_tokens) or 0,
        output_tokens=mean(lambda each: each.output_tokens),
        seconds=_mean_of(trial.seconds for trial in trials),
    )


def _mean_of(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return fmean(known) if known else None


def _first(measured: float | None, stated: float | None) -> tuple[float | None, Source]:
    if measured is not None:
        return measured, "measured"
    return (stated, "assumed") if stated is not None else (None, "unknown")


def _cost(use: Use, price: Price | None, *, model: str | None) -> tuple[float | None, str | None]:
    if price is None:
        return None, f"no price of {model!r}: add it to `prices` in study.yaml" if model else "names no model"
    usd = cost_usd(_tokens(use), price)
    return usd, None if usd is not None else "no trial has told its tokens: state `assumed` in study.yaml"


def _tokens(use: Use) -> Tokens:
    whole = use.model_dump(exclude={"seconds"})
    return Tokens(**{name: None if value is None else round(value) for name, value in whole.items()})
