from dataclasses import replace

import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.registration import Registration
from counterproof.trials.plan import planned_trials
from counterproof.trials.read import read_trial, read_trials
from counterproof.trials.run import run_trials


def test_trials_are_read_in_the_order_of_the_plan(little):
    case = little()
    run_trials(case.study, case.made)
    planned = [trial.key for trial in planned_trials(case.study, case.made)]
    assert [trial.key for trial in read_trials(case.study, case.made)] == planned


def test_what_has_not_run_is_not_there(little):
    case = little()
    assert read_trials(case.study, case.made) == ()


def test_trials_of_an_item_whose_registration_changed_are_stale(little):
    case = little()
    run_trials(case.study, case.made)
    first = case.made[0]
    changed = Registration.model_validate(first.registration.model_dump() | {"margin": 0.6})
    made = (first.model_copy(update={"registration": changed}), *case.made[1:])
    assert {trial.key.item for trial in read_trials(case.study, made)} == {"item01"}
    assert {path.parent.name for path in case.trials.rglob("*.json")} == {"item00", "item01"}


def test_a_damaged_record_is_named(little):
    case = little(items=1)
    run_trials(case.study, case.made)
    path = next(iter(case.trials.rglob("*.json")))
    path.write_text("{}")
    with pytest.raises(InputError, match=path.name):
        list(read_trials(case.study, case.made))


def test_one_trial_is_found_by_its_names_and_a_missing_one_is_named(little):
    case = little(items=1)
    run_trials(case.study, case.made)
    trials = read_trials(case.study, case.made)
    assert read_trial(trials, item="item00", agent="reciter", variant="flip").key.variant == "flip"
    with pytest.raises(ValueError, match="no trial of 'reciter' on 'item00', flip, replicate 2"):
        read_trial(trials, item="item00", agent="reciter", variant="flip", replicate=2)


def test_trials_are_read_of_one_arm_at_a_time(little):
    case = little(items=1)
    study = replace(case.study, study=case.study.study.model_copy(update={"arms": ("abstain_option",)}))
    run_trials(study, case.made)
    standard, abstain = (read_trials(study, case.made, arm=arm) for arm in ("standard", "abstain_option"))
    assert (len(standard), len(abstain)) == (25, 25)
    assert {trial.key.arm for trial in abstain} == {"abstain_option"}
    assert read_trials(study, case.made) == standard == read_trials(case.study, case.made)
