import pytest
from made_up_audit import made_up_open_study, made_up_study
from simulated_rubrics import simulated

from counterproof.audit.rubrics.findings import Scored, find_rubrics, findings_of
from counterproof.audit.rubrics.runs import framed_runs
from counterproof.views.charts.rubrics import (
    deciles_chart,
    endpoints_chart,
    residuals_chart,
    rubric_spread_chart,
    sources_chart,
)
from counterproof.views.note import Note

CHARTS = [deciles_chart, endpoints_chart, residuals_chart, rubric_spread_chart, sources_chart]


@pytest.fixture(scope="module")
def findings():
    made = simulated(n_items=12, seed=2)
    points = made.scores.assign(criterion="whole")
    return findings_of(Scored(made.runs, points, "Simulated."), seed=1, resamples=50)


@pytest.fixture(scope="module")
def bare():
    items, constructions, trials = made_up_study()
    return find_rubrics(made_up_open_study(items), constructions, trials, resamples=50)


def data_of(chart):
    return [row for rows in chart.to_dict()["datasets"].values() for row in rows]


@pytest.mark.parametrize("chart", CHARTS)
def test_every_chart_has_data_and_words(findings, chart):
    spec = chart(findings).to_dict()
    assert spec["title"]["text"]
    assert spec["description"]
    assert len(data_of(chart(findings))) >= 6


@pytest.mark.parametrize("chart", [deciles_chart, residuals_chart, rubric_spread_chart, sources_chart])
def test_without_scores_there_is_a_sentence_in_the_charts_place(bare, chart):
    assert isinstance(chart(bare), Note)


def test_endpoints_are_drawn_without_scores(bare):
    assert len(data_of(endpoints_chart(bare))) == 4 + 12


def test_no_run_at_all_is_a_sentence(findings):
    points = simulated(n_items=2, seed=1).scores.head(0).assign(criterion="whole")
    empty = findings_of(Scored(framed_runs([]), points, ""), seed=1, resamples=10)
    assert isinstance(endpoints_chart(empty), Note)
    assert len(empty.to_read) == 0


def test_residuals_show_models_and_families(findings):
    assert {row.get("by") for row in data_of(residuals_chart(findings))} >= {"model", "family"}


def test_the_spread_is_drawn_the_same_each_time(findings):
    one, two = rubric_spread_chart(findings).to_dict(), rubric_spread_chart(findings).to_dict()
    assert one == two
