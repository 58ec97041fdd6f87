"""The views take the frames that the audit really gives, not only those made up here."""

import pytest
from made_up_audit import made_up_open_study, made_up_study

from counterproof.audit.grounding import score_agents
from counterproof.audit.instrument import check_instrument
from counterproof.audit.table import trial_table
from counterproof.audit.validity import score_evaluators
from counterproof.views import charts, tables

ITEMS, CONSTRUCTIONS, TRIALS = made_up_study()
STUDY = made_up_open_study(ITEMS)


@pytest.fixture(scope="module")
def trials():
    return trial_table(STUDY, CONSTRUCTIONS, TRIALS)


@pytest.fixture(scope="module")
def scores(trials):
    return score_agents(trials, seed=7, resamples=50)


def test_answers_scores_and_routes_are_drawn(trials, scores):
    titles = [
        chart.to_dict()["title"]["text"]
        for chart in (charts.answers_chart(trials), charts.scores_chart(scores), charts.routes_chart(scores))
    ]
    assert titles[1].startswith("2 of 4 agents")


def test_scores_stand_in_a_table_with_what_was_left_out(scores):
    table = tables.scores_table(scores)
    row = {column.name: cell.text for column, cell in zip(table.columns, table.rows[0], strict=True)}
    assert row["agent"] == "analyst"
    assert row["EGA"].startswith("1.00")
    assert row["left out"] == "0"
    assert "fewer than 10 items" in table.caption


def test_scores_by_family_have_a_row_each(trials):
    by_family = tables.scores_table(score_agents(trials, by="family", seed=7, resamples=50))
    assert {row[1].text for row in by_family.rows} == {"marker", "abundance"}


def test_evaluators_are_drawn_and_tabled(trials):
    validity = score_evaluators(trials, evaluators=STUDY.study.evaluators, seed=7, resamples=50)
    assert charts.evaluators_chart(validity).to_dict()["title"]["text"].endswith("follows_evidence")
    assert "flip AUC" in [column.name for column in tables.evaluators_table(validity).columns]


def test_the_instrument_is_tabled(trials):
    table = tables.instrument_table(check_instrument(trials, STUDY.study))
    assert "expectations about the reference agents hold" in table.caption
