import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parents[2] / "construct" / "tables")]
from tiny_tables import write_table_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.views.charts.lead import lead_overview
from counterproof.views.charts.statistic import statistic_chart
from counterproof.views.charts.values import value_frame


@pytest.fixture(scope="module")
def plants(tmp_path_factory):
    folder = tmp_path_factory.mktemp("plants")
    study = open_study(write_table_study(folder / "study"), out=folder / "out")
    return study.items[0], construct(study, progress=False)[0]


def test_every_variant_has_its_number_and_what_it_supports(plants):
    frame = value_frame(plants[1], plants[1].registration)
    assert dict(zip(frame["variant"], frame["role"], strict=True)) == {
        "original": "key",
        "null": "key",
        "withdraw": "other option",
        "flip": "flip answer",
    }
    assert frame.loc[frame["variant"] == "withdraw", "text"].item() == "undefined"


def test_the_chart_of_an_item_that_asks_for_numbers_is_that_of_its_numbers(plants):
    chart = statistic_chart(*plants).to_dict()
    assert chart["title"]["text"] == "plants: 4 of 4 variants give what was registered"


def test_the_flip_lies_left_of_the_middle_in_the_overview_of_leads(plants):
    chart = lead_overview([plants[0]], [plants[1]]).to_dict()
    assert chart["title"]["text"] == "The flip reverses the lead of the key in 1 of 1 items"
