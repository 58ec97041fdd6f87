import dataclasses
import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1]))

from made_up_identity import made_up

from counterproof.views.charts.identity import conditions_chart, confidence_chart, counts_chart, redaction_chart

CHARTS = (conditions_chart, redaction_chart, counts_chart, confidence_chart)


@pytest.mark.parametrize("chart", CHARTS)
def test_a_chart_is_drawn_with_a_title_and_a_description(chart):
    spec = chart(made_up()[1]).to_dict()
    assert spec["title"]["text"]
    assert spec["description"]


def test_the_first_picture_says_how_many_agents_lose_by_masking():
    assert conditions_chart(made_up()[1]).to_dict()["title"]["text"].startswith("1 of 5 agents lose accuracy")


def test_where_there_is_nothing_to_draw_a_sentence_stands():
    found = made_up()[1]
    bare = dataclasses.replace(
        found,
        redaction=found.redaction.iloc[:0],
        confidence=found.confidence.iloc[:0],
        replies=found.replies[found.replies["condition"] != "recall"],
    )
    assert "no redaction gradient" in redaction_chart(bare).text
    assert "No agent recalled a count" in counts_chart(bare).text
    assert "No agent stated its confidence" in confidence_chart(bare).text
