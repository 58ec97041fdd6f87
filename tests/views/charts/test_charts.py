import json
from functools import cache

import nbformat
import pandas as pd
import pytest
import vl_convert
from made_up_audit import (
    made_up_construction,
    made_up_item,
    made_up_scores,
    made_up_study,
    made_up_table,
    made_up_validity,
)

from counterproof.views import charts
from counterproof.views.charts.panels import FEW_PANELS
from counterproof.views.charts.scores import FEW_ROWS

NAMES = ("statistic", "lead", "answers", "scores", "routes", "evaluators")


@cache
def specs():
    """Every chart's specification; checking them against the schema takes seconds."""
    items, constructions, trials = made_up_study()
    made = {
        "statistic": charts.statistic_chart(items[0], constructions[0]),
        "lead": charts.lead_overview(items, constructions),
        "answers": charts.answers_chart(made_up_table(trials)),
        "scores": charts.scores_chart(made_up_scores()),
        "routes": charts.routes_chart(made_up_scores()),
        "evaluators": charts.evaluators_chart(made_up_validity()),
    }
    return {name: chart.to_dict() for name, chart in made.items()}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("version", ["5.8", "6.4"])
def test_a_chart_is_drawn_by_the_vega_lite_of_jupyterlab_and_of_the_page(name, version):
    spec = {key: value for key, value in specs()[name].items() if key != "$schema"}
    svg = vl_convert.vegalite_to_svg(spec, vl_version=version)
    assert "NaN" not in svg
    assert spec["title"]["text"] in svg


@pytest.mark.parametrize("name", NAMES)
def test_a_chart_has_a_title_a_description_and_tooltips(name):
    spec = specs()[name]
    assert spec["title"]["text"]
    assert spec["description"]
    assert '"tooltip"' in json.dumps(spec)


def test_a_chart_is_a_valid_notebook_output_without_an_address():
    data, metadata = charts.routes_chart(made_up_scores())._repr_mimebundle_()
    output = nbformat.v4.new_output("display_data", data=data, metadata=metadata)
    nbformat.validate(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("", outputs=[output])]))
    assert "http" not in json.dumps(data)


def test_a_chart_takes_the_ink_of_the_page_around_it_and_is_drawn_so_that_it_can():
    data, metadata = charts.routes_chart(made_up_scores())._repr_mimebundle_()
    (config,) = (spec["config"] for kind, spec in data.items() if kind.endswith("json"))
    assert config["background"] == "transparent"
    assert config["axis"]["labelColor"] == config["title"]["color"] == "currentColor"
    assert config["axis"]["labelFontSize"] == 12
    assert [each["embed_options"]["renderer"] for each in metadata.values()] == ["svg"]


def test_the_title_says_what_the_data_support():
    item = made_up_item()
    title = charts.statistic_chart(item, made_up_construction(item)).to_dict()["title"]["text"]
    assert title == "nk_marker: the data support B, after the flip A"


def test_a_block_that_was_not_measured_is_refused_with_those_there_are():
    item = made_up_item()
    with pytest.raises(ValueError, match=r"no statistic in block 'layers/counts': use one of raw, X"):
        charts.statistic_chart(item, made_up_construction(item), block="layers/counts")


def test_trials_that_the_machinery_spoilt_are_in_no_share_and_counted():
    table = made_up_table(made_up_study()[2])
    table.loc[table["agent"] == "guesser", "outcome"] = "infra_error"
    spec = charts.answers_chart(table).to_dict()
    rows = next(iter(spec["datasets"].values()))
    assert {row["agent"] for row in rows} == {"analyst", "reciter", "fallback"}
    assert "25 left out" in json.dumps(spec["title"])


@pytest.mark.parametrize("outcome", ["no_answer", "refused", "invalid", "timeout"])
def test_a_trial_without_an_answer_stays_in_the_denominator(outcome):
    table = made_up_table(made_up_study()[2])
    table["outcome"] = outcome
    rows = next(iter(charts.answers_chart(table).to_dict()["datasets"].values()))
    assert {row["answer"] for row in rows} == {"no answer"}


def test_no_trial_gives_a_sentence_and_no_empty_chart():
    assert charts.answers_chart(made_up_table(made_up_study()[2]).iloc[:0]).text.startswith("No trial to show")
    for chart in (charts.scores_chart, charts.routes_chart):
        assert chart(made_up_scores().iloc[:0]).text.startswith("No score to show")
    assert charts.evaluators_chart(made_up_validity().iloc[:0]).text.startswith("No score to show")


def test_the_title_counts_agents_whose_accuracy_is_not_grounded():
    assert charts.scores_chart(made_up_scores()).to_dict()["title"]["text"].startswith("3 of 4 agents")


def test_scores_of_several_groups_are_not_mixed():
    scores = made_up_scores()
    scores.loc[:5, "group"] = "marker"
    with pytest.raises(ValueError, match="hold 2 groups"):
        charts.scores_chart(scores)


def test_an_interval_over_few_items_is_said_to_be_unreliable():
    scores = made_up_scores().assign(unreliable=True)
    assert "unreliable" in json.dumps(charts.scores_chart(scores).to_dict()["title"])


def many_scores(n):
    scores = made_up_scores()
    one = scores[scores["agent"] == scores["agent"].iloc[0]]
    return pd.concat([one.assign(agent=f"agent{place:02}", value=place / n) for place in range(n)])


def test_many_agents_stand_in_the_order_of_their_scores_and_few_as_they_are():
    names = [f"agent{place:02}" for place in range(FEW_ROWS + 1)]
    for chart, y in (
        (charts.scores_chart, lambda spec: spec["spec"]["layer"][0]["encoding"]["y"]),
        (charts.routes_chart, lambda spec: spec["encoding"]["y"]),
    ):
        assert y(chart(many_scores(FEW_ROWS + 1)).to_dict())["sort"] == names[::-1]
        assert y(chart(many_scores(FEW_ROWS)).to_dict())["sort"] == names[:-1]


def test_the_legend_of_many_rows_or_panels_stands_above_them():
    legends = [
        charts.routes_chart(many_scores(n)).to_dict()["encoding"]["color"]["legend"]["orient"]
        for n in (FEW_ROWS, FEW_ROWS + 1)
    ]
    assert legends == ["bottom", "top"]
    table = made_up_table(made_up_study()[2])
    one = table[table["agent"] == table["agent"].iloc[0]]
    many = pd.concat([one.assign(agent=f"agent{place:02}") for place in range(FEW_PANELS + 1)])
    orients = [
        charts.answers_chart(some).to_dict()["spec"]["encoding"]["color"]["legend"]["orient"] for some in (one, many)
    ]
    assert orients == ["bottom", "top"]
