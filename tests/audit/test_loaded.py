import json
import shutil
from dataclasses import replace

import pandas as pd
import pytest
from access_tables import access_tables
from made_up_runs import made_up_study, write_trials

from counterproof.audit import loaded
from counterproof.audit.loaded import load_trials, table_of
from counterproof.audit.table import trial_table
from counterproof.domain.problem import InputError
from counterproof.trials.read import read_trials


@pytest.fixture
def large(tmp_path):
    study, constructions = made_up_study(tmp_path, items=2, agents=2, replicates=1)
    write_trials(study, constructions, calls=200, seed=3)
    return study, constructions


def assert_same(found, study, constructions):
    trials = read_trials(study, constructions)
    checks, flags = access_tables(trials)
    pd.testing.assert_frame_equal(found.trials, trial_table(study, constructions, trials))
    pd.testing.assert_frame_equal(found.checks, checks)
    pd.testing.assert_frame_equal(found.flags, flags)


def test_the_tables_are_those_of_the_trials_the_first_time_and_again(large):
    for _ in range(2):
        assert_same(load_trials(*large), *large)
    assert len(load_trials(*large).trials) == 20


def test_each_arm_has_tables_of_its_own(large):
    arm = "abstain_option"
    asked = large[0].study.model_copy(update={"arms": ("standard", arm)})
    study, constructions = replace(large[0], study=asked), large[1]
    write_trials(study, constructions, calls=200, seed=4)
    found = load_trials(study, constructions, arm=arm)
    expected = trial_table(study, constructions, read_trials(study, constructions, arm=arm))
    pd.testing.assert_frame_equal(found.trials, expected)
    assert set(found.trials["arm"]) == {arm}
    assert_same(load_trials(study, constructions), study, constructions)


def test_a_second_time_no_trial_is_read(large, monkeypatch):
    load_trials(*large)
    monkeypatch.setattr(loaded, "read_record", lambda *_: pytest.fail("read again"))
    assert len(load_trials(*large).checks) == 20


def test_a_trial_that_was_run_again_is_read_again(large):
    study = large[0]
    load_trials(*large)
    path = next(study.layout.trials.rglob("*.json"))
    record = json.loads(path.read_text())
    path.write_text(json.dumps(record | {"outcome": "timeout", "reason": "took 9 s of 5 s", "answer": None}))
    assert "timeout" in set(load_trials(*large).trials["outcome"])
    assert_same(load_trials(*large), *large)


def test_another_own_place_is_another_audit(large):
    path = next(path for path in large[0].layout.trials.rglob("*.json") if '"tool_call"' in path.read_text())
    record = json.loads(path.read_text())
    step = next(step for step in record["trajectory"]["steps"] if step["kind"] == "tool_call")
    step["input"] = "cat /srv/notes/today.txt"
    path.write_text(json.dumps(record))
    flags = [load_trials(*large, own=own).flags for own in ((), ("/srv",))]
    assert [int(each["quote"].str.contains("/srv/").sum()) for each in flags] == [1, 0]
    assert_same(load_trials(*large), *large)


def test_a_damaged_trial_is_named(large):
    path = next(large[0].layout.trials.rglob("*.json"))
    path.write_text("{}")
    with pytest.raises(InputError, match=path.name):
        load_trials(*large)


def test_no_trial_is_an_empty_table(tmp_path):
    found = load_trials(*made_up_study(tmp_path, items=1, agents=1, replicates=1))
    assert [len(frame) for frame in found] == [0, 0, 0]


def test_many_trials_are_read_by_two_processes_with_the_same_tables(large, monkeypatch):
    monkeypatch.setattr(loaded, "WORTH", 2)
    assert_same(load_trials(*large), *large)


def test_a_trial_that_is_gone_or_new_is_gone_from_the_tables_or_new_in_them(large):
    study = large[0]
    whole = load_trials(*large)
    path = next(study.layout.trials.rglob("*.json"))
    record = path.read_bytes()
    path.unlink()
    assert len(load_trials(*large).trials) == len(whole.trials) - 1
    assert_same(load_trials(*large), *large)
    path.write_bytes(record)
    assert_same(load_trials(*large), *large)
    pd.testing.assert_frame_equal(load_trials(*large).trials, whole.trials)


def test_the_table_of_stored_trials_is_that_of_the_records(large):
    trials = read_trials(*large)
    expected = trial_table(*large, tuple(trials))
    pd.testing.assert_frame_equal(table_of(*large, trials), expected)
    pd.testing.assert_frame_equal(table_of(*large, tuple(trials)), expected)


def test_trials_of_the_same_study_in_another_folder_have_their_own_table(large, tmp_path):
    study, constructions = large
    other = replace(study, layout=replace(study.layout, work=tmp_path / "elsewhere"))
    shutil.copytree(study.layout.trials, other.layout.trials)
    for path in other.layout.trials.rglob("*.json"):
        record = json.loads(path.read_text())
        path.write_text(json.dumps(record | {"outcome": "timeout", "reason": "took 9 s of 5 s", "answer": None}))
    trials = read_trials(other, constructions)
    assert set(table_of(study, constructions, trials)["outcome"]) == {"timeout"}


def test_trials_found_before_another_one_ended_have_the_table_of_those_found(large):
    path = next(large[0].layout.trials.rglob("*.json"))
    record = path.read_bytes()
    path.unlink()
    trials = read_trials(*large)
    path.write_bytes(record)
    assert len(table_of(*large, trials)) == len(trials) == 19
