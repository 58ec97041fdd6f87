import sys
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from made_up_audit import made_up_item, made_up_open_study, made_up_trials

sys.path.append(str(Path(__file__).parents[2] / "support"))

from scripted_judge import scores, serving

from counterproof.audit.findings import Findings
from counterproof.domain.judge import JudgeSpec
from counterproof.domain.review import Review
from counterproof.evaluators.judge.run import judge_trials
from counterproof.store.layout import layout_of
from counterproof.store.reviews import save_review
from counterproof.views.note import Note
from counterproof.views.tables.judges import (
    behaviour_scores_table,
    judge_agreement_table,
    judges_table,
    people_agreement_table,
    statuses_table,
)


@pytest.fixture(scope="module")
def judged(tmp_path_factory):
    item = made_up_item()
    trials = made_up_trials(item)
    study = made_up_open_study((item,))
    folder = tmp_path_factory.mktemp("judged")
    with serving(lambda *_: scores(12)) as server:
        judge = JudgeSpec(name="off_scale", model="m", base_url=server.base_url)
        locked = JudgeSpec(name="locked", model="m", base_url=server.base_url, key_env="NO_SUCH_KEY")
        evaluators = ("benchmark", judge, locked)
        study = replace(
            study, study=study.study.model_copy(update={"evaluators": evaluators}), layout=layout_of(folder, out=folder)
        )
        return study, trials, judge_trials(study, trials)


def test_each_judge_has_its_requests_and_why_it_stopped(judged):
    table = judges_table(judged[2])
    assert [cell.text for cell in table.rows[0]][:2] == ["off_scale", "16"]
    assert table.rows[0][4].text == "16 out_of_scale"
    assert (table.rows[1][6].text, table.rows[1][6].title) == ("stopped", "NO_SUCH_KEY is not set")


def test_statuses_are_counted_and_none_is_a_score(judged):
    study, trials, _ = judged
    rows = {tuple(cell.text for cell in row) for row in statuses_table(study, trials).rows}
    assert rows == {
        ("off_scale", "standard", "m", "out_of_scale", "16"),
        ("locked", "standard", "m", "not asked", "16"),
    }


def test_a_study_without_judges_is_told_how_to_name_one(judged):
    study, trials, _ = judged
    plain = replace(study, study=study.study.model_copy(update={"evaluators": ("benchmark",)}))
    assert isinstance(judges_table(()), Note)
    assert "kind: judge" in statuses_table(plain, trials).text
    assert isinstance(judge_agreement_table(plain, None, trials), Note)
    assert isinstance(people_agreement_table(study, None, trials), Note)


def test_evaluators_scores_stand_by_the_behaviour_that_people_saw(judged, tmp_path):
    study = replace(judged[0], layout=layout_of(tmp_path, out=tmp_path))
    rows = [("benchmark", "t1", 1.0), ("benchmark", "t2", 1.0), ("opus", "t1", 0.9), ("opus", "t2", 0.2)]
    scores = pd.DataFrame(rows, columns=["evaluator", "digest", "score"])
    none = pd.DataFrame()
    findings = Findings(0, none, none, none, none, none, none, none, scores)
    assert isinstance(behaviour_scores_table(study, findings), Note)
    facts = {"item": "i", "variant": "original", "agent": "a", "replicate": 1, "reviewer": "r", "at": "now"}
    save_review(study.layout, Review(trial="t1", behaviour="sound", **facts))
    save_review(study.layout, Review(trial="t2", behaviour="prior_shortcut", **facts))
    table = behaviour_scores_table(study, findings)
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["benchmark", "sound work", "1", "1.000"],
        ["benchmark", "prior or vocabulary shortcut", "1", "1.000"],
        ["opus", "sound work", "1", "0.900"],
        ["opus", "prior or vocabulary shortcut", "1", "0.200"],
    ]
