import json

import pandas as pd
import pytest
import vl_convert
from made_up_audit import made_up_scores, made_up_study, made_up_table

from counterproof.views import charts
from counterproof.views.charts.panels import FEW_PANELS, broken_in, listed, panel_header, panel_legend

LONGEST = "model-of-a-vendor_that-names-its-models-at-great-length-0123456789"[:64]
HOSTILE = 'a"]["x"] {constructor} </script> ' + "w" * 40


def drawn(chart):
    spec = {key: value for key, value in chart.to_dict().items() if key != "$schema"}
    return vl_convert.vegalite_to_svg(spec, vl_version="5.8")


def many(frame, names):
    one = frame[frame["agent"] == frame["agent"].iloc[0]]
    return pd.concat([one.assign(agent=name) for name in names], ignore_index=True)


def test_a_short_name_needs_no_rule():
    assert "labelExpr" not in panel_header(["analyst"], width=230).to_dict()


def test_a_long_name_above_a_panel_is_broken_and_nothing_of_it_is_lost():
    table = many(made_up_table(made_up_study()[2]), [LONGEST, "analyst"])
    svg = drawn(charts.answers_chart(table))
    lines = broken_in(LONGEST, letters=32, lines=3)
    assert "".join(lines) == LONGEST
    assert all(f">{line}<" in svg for line in lines)
    assert ">analyst<" in svg


def test_a_name_that_tries_to_be_an_expression_stays_a_name():
    svg = drawn(charts.answers_chart(many(made_up_table(made_up_study()[2]), [HOSTILE])))
    assert "{constructor}" in svg
    assert "</script" not in svg


def test_the_longest_name_beside_a_row_is_not_cut():
    svg = drawn(charts.scores_chart(many(made_up_scores(), [LONGEST])))
    assert f">{LONGEST}<" in svg


def test_what_is_beyond_the_last_line_ends_in_an_ellipsis_however_long_it_is():
    lines = broken_in("gene " * 2_000_000, letters=20, lines=2)
    assert [len(line) <= 20 for line in lines] == [True, True]
    assert lines[-1].endswith("\N{HORIZONTAL ELLIPSIS}")


@pytest.mark.parametrize(("n", "side"), [(1, "bottom"), (FEW_PANELS, "bottom"), (FEW_PANELS + 1, "top")])
def test_a_legend_stands_where_it_is_seen(n, side):
    assert panel_legend(n).to_dict()["orient"] == side


def test_a_subtitle_lists_few_and_counts_the_rest():
    assert listed([("a", "1"), ("b", "2")]) == "a 1, b 2"
    assert listed([(name, "0") for name in "abcdefg"]) == "a 0, b 0, c 0, and 4 more in the table"


def test_scores_without_any_value_are_said_to_be_unknown():
    nothing = made_up_scores().assign(value=None, low=None, high=None, reason="no trial")
    nothing["value"] = nothing["value"].astype(float)
    assert charts.scores_chart(nothing).to_dict()["title"]["text"] == "Nothing is known yet of how accurate agents are"
    assert charts.routes_chart(nothing).text.startswith("No route to show")


def test_an_item_without_a_lead_keeps_its_row_and_says_so():
    items, constructions, _ = made_up_study()

    def emptied(blocks):
        nothing = {"values": {"A": None, "B": None, "C": None, "D": None}, "lead": None, "supported": None}
        return tuple(block.model_copy(update=nothing) for block in blocks)

    first = constructions[0]
    first = first.model_copy(
        update={
            "screening": first.screening.model_copy(update={"blocks": emptied(first.screening.blocks)}),
            "verifications": tuple(
                one.model_copy(update={"blocks": emptied(one.blocks)}) for one in first.verifications
            ),
        }
    )
    both = charts.lead_overview(items[:2], [first, constructions[1]])
    assert "no lead on any variant" in drawn(both)
    assert charts.lead_overview(items[:1], [first]).text.startswith("No item was measured")


def test_a_long_option_stands_in_two_lines():
    items, constructions, _ = made_up_study()
    options = {
        letter: f"{text} which is expressed in many cells of this kind" for letter, text in items[0].options.items()
    }
    chart = charts.statistic_chart(items[0].model_copy(update={"options": options}), constructions[0])
    svg = drawn(chart)
    assert svg.count("cells of this kind<") >= 4
    assert json.dumps(options["A"])[1:-1] in json.dumps(chart.to_dict())
