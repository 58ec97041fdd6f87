from dataclasses import replace

import pytest
from scipy.stats import binom

from counterproof.domain.arm import ArmSpec
from counterproof.domain.problem import InputError
from counterproof.store.digest import digest_of
from counterproof.trials.plan import planned_trials, trial_seeds
from counterproof.trials.read import read_trials
from counterproof.trials.run import run_trials


def keys(planned):
    return [trial.key for trial in planned]


def test_every_decidable_item_meets_every_variant_agent_and_replicate_once(little):
    case = little(items=2, replicates=3)
    planned = keys(planned_trials(case.study, case.made))
    assert len(planned) == len(set(planned)) == 2 * 5 * 5 * 3
    assert {key.item for key in planned} == {"item00", "item01"}
    assert {key.variant for key in planned} == {"original", "null", "withdraw", "flip", "no_data"}
    assert {key.replicate for key in planned} == {1, 2, 3}


def test_an_agent_of_some_variants_has_the_same_trials_there_and_none_elsewhere(little):
    case = little(items=1)
    first = case.study.study.agents[0]
    part = first.model_copy(update={"variants": ("original", "withdraw", "flip")})
    asked = case.study.study.model_copy(update={"agents": (part, *case.study.study.agents[1:])})
    before = keys(planned_trials(case.study, case.made))
    after = keys(planned_trials(replace(case.study, study=asked), case.made))
    gone = [key for key in before if key not in after]
    assert {(key.agent, key.variant) for key in gone} == {(first.name, "null"), (first.name, "no_data")}
    assert set(after) < set(before)


def test_the_plan_is_the_same_every_time(little):
    case = little()
    assert planned_trials(case.study, case.made) == planned_trials(case.study, case.made)


def test_the_prompt_is_the_same_on_all_data_variants_and_no_data_has_no_file(little):
    case = little(items=1)
    planned = planned_trials(case.study, case.made)
    with_data = [trial for trial in planned if trial.key.variant != "no_data"]
    without = [trial for trial in planned if trial.key.variant == "no_data"]
    assert len({trial.prompt for trial in with_data}) == 1
    assert all(trial.data is None and trial.key.data_sha256 is None for trial in without)
    assert "data.h5ad" not in without[0].prompt


def test_no_agent_is_handed_the_flip_answer_or_the_variant_and_only_two_the_key(little):
    case = little(items=1)
    for trial in planned_trials(case.study, case.made):
        told = {"brief", "prior"} if trial.agent.route in ("reciter", "fallback") else {"brief"}
        assert trial.handout.keys() == told
        assert trial.handout["brief"].keys() == {"question", "options", "block", "block_class", "margin"}


def test_seeds_tell_items_agents_and_replicates_apart_but_not_variants(little):
    case = little(items=2, replicates=2)
    planned = keys(planned_trials(case.study, case.made))
    seeds = {(key.item, key.agent, key.replicate): key.seed for key in planned}
    assert len(set(seeds.values())) == len(seeds) == 2 * 5 * 2
    assert all(key.seed == seeds[key.item, key.agent, key.replicate] for key in planned)


def test_no_two_trials_share_the_seed_of_their_agents_chance(little):
    case = little(items=2, replicates=2)
    planned = planned_trials(case.study, case.made)
    assert len({trial.agent_seed for trial in planned}) == len(planned)


def test_a_seed_is_the_same_in_every_process():
    found = trial_seeds(7, item="item00", agent="analyst", replicates=[1, 12])
    assert found == {1: 3157978313, 12: int(digest_of([7, "item00", "analyst", 12])[:8], 16)}


def test_a_variant_that_was_not_asked_for_by_the_registration_is_left_out(little):
    case = little(items=1, variants=("original", "null", "withdraw", "withdraw_shuffle", "flip"))
    assert "withdraw_shuffle" not in {key.variant for key in keys(planned_trials(case.study, case.made))}


def test_a_registered_variant_without_a_file_is_refused(little):
    case = little(items=1)
    made = case.made[0].model_copy(update={"variants": case.made[0].variants[:3]})
    with pytest.raises(InputError, match="construction of item00: the variant 'flip' is registered and has no file"):
        planned_trials(case.study, (made,))


def test_another_arm_adds_its_part_of_the_study_and_changes_no_trial_of_the_standard_one(little):
    case = little(items=1, replicates=2)
    plain = planned_trials(case.study, case.made)
    part = ArmSpec(name="abstain_option", agents=("analyst",), variants=("original", "withdraw"), replicates=1)
    study = replace(case.study, study=case.study.study.model_copy(update={"arms": (part,)}))
    planned = planned_trials(study, case.made)
    assert tuple(trial for trial in planned if trial.key.arm == "standard") == plain
    added = [trial for trial in planned if trial.key.arm == "abstain_option"]
    assert [(trial.key.agent, trial.key.variant, trial.key.replicate) for trial in added] == [
        ("analyst", "original", 1),
        ("analyst", "withdraw", 1),
    ]
    assert {trial.abstain for trial in added} == {"E"}
    assert {trial.abstain for trial in plain} == {None}
    assert len({study.layout.trial(trial.key) for trial in planned}) == len(planned)


def test_a_guesser_draws_from_the_option_to_abstain_too_and_nobody_else_is_told_of_it(little):
    case = little(items=1, routes=("guesser", "fallback", "eliminator"), replicates=100, arms=("abstain_option",))
    planned = planned_trials(case.study, case.made)
    told = {(trial.agent.route, trial.key.arm): trial.handout.get("abstain") for trial in planned}
    assert {key: letter for key, letter in told.items() if letter} == {("guesser", "abstain_option"): "E"}


def test_a_guesser_abstains_once_in_five_trials_where_four_options_and_abstaining_are_offered(little):
    case = little(items=1, routes=("guesser",), replicates=60, arms=("abstain_option",))
    run_trials(case.study, case.made)
    trials = read_trials(case.study, case.made, arm="abstain_option")
    abstained = sum(trial.outcome == "abstained" for trial in trials)
    low, high = binom.ppf([0.001, 0.999], len(trials), 1 / 5)
    assert len(trials) == 300
    assert low <= abstained <= high
    assert {trial.outcome for trial in trials} == {"answered", "abstained"}
    assert {trial.outcome for trial in read_trials(case.study, case.made)} == {"answered"}
