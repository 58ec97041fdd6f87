import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.trial import TrialKey
from counterproof.store.digest import digest_of
from counterproof.trials.many import ManyTrials
from counterproof.trials.plan import n_planned, planned_files, planned_trials
from counterproof.trials.planned import PlannedTrial

ANALYST = ReferenceAgent(name="a", route="analyst")
KEY = {"variant": "flip", "item_sha256": "0", "data_sha256": None, "agent_sha256": "1"}


@pytest.fixture
def several(little):
    case = little(replicates=3, arms=["standard", {"name": "abstain_option", "agents": ["analyst"], "replicates": 2}])
    return case.study, case.made


def test_the_files_of_a_plan_are_those_of_its_trials_in_their_order(several):
    study, made = several
    files, planned = planned_files(study, made), planned_trials(study, made)
    assert [study.layout.work / file.name for file in files] == [study.layout.trial(one.key) for one in planned]
    assert [file.digest for file in files] == [digest_of(one.key) for one in planned]
    assert [file[2:7] for file in files] == [
        (one.key.item, one.key.agent, one.key.variant, one.key.arm, one.key.replicate) for one in planned
    ]


@pytest.mark.parametrize("arm", ["standard", "abstain_option", "anonymised"])
def test_the_number_of_trials_of_an_arm_is_that_of_its_files(several, arm):
    assert n_planned(*several, arm=arm) == sum(file.arm == arm for file in planned_files(*several))


def test_trials_are_left_out_by_the_names_of_their_files(several):
    files, planned = planned_files(*several), planned_trials(*several)
    gone = {file.name for file in files[::3]}
    assert planned_trials(*several, without=gone) == tuple(
        one for one, file in zip(planned, files, strict=True) if file.name not in gone
    )


@given(
    st.text(min_size=1), st.text(min_size=1), st.text(), st.dictionaries(st.integers(1, 10**6), st.integers(0, 2**32))
)
def test_the_digest_is_that_of_the_key_whatever_its_texts_hold(item, agent, prompt, seeds):
    sly = f'{prompt}"replicate":0,"seed":0'
    key = TrialKey(item=item, agent=agent, prompt_sha256=sly, replicate=0, seed=0, **KEY)
    many = ManyTrials(PlannedTrial(key, ANALYST, {}, "", None, {}), seeds)
    expected = [key.model_copy(update={"replicate": number, "seed": seed}) for number, seed in seeds.items()]
    assert [file.digest for file in many.files] == [digest_of(one) for one in expected]
    assert [many.trial(place).key for place in range(len(seeds))] == expected
