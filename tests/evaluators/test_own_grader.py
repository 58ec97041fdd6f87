from dataclasses import replace

import pytest
from made_up_runs import made_up_study
from runs_elsewhere import latch_run

from counterproof.domain.loaded_item import LoadedItem
from counterproof.evaluators.imports import import_runs
from counterproof.evaluators.own_grader import own_verdicts
from counterproof.trials.unregistered import read_unregistered

GRADER = {
    "type": "numeric_tolerance",
    "config": {"ground_truth": {"n": 10}, "tolerances": {"n": {"type": "absolute", "value": 2}}},
}


@pytest.fixture
def graded(tmp_path):
    """A study of one item with a grader of its own, and four imported runs: passed, failed, unreadable, and none."""
    study, _ = made_up_study(tmp_path / "study", items=1, agents=1, replicates=1)
    item = LoadedItem(id="count", benchmark="latch", source_id="count", question="How many?", grader=GRADER)
    study = replace(study, items=(item,))
    for number, answer in enumerate(({"n": 11}, {"n": 14}, "many", None), 1):
        latch_run(tmp_path / "runs" / "count" / "openai" / "gpt" / "pi" / f"r{number}", answer=answer)
    import_runs(study, [tmp_path / "runs"])
    return study


def test_each_trial_has_the_verdict_of_the_items_own_grader_with_its_reason(graded):
    trials = read_unregistered(graded, every=True)
    assert read_unregistered(graded) == ()
    scores = own_verdicts(graded, trials)
    assert scores["score"].tolist()[:3] == [1, 0, 0]
    assert set(scores["status"]) <= {"scored", "infra_error"}
    assert scores["reason"][0] == ""
    assert all(scores["reason"][1:])


def test_a_grader_that_cannot_be_read_gives_no_score(graded):
    trials = read_unregistered(graded, every=True)
    other = graded.items[0].model_copy(update={"grader": {"type": "unheard_of"}})
    scores = own_verdicts(replace(graded, items=(other,)), trials)
    assert scores["score"][:2].isna().all()
    assert "the grader cannot be read" in scores["reason"][0]
