import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from identity_made_up import opened

from counterproof.domain.problem import InputError
from counterproof.trials.call_forecast import check_call_budget, forecast_calls
from counterproof.trials.call_run import read_calls, run_calls
from counterproof.trials.calls import planned_calls

READER = {"name": "reader", "route": "reader"}
CLAUDE = {"name": "claude", "kind": "claude_code", "model": "big", "endpoint": "one"}
PAID = {
    "agents": (READER, CLAUDE),
    "conditions": ("named", "blind"),
    "replicates": 3,
    "endpoints": {"one": {"dialect": "anthropic", "base_url": "http://127.0.0.1:9", "concurrency": 2}},
    "prices": {"big": {"input": 5, "output": 25}},
    "assumed": {"any": {"input_tokens": 100_000, "output_tokens": 10_000, "seconds": 360}},
}
EACH_USD = 0.5 + 0.25
CALLS = 2 * 12 * 3


def expected(study, **settings):
    return forecast_calls(study, planned_calls(study), (), **settings)


def test_the_calls_are_those_that_are_planned(tmp_path):
    study = opened(tmp_path, instances_per_call=4, replicates=2)
    planned = Counter((call.key.agent, call.key.condition) for call in planned_calls(study).calls)
    found = expected(study)
    assert {(a.agent, name): n for a in found.agents for name, n in a.trials.items()} == planned
    assert (found.n_trials, found.n_items, found.usd, found.over_budget) == (planned.total(), 16, 0, None)


def test_dollars_tokens_and_hours_follow_from_a_calls_use(tmp_path):
    found = expected(opened(tmp_path, **PAID))
    claude = found.agents[1]
    assert claude.n_trials == CALLS
    assert found.usd == found.usd_left == claude.usd == pytest.approx(CALLS * EACH_USD)
    assert found.tokens == CALLS * 110_000
    assert claude.hours_left == pytest.approx(CALLS * 0.1)
    # Two at a time at the endpoint, and a reader beside them.
    assert found.wall_hours == pytest.approx(CALLS * 0.1 / 2)


def test_instances_that_share_a_call_cost_one_call(tmp_path):
    assert expected(opened(tmp_path, **PAID | {"instances_per_call": 8})).agents[1].n_trials == 2 * 2 * 3


def test_calls_that_ran_are_measured_and_not_left(tmp_path):
    study = opened(tmp_path, agents=(READER,), conditions=("named",))
    run_calls(study)
    plan = planned_calls(study)
    (reader,) = forecast_calls(study, plan, read_calls(study, plan=plan)).agents
    assert (reader.n_trials, reader.left, reader.each.seconds_source) == (12, 0, "measured")


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"limits": {"study_usd": 0}}, "about 54.00 dollars are expected, and the budget is 0.00"),
        ({"limits": {"study_usd": 53.9}}, "about 54.00 dollars are expected, and the budget is 53.90"),
        ({"limits": {"study_usd": 0}, "prices": {}}, "the cost cannot be told (claude: no price of 'big'"),
    ],
)
def test_a_study_above_its_budget_makes_no_call(tmp_path, settings, told):
    study = opened(tmp_path, **PAID | settings)
    with pytest.raises(InputError) as caught:
        run_calls(study)
    (problem,) = caught.value.problems
    assert (problem.place, told in problem.wrong) == ("limits.study_usd", True), problem.wrong
    assert "source.limit" in problem.fix
    assert not list(study.calls.rglob("*.json"))


def test_a_study_within_its_budget_or_with_nothing_left_may_start(tmp_path):
    within = opened(tmp_path, **PAID | {"limits": {"study_usd": 54.01}})
    check_call_budget(within, planned_calls(within), (), done=Counter())
    none = opened(tmp_path, **PAID | {"limits": {"study_usd": 0}})
    check_call_budget(none, planned_calls(none), (), done=Counter(claude=CALLS, reader=CALLS))


def test_what_was_spent_counts_towards_the_budget(tmp_path):
    study = opened(tmp_path, **PAID | {"limits": {"study_usd": 54.5}})
    study.layout.spent.parent.mkdir(parents=True, exist_ok=True)
    study.layout.spent.write_text("0.75\n")
    with pytest.raises(InputError, match=r"about 54\.75 dollars are expected"):
        check_call_budget(study, planned_calls(study), (), done=Counter())


def test_an_assumption_about_nobody_is_refused(tmp_path):
    with pytest.raises(ValueError, match="assumes something of 'cloud'; the agents are reader, claude, or any"):
        opened(tmp_path, **PAID | {"assumed": {"cloud": {"seconds": 3}}})
