import sys
from pathlib import Path

import pytest

sys.path += [str(Path(__file__).parents[1] / "construct" / "tables")]
from tiny_tables import ITEM, write_table_study

from counterproof.benchmarks.own import open_study
from counterproof.domain.problem import InputError
from counterproof.domain.table_item import TableItem


@pytest.fixture
def faults(tmp_path):
    def found(**changes):
        with pytest.raises(InputError) as error:
            open_study(write_table_study(tmp_path / "study", **changes), out=tmp_path / "out")
        return [(problem.file, problem.place, problem.wrong) for problem in error.value.problems]

    return found


def test_a_table_item_opens_as_what_it_is(tmp_path):
    (item,) = open_study(write_table_study(tmp_path / "study"), out=tmp_path / "out").items
    assert isinstance(item, TableItem)
    assert item.true_values == {"effect": 2.0}


def test_every_fault_of_an_item_is_told_at_once(faults):
    found = faults(
        reference="analysis.py:slop",
        withdraw={"kind": "negate", "columns": ["dose"]},
        flip={"kind": "relabel", "columns": ["sight"], "pairs": [["north", "south"], ["south", "north"]]},
        decisions={"level": "keep"},
    )
    assert found == [
        ("items/plants.yaml", "table.reference", "analysis.py has no such function"),
        ("items/plants.yaml", "table.withdraw.kind", "takes no evidence away"),
        ("items/plants.yaml", "table.decisions", "the table has no such column"),
        ("items/plants.yaml", "table.flip", "has no such column"),
    ]


def test_a_source_that_is_not_there_is_told_at_the_item(faults):
    found = faults(item={"data": ITEM["data"] | {"source": "other.csv"}})
    assert found == [("items/plants.yaml", "data.source", "no such file in the study")]


def test_cells_that_the_schema_does_not_allow_are_told_with_their_line(faults):
    columns = [*ITEM["data"]["columns"][:3], {"name": "height", "kind": "integer"}]
    found = faults(item={"data": ITEM["data"] | {"columns": columns}})
    assert found[0] == ("plants.csv", "line 2, column 'height'", "is no whole number")
    assert len(found) == 45


@pytest.mark.parametrize(
    ("text", "wrong"), [("def slope(path)\n", "is no Python file"), ("slope = 3\n", "has no such function")]
)
def test_an_analysis_that_cannot_be_called_is_told(faults, text, wrong):
    ((file, place, found),) = faults(analysis=text)
    assert (file, place) == ("items/plants.yaml", "table.reference")
    assert wrong in found


def test_agents_that_choose_among_options_have_no_place_in_a_study_of_tables(tmp_path):
    folder = write_table_study(tmp_path / "study")
    path = folder / "study.yaml"
    path.write_text(path.read_text().replace("route: reciter", "route: guesser"))
    with pytest.raises(InputError, match="the route 'guesser' chooses among options"):
        open_study(folder, out=tmp_path / "out")
