import altair as alt
import pandas as pd
import pytest

from counterproof.views.charts.theme import INK, MIMETYPE, as_notebook_output, colour_scale, dressed

POINTS = pd.DataFrame({"x": [1]})


def spec(**words):
    return dressed(alt.Chart(POINTS).mark_point().encode(x="x:Q"), **words).to_dict()


def test_a_chart_without_words_for_screen_readers_is_told_by_its_title():
    assert spec(title="What moves")["description"] == "What moves"
    assert spec(title="What moves", description="Shares by agent")["description"] == "Shares by agent"


@pytest.mark.parametrize("subtitle", ["one line", ["two", "lines"]])
def test_a_subtitle_is_there_only_where_one_is_given(subtitle):
    assert spec(title="t", subtitle=subtitle)["title"]["subtitle"] == subtitle
    assert "subtitle" not in spec(title="t")["title"]


def test_a_notebook_s_output_holds_no_address_and_the_ink_of_its_page():
    chart = spec(title="What moves")
    data, metadata = as_notebook_output(chart)
    assert "$schema" in chart
    assert "$schema" not in data[MIMETYPE]
    assert data["text/plain"] == "chart: What moves"
    assert metadata[MIMETYPE]["embed_options"]["renderer"] == "svg"
    config = data[MIMETYPE]["config"]
    assert config["background"] == "transparent"
    # The chart's own sizes stay, and the ink comes beside them.
    assert config["axis"] == {**INK["axis"], **chart["config"]["axis"]}
    assert config["axis"]["labelFontSize"] == 12


def test_a_chart_s_own_colour_comes_before_that_of_the_page():
    data, _ = as_notebook_output({"config": {"axis": {"labelColor": "red"}, "background": "white"}})
    config = data[MIMETYPE]["config"]
    assert (config["axis"]["labelColor"], config["axis"]["titleColor"], config["background"]) == (
        "red",
        "currentColor",
        "white",
    )
    assert data["text/plain"] == "chart: without a description"


def test_a_meaning_keeps_its_colour_when_only_some_are_shown():
    scale = colour_scale({"key": "#111", "flip": "#222"}).to_dict()
    assert scale == {"domain": ["key", "flip"], "range": ["#111", "#222"]}
