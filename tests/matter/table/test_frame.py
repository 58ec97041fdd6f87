import numpy as np
import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.table import TableSource
from counterproof.matter.table.frame import Frame


@pytest.fixture
def frame():
    columns = [{"name": "id", "kind": "id"}, {"name": "dose", "kind": "number"}, {"name": "note", "kind": "text"}]
    schema = TableSource.model_validate({"source": "plants.csv", "format": "csv", "columns": columns})
    return Frame(schema, {"id": ("p1", "p2", "p3"), "dose": ("1.0", None, "0.5"), "note": ("", "é", "x")})


def test_rows_are_counted_and_read_across(frame):
    assert frame.n_rows == 3
    assert frame.rows(["note", "id"]) == [("", "p1"), ("é", "p2"), ("x", "p3")]


def test_a_column_is_found_by_its_exact_name(frame):
    assert frame.column("dose").kind == "number"
    with pytest.raises(InputError, match="has no such column") as raised:
        frame.column("Dose")
    (problem,) = raised.value.problems
    assert (problem.file, problem.seen, problem.fix) == ("plants.csv", "Dose", "use id, dose, note")


def test_a_change_leaves_missing_values_and_the_frame_itself_alone(frame):
    changed = frame.mapped("dose", lambda text: text + "0")
    assert changed.cells["dose"] == ("1.00", None, "0.50")
    assert frame.cells["dose"] == ("1.0", None, "0.5")
    assert {name: changed.cells[name] for name in ("id", "note")} == {
        name: frame.cells[name] for name in ("id", "note")
    }


def test_other_cells_take_the_place_of_a_column_s_own(frame):
    changed = frame.with_cells({"id": ["a", "b", "c"]})
    assert changed.rows(["id", "dose"]) == [("a", "1.0"), ("b", None), ("c", "0.5")]
    assert list(changed.cells) == ["id", "dose", "note"]


def test_a_column_is_taken_out_of_cells_and_schema(frame):
    left = frame.without(("dose",))
    assert left.schema.names == ("id", "note") == tuple(left.cells)
    assert left.n_rows == 3


@pytest.mark.parametrize("rows", [[2, 0, 1], [1, 1], []])
def test_rows_are_taken_in_the_order_asked_for_and_as_often(frame, rows):
    taken = frame.take(np.array(rows, dtype=np.intp))
    assert taken.rows(frame.schema.names) == [frame.rows(frame.schema.names)[row] for row in rows]
    assert taken.n_rows == len(rows)
