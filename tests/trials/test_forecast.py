from collections import Counter
from pathlib import Path

import pytest

from counterproof.benchmarks.own import open_study
from counterproof.domain.loaded_item import DraftItem
from counterproof.domain.problem import InputError
from counterproof.domain.study import Study
from counterproof.store.study import OpenStudy
from counterproof.trials.forecast import check_budget, forecast
from counterproof.trials.plan import planned_trials
from counterproof.trials.read import read_trials
from counterproof.trials.run import run_trials

PAID = {
    "endpoints": {"one": {"dialect": "anthropic", "base_url": "http://127.0.0.1:9", "concurrency": 2}},
    "prices": {"big": {"input": 5, "output": 25}},
    "assumed": {"any": {"input_tokens": 100_000, "output_tokens": 10_000, "seconds": 360}},
}
CLAUDE = {"name": "claude", "kind": "claude_code", "model": "big", "endpoint": "one"}
ANALYST = {"name": "analyst", "route": "analyst"}


def paid(case, **settings):
    """The same study with an agent that costs 0.75 dollars a trial."""
    old = case.study
    study = Study(study="little", agents=(ANALYST, CLAUDE), replicates=2, seed=7, **(PAID | settings))
    return OpenStudy(study, old.items, old.layout)


def test_the_trials_are_those_that_are_planned(little):
    case = little(items=2, replicates=3, variants=("original", "null", "withdraw", "withdraw_shuffle", "flip"))
    found = forecast(case.study, case.made, ())
    planned = Counter((trial.key.agent, trial.key.variant) for trial in planned_trials(case.study, case.made))
    assert {(a.agent, name): n for a in found.agents for name, n in a.trials.items() if n} == planned
    assert found.n_trials == planned.total()


def test_the_trials_of_every_arm_are_those_that_are_planned(little):
    arms = (
        "standard",
        {"name": "abstain_option", "agents": ["analyst"], "variants": ["original", "flip"], "replicates": 2},
    )
    case = little(items=2, replicates=3, arms=arms)
    found = forecast(case.study, case.made, ())
    planned = Counter(
        (trial.key.agent, trial.key.arm, trial.key.variant) for trial in planned_trials(case.study, case.made)
    )
    by_variant = {(a.agent, name): n for a in found.agents for name, n in a.trials.items()}
    by_arm = {(a.agent, arm): n for a in found.agents for arm, n in a.arms.items()}
    assert planned["analyst", "abstain_option", "flip"] == 2 * 2
    for (agent, variant), n in by_variant.items():
        assert n == sum(count for (one, _, name), count in planned.items() if (one, name) == (agent, variant))
    for (agent, arm), n in by_arm.items():
        assert n == sum(count for (one, name, _), count in planned.items() if (one, name) == (agent, arm))
    assert found.n_trials == planned.total()


def test_another_arm_counts_against_the_budget(little):
    case = little(items=2)
    arms = ("standard", {"name": "abstain_option", "replicates": 1})
    study = paid(case, arms=arms, limits={"study_usd": 15})
    assert forecast(study, case.made, ()).usd == pytest.approx(0.75 * 30)
    with pytest.raises(InputError, match=r"about 22\.50 dollars are expected, and the budget is 15\.00"):
        run_trials(study, case.made)


def test_before_construction_every_registered_item_counts(little):
    case = little(items=2)
    found = forecast(case.study, (), ())
    assert (found.n_items, found.n_of, found.constructed) == (3, 3, False)


def test_a_draft_that_nobody_accepted_is_not_registered(little):
    case = little(items=2)
    first, *others = case.study.items
    draft = DraftItem(**first.model_dump(), draft=True)
    study = OpenStudy(case.study.study, (draft, *others), case.study.layout)
    assert (forecast(study, (), ()).n_items, forecast(study, (), ()).n_of) == (2, 3)


def test_items_that_ask_for_numbers_count_as_registered():
    study = open_study(Path(__file__).parents[2] / "data" / "studies" / "genetics")
    assert forecast(study, (), ()).n_items == len(study.items) == 4


def test_dollars_tokens_and_hours_follow_from_a_trials_use(little):
    case = little(items=2)
    found = forecast(paid(case), case.made, ())
    claude = found.agents[1]
    assert claude.n_trials == 2 * 5 * 2
    assert claude.usd == pytest.approx(20 * 0.75) == found.usd == found.usd_left
    assert found.tokens == 20 * 110_000
    assert claude.hours_left == pytest.approx(20 * 0.1)
    assert found.wall_hours == pytest.approx(1.0, rel=0.01)


def test_trials_that_ran_are_not_left(little):
    case = little(items=1, routes=("analyst",))
    run_trials(case.study, case.made)
    (analyst,) = forecast(case.study, case.made, read_trials(case.study, case.made)).agents
    assert (analyst.n_trials, analyst.done, analyst.left, analyst.each.seconds_source) == (5, 5, 0, "measured")


def test_a_sum_with_an_unknown_part_is_unknown(little):
    case = little(items=1)
    found = forecast(paid(case, prices={}), case.made, ())
    assert (found.usd, found.tokens) == (None, 10 * 110_000)
    assert found.over_budget is None


@pytest.mark.parametrize(
    ("budget", "prices", "told"),
    [
        (0, PAID["prices"], "about 15.00 dollars are expected, and the budget is 0.00"),
        (14.9, PAID["prices"], "about 15.00 dollars are expected, and the budget is 14.90"),
        (0, {}, "the cost cannot be told (claude: no price of 'big'"),
    ],
)
def test_a_study_above_its_budget_does_not_start(little, budget, prices, told):
    case = little(items=2)
    study = paid(case, prices=prices, limits={"study_usd": budget})
    with pytest.raises(InputError) as caught:
        run_trials(study, case.made)
    (problem,) = caught.value.problems
    assert (problem.place, told in problem.wrong) == ("limits.study_usd", True), problem.wrong
    assert not list(case.trials.rglob("*.json"))


def test_what_was_spent_counts_towards_the_budget(little):
    case = little(items=2)
    study = paid(case, limits={"study_usd": 15.5})
    check_budget(study, case.made, (), done=Counter())
    study.layout.spent.parent.mkdir(parents=True, exist_ok=True)
    study.layout.spent.write_text("0.75\n")
    with pytest.raises(InputError, match=r"about 15\.75 dollars are expected"):
        check_budget(study, case.made, (), done=Counter())


def test_a_study_within_its_budget_or_with_nothing_left_may_start(little):
    case = little(items=2)
    check_budget(paid(case, limits={"study_usd": 15.01}), case.made, (), done=Counter())
    check_budget(paid(case, limits={"study_usd": 0}), case.made, (), done=Counter(claude=20, analyst=20))
    check_budget(paid(case, assumed={}, limits={"study_usd": 1}), case.made, (), done=Counter())
    free = little(items=2, routes=("analyst",), limits={"study_usd": 0})
    check_budget(free.study, free.made, (), done=Counter())
