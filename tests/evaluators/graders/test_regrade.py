import json

import pytest

from counterproof.evaluators.graders.regrade import agreement, disagreements, read_evals, regrade

EXPLAINED = 0
"""Recorded runs that we grade otherwise; each has a row with its reason in the table of disagreements."""


@pytest.fixture(scope="module")
def latch(shared):
    return shared / "data" / "latch_evals"


@pytest.fixture(scope="module")
def graders(latch):
    return read_evals(latch / "scbench" / "evals")


@pytest.fixture(scope="module")
def runs(latch, graders):
    return regrade(latch / "scbench_results.jsonl", graders=graders)


def test_at_least_98_percent_of_the_recorded_verdicts_are_reached_from_the_answers(runs):
    assert len(runs) == 273
    assert agreement(runs) >= 0.98


def test_every_disagreement_is_a_row_with_a_reason(runs):
    table = disagreements(runs)
    assert len(table) == EXPLAINED, table.to_string()
    assert (table["why"].str.len() > 0).all()


def test_the_recorded_parts_are_reached_too(runs):
    assert all({part.name: part.passed for part in run.ours.components} == run.recorded_fields for run in runs)


def test_both_verdicts_are_there_to_be_agreed_on(runs):
    passed = sum(run.recorded for run in runs)
    assert (passed, len(runs) - passed) == (133, 140)


def test_a_run_recorded_otherwise_is_explained_by_its_parts(latch, graders, tmp_path):
    run = json.loads((latch / "scbench_results.jsonl").read_bytes().split(b"\n")[0])
    result = run["result"]["result"]
    result["passed"] = not result["passed"]
    result["grader_result"]["field_scores"] = {"n_degs": 0.0}
    file = tmp_path / "results.jsonl"
    file.write_text(json.dumps(run), encoding="utf-8")
    table = disagreements(regrade(file, graders=graders))
    assert list(table["why"]) == ["n_degs: 826 lies in [800, 1500] (truth 1150)"]
    result["grader_result"]["field_scores"] = {"n_degs": 1.0}
    file.write_text(json.dumps(run), encoding="utf-8")
    assert disagreements(regrade(file, graders=graders))["why"][0].startswith("every part agrees, the whole does not")


def test_an_item_without_a_grader_is_named(latch):
    with pytest.raises(ValueError, match="no grader for 'DE01_pseudobulk_de'"):
        regrade(latch / "scbench_results.jsonl", graders={})


def test_no_run_has_no_agreement():
    with pytest.raises(ValueError, match="at least one run, got 0"):
        agreement([])
