import pytest

from counterproof.domain.agent import CommandAgent, HarnessAgent, ModelAgent, ReferenceAgent
from counterproof.domain.study import Study
from counterproof.domain.trajectory import Totals, Trajectory
from counterproof.domain.trial import Trial, TrialKey
from counterproof.domain.use import Use
from counterproof.trials.use import trial_use

CLAUDE = HarnessAgent(name="claude", kind="claude_code", model="big", endpoint="one")
PRICE = {"input": 5, "output": 25, "cache_read": 0.5}
ASSUMED = {"input_tokens": 1000, "output_tokens": 100, "seconds": 60}


def study(**settings):
    endpoints = {"one": {"dialect": "anthropic", "base_url": "http://127.0.0.1:1"}}
    return Study(study="x", agents=(CLAUDE,), endpoints=endpoints, seed=1, **settings)


def trial(seconds=10.0, agent="claude", **totals):
    key = TrialKey(
        item="i",
        variant="flip",
        agent=agent,
        replicate=1,
        seed=1,
        item_sha256="0",
        data_sha256="0",
        prompt_sha256="0",
        agent_sha256="0",
    )
    log = Trajectory(format="own", totals=Totals(**totals))
    return Trial(key=key, outcome="answered", trajectory=log, seconds=seconds, started=None)


def test_what_trials_used_comes_before_what_the_study_assumes():
    ran = [trial(10, input_tokens=100, output_tokens=10), trial(30, input_tokens=300, output_tokens=30)]
    found = trial_use(study(prices={"big": PRICE}, assumed={"any": ASSUMED}), CLAUDE, [*ran, trial(agent="other")])
    assert (found.use.input_tokens, found.use.output_tokens, found.use.seconds) == (200, 20, 20)
    assert (found.source, found.seconds_source, found.n_trials) == ("measured", "measured", 2)
    assert found.usd == pytest.approx((200 * 5 + 20 * 25) / 1e6)


def test_an_agents_own_assumption_comes_before_that_of_any_and_that_before_the_options():
    own = study(assumed={"any": ASSUMED, "claude": ASSUMED | {"seconds": 5}})
    assert trial_use(own, CLAUDE, []).use.seconds == 5
    assert trial_use(study(assumed={"any": ASSUMED}), CLAUDE, [], otherwise=Use(seconds=7)).use.seconds == 60
    assert trial_use(study(), CLAUDE, [], otherwise=Use(seconds=7)).seconds_source == "assumed"


def test_what_nobody_knows_is_null_with_its_reason():
    found = trial_use(study(prices={"big": PRICE}), CLAUDE, [trial(input_tokens=None)])
    assert (found.usd, found.source, found.use.input_tokens) == (None, "unknown", None)
    assert "state `assumed`" in found.reason
    assert "no price of 'big'" in trial_use(study(assumed={"any": ASSUMED}), CLAUDE, []).reason


def test_a_cost_that_logs_state_stands_in_for_a_missing_price():
    found = trial_use(study(), CLAUDE, [trial(input_tokens=1, output_tokens=1, cost_usd=0.25)])
    assert (found.usd, found.reason) == (0.25, None)


@pytest.mark.parametrize(
    "agent",
    [
        ReferenceAgent(name="a", route="analyst"),
        CommandAgent(name="a", kind="command", argv=("true",)),
        ModelAgent(name="a", kind="model", model="m", endpoint="local"),
    ],
)
def test_an_agent_without_a_paid_model_costs_nothing(agent):
    found = trial_use(study(assumed={"any": ASSUMED}), agent, [])
    assert (found.usd, found.source) == (0, "none needed")


def test_a_reference_agent_does_not_take_the_time_that_is_assumed_of_models():
    found = trial_use(study(assumed={"any": ASSUMED}), ReferenceAgent(name="a", route="analyst"), [])
    assert found.use.seconds < 1
