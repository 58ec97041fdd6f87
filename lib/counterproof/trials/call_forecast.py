"""What an identity study will take before any model is called: calls, tokens, dollars and hours."""

from collections import Counter, defaultdict
from collections.abc import Sequence

from counterproof.domain.agent import LaunchedAgent
from counterproof.domain.call import Call
from counterproof.domain.condition import ConditionName
from counterproof.domain.use import Use
from counterproof.store.identity import OpenIdentity
from counterproof.trials.calls import CallPlan
from counterproof.trials.forecast import AgentForecast, Forecast, in_all, refuse_above
from counterproof.trials.gateway.purse import spent_by_study
from counterproof.trials.use import trial_use


def forecast_calls(
    study: OpenIdentity,
    plan: CallPlan,
    calls: Sequence[Call],
    *,
    jobs: int = 1,
    otherwise: Use | None = None,
    done: Counter[str] | None = None,
) -> Forecast:
    """What the study takes, told from its plan and the calls that ran. The figures of one call are those of a mean one.

    Parameters
    ----------
    otherwise
        What a call is assumed to use where neither calls nor the study tell.
    done
        How many calls of each agent need not run; those among `calls` if null.
    """
    ran = Counter(call.key.agent for call in calls) if done is None else done
    counts: dict[str, Counter[ConditionName]] = defaultdict(Counter)
    for call in plan.calls:
        counts[call.key.agent][call.key.condition] += 1
    spec = study.study
    agents = tuple(
        AgentForecast(
            agent=agent.name,
            lane=agent.endpoint or "" if isinstance(agent, LaunchedAgent) else "",
            trials=dict(counts[agent.name]),
            done=ran[agent.name],
            each=trial_use(spec, agent, calls, otherwise=otherwise),
        )
        for agent in spec.agents
    )
    return in_all(
        agents,
        spec,
        n_items=len(study.instances),
        n_of=len(study.instances) + len(study.refused),
        jobs=jobs,
        spent_usd=spent_by_study(study.layout.spent),
    )


def check_call_budget(study: OpenIdentity, plan: CallPlan, calls: Sequence[Call], *, done: Counter[str]) -> None:
    """Nothing, if what is expected stays within the study's budget.

    Raises
    ------
    InputError
        If it does not. No model has been called then.
    """
    refuse_above(
        forecast_calls(study, plan, calls, done=done),
        fewer="instances (source.limit), conditions, agents or replicates",
    )
