import numpy as np
import pandas as pd
import pytest

from counterproof.matter.cells import Cells, as_text, labels_of


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (pd.Series(["a", "b", None], dtype="category"), ["a", "b", np.nan]),
        (pd.Series([1, 2, 1], dtype="category"), ["1", "2", "1"]),
        (pd.Series([1, None, 3], dtype="Int64"), ["1", np.nan, "3"]),
        (pd.Series([True, None, False], dtype="boolean"), ["True", np.nan, "False"]),
        (pd.Series(["x", None, "NA"], dtype="string"), ["x", np.nan, "NA"]),
        (pd.Series([1.5, np.nan, 2.0]), ["1.5", np.nan, "2.0"]),
        (pd.Series([1, 2, 3]), ["1", "2", "3"]),
    ],
)
def test_labels_of_any_dtype_become_text_and_a_missing_one_stays_missing(column, text):
    pd.testing.assert_series_equal(as_text(column), pd.Series(text, dtype=object))


def test_labels_are_places_in_sorted_levels_and_a_missing_one_has_none():
    labels = labels_of(pd.Series(["T", None, "B"]))
    assert (labels.codes.tolist(), labels.levels) == ([1, -1, 0], ("B", "T"))
    assert labels.are("T").tolist() == [True, False, False]
    assert not labels.are("NK").any()


def test_cells_are_taken_with_their_labels_values_and_totals():
    cells = Cells(
        n_cells=2,
        labels={"kind": labels_of(pd.Series(["B", "T"]))},
        expression={"G": np.array([1.0, 2.0])},
        totals=np.array([10.0, 20.0]),
        block_class="counts",
    )
    taken = cells.take(np.array([1, 1, 0]))
    assert taken.n_cells == 3
    assert taken.labels["kind"].are("T").tolist() == [True, True, False]
    assert taken.expression["G"].tolist() == [2.0, 2.0, 1.0]
    assert taken.totals.tolist() == [20.0, 20.0, 10.0]
