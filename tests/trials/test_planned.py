import dataclasses

import pytest

from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.endpoint import Price
from counterproof.trials.plan import planned_trials


@pytest.fixture
def planned(little):
    case = little(items=1, routes=("analyst", "guesser"), replicates=2)
    return planned_trials(case.study, case.made)


def test_no_two_trials_share_a_seed_and_each_keeps_its_own(planned):
    seeds = [trial.agent_seed for trial in planned]
    assert len(set(seeds)) == len(planned) > 10
    assert all(0 <= seed < 2**32 for seed in seeds)
    assert seeds == [trial.agent_seed for trial in planned]


def test_another_prompt_is_another_seed(planned):
    one = planned[0]
    other = dataclasses.replace(one, key=one.key.model_copy(update={"prompt_sha256": "0" * 64}))
    assert other.agent_seed != one.agent_seed


def test_what_a_mixed_agent_remembers_is_drawn_once_for_all_variants(planned):
    mixed = ReferenceAgent(name="mixed", route="mixed", recalls=0.5)
    own = [dataclasses.replace(trial, agent=mixed) for trial in planned if trial.key.agent == "analyst"]
    by_replicate = {}
    for trial in own:
        by_replicate.setdefault(trial.key.replicate, set()).add(trial.agent_seed)
    assert [len(seeds) for seeds in by_replicate.values()] == [1, 1]
    assert len(set.union(*by_replicate.values())) == 2


def test_a_trial_is_paid_where_its_model_has_a_price_be_it_0(planned):
    assert not planned[0].paid
    assert dataclasses.replace(planned[0], price=Price(input=0, output=0)).paid


def test_the_options_are_their_letters_without_the_one_to_abstain(planned):
    assert planned[0].options == ("A", "B", "C", "D")
    assert dataclasses.replace(planned[0], abstain="E").options == ("A", "B", "C", "D")
