from dataclasses import fields

import pandas as pd
import pytest
from made_up_audit import made_up_open_study, made_up_study

from counterproof.audit.rubrics.findings import RubricFindings, find_rubrics
from counterproof.domain.problem import InputError

RUBRIC = """
id: r
families: [marker, abundance]
items: [%s]
criteria:
  - {id: opens, points: 1, rule: opens_data, ask: It opens the file}
  - {id: computes, points: 3, rule: computes, ask: It computes}
"""
RUNS = "trial,item,agent,passed\n" + "".join(
    f"{item}{agent}{n},{item},{agent},{(n + place) % 2}\n"
    for place, item in enumerate("wxyz")
    for agent in ("gpt-a", "claude-b", "grok-c")
    for n in range(2)
)


@pytest.fixture(scope="module")
def study():
    items, constructions, trials = made_up_study()
    return made_up_open_study(items), constructions, trials


@pytest.fixture
def files(tmp_path):
    def write(**texts):
        for name, text in texts.items():
            (tmp_path / name.replace("__", ".")).write_text(text, encoding="utf-8")
        return {name.partition("__")[0]: str(tmp_path / name.replace("__", ".")) for name in texts}

    return write


def tables(findings):
    found = {field.name: getattr(findings, field.name) for field in fields(RubricFindings)}
    return {name: value for name, value in found.items() if isinstance(value, pd.DataFrame)}


def test_a_study_with_rubrics_is_scored_by_reference_judges_that_say_so(study, files):
    given = files(rubrics__yaml=RUBRIC % "")
    findings = find_rubrics(*study, **given, resamples=50)
    assert "REFERENCE JUDGES" in findings.origin
    assert findings.matrix.judges == ("reference-exact", "reference-strict", "reference-lenient")
    assert all(len(table) for table in tables(findings).values())


def test_a_study_without_rubrics_has_endpoints_and_a_reason_for_all_else(study):
    findings = find_rubrics(*study, resamples=50)
    assert "none, so that everything below the endpoints is empty" in findings.origin
    assert len(findings.endpoints) == 4
    assert len(findings.to_read) > 0
    for table in (findings.reproducibility, findings.association, findings.signal, findings.ranks):
        assert table["value"].isna().all()
        assert table["reason"].notna().all()


def test_runs_and_whole_scores_that_people_bring_are_analysed(study, files):
    scores = "trial,judge,score\n" + "".join(
        f"{line.split(',')[0]},{judge},{n / 30:.3f}\n"
        for n, line in enumerate(RUNS.splitlines()[1:])
        for judge in ("j", "k")
    )
    findings = find_rubrics(*study, **files(results__csv=RUNS, scores__csv=scores), resamples=50)
    assert findings.origin == "Runs: results.csv. Rubric scores: scores.csv."
    assert findings.matrix.judges == ("j", "k")
    assert set(findings.residual_families["family"]) == {"claude", "gpt", "grok"}
    assert findings.replies.to_dict("records") == [
        {"judge": judge, "expected": 24, "status": "valid", "n": 24} for judge in "jk"
    ]


def test_points_are_read_against_the_rubric_of_their_item(study, files):
    points = "trial,judge,criterion,points\nwgpt-a0,j,opens,1\nwgpt-a0,j,computes,1\n"
    points += "wgpt-a1,j,opens,1\nwgpt-a1,j,computes,4\n"
    given = files(results__csv=RUNS, scores__csv=points, rubrics__yaml=RUBRIC % "w")
    findings = find_rubrics(*study, **given, resamples=50)
    assert findings.matrix.mean.tolist()[0] == 0.5
    assert findings.replies["status"].tolist() == ["valid", "out_of_scale"]


def test_points_whose_maximum_nothing_tells_are_refused(study, files):
    points = "trial,judge,criterion,points\nwgpt-a0,j,opens,1\n"
    with pytest.raises(InputError, match="a criterion without a maximum"):
        find_rubrics(*study, **files(results__csv=RUNS, scores__csv=points))


def test_recorded_runs_are_graded_again_where_their_evals_are_given(study, shared):
    latch = shared / "data" / "latch_evals"
    findings = find_rubrics(
        *study,
        results=str(latch / "scbench_results.jsonl"),
        evals=str(latch / "scbench" / "evals"),
        resamples=50,
    )
    assert len(findings.regraded) == 273
    assert len(findings.endpoints) == 16
