import pytest

from counterproof.domain.answer import Answer
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Trial
from counterproof.store.digest import digest_of
from counterproof.store.records import write_record
from counterproof.store.study import OpenStudy
from counterproof.trials.unregistered import (
    plain_variants,
    read_unregistered,
    unregistered,
    unregistered_files,
    unregistered_trials,
    why_not_asked,
)

PROGRAM = {"name": "looker", "kind": "command", "argv": ["true"]}


@pytest.fixture
def study(little):
    """Two items that nothing decides, one of them without data, beside a registered one."""
    open_study = little(items=2, agents=[PROGRAM, {"name": "analyst", "route": "analyst"}], replicates=2).study
    first, second, third = open_study.items
    items = (
        first.model_copy(update={"registration": None}),
        second.model_copy(update={"registration": None, "data": first.data.model_copy(update={"source": "none"})}),
        third,
    )
    open_study.layout.study.mkdir(parents=True, exist_ok=True)
    (open_study.layout.study / "cells.h5ad").write_bytes(b"cells")
    return OpenStudy(open_study.study, items, open_study.layout)


def test_only_items_without_a_registration_are_meant(study):
    assert [item.id for item in unregistered(study)] == ["item00", "item01"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({}, ""),
        ({"options": {}, "key": ""}, "it has no options to choose from"),
        ({"key": "AB"}, "its key is not one option, and an answer is"),
        ({"key": ""}, "its key is not one option, and an answer is"),
    ],
)
def test_an_item_that_no_agent_can_be_asked_is_told_why(study, change, why):
    assert why_not_asked(study.items[0].model_copy(update=change)) == why


def test_programs_are_asked_each_version_in_each_replicate_and_reference_agents_none(study):
    keys = [trial.key for trial in unregistered_trials(study)]
    assert {key.agent for key in keys} == {"looker"}
    assert [(key.item, key.variant, key.replicate) for key in keys] == [
        (item, variant, replicate)
        for item, variant in (("item00", "original"), ("item00", "no_data"), ("item01", "no_data"))
        for replicate in (1, 2)
    ]
    assert plain_variants(study) == {"original": 1, "no_data": 2}
    assert len(unregistered_files(study)) == 6


def test_the_file_is_given_as_it_was_published(study):
    given = {trial.key.variant: trial.data for trial in unregistered_trials(study) if trial.key.item == "item00"}
    assert given == {"original": study.layout.study / "cells.h5ad", "no_data": None}


def test_other_data_make_other_trials(study):
    before = {file.name for file in unregistered_files(study)}
    (study.layout.study / "cells.h5ad").write_bytes(b"other cells")
    after = {file.name for file in unregistered_files(study)}
    assert len(before & after) == 4


def test_those_that_have_run_are_left_out_and_read(study):
    planned = unregistered_trials(study)
    done = Trial(
        key=planned[0].key,
        handout={},
        outcome="answered",
        answer=Answer(choice=("B",)),
        trajectory=Trajectory(format="empty"),
        seconds=1,
        started="2026-01-01T00:00:00.000+00:00",
    )
    name = unregistered_files(study)[0].name
    write_record(study.layout.work / name, done)
    assert [trial.key for trial in read_unregistered(study)] == [done.key]
    assert [trial.key for trial in unregistered_trials(study, without=[name])] == [trial.key for trial in planned[1:]]


@pytest.mark.parametrize(("change", "kept"), [({}, True), ({"question": "Another?"}, False)])
def test_an_imported_trial_counts_until_its_item_has_changed(study, change, kept):
    item = study.items[0]
    key = unregistered_trials(study)[0].key.model_copy(update={"agent": "elsewhere", "item_sha256": digest_of(item)})
    trial = Trial(
        key=key,
        handout={},
        outcome="abstained",
        answer=Answer(),
        trajectory=Trajectory(format="empty"),
        seconds=1,
        started="2026-01-01T00:00:00.000+00:00",
    )
    write_record(study.layout.imported / "elsewhere" / item.id / "one.json", trial)
    now = OpenStudy(study.study, (item.model_copy(update=change), *study.items[1:]), study.layout)
    assert [trial.key.agent for trial in read_unregistered(now)] == (["elsewhere"] if kept else [])
