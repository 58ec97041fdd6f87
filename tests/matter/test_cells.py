import numpy as np
import pandas as pd
import pytest

from counterproof.matter.cells import Cells, as_text


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


def test_cells_are_taken_with_their_labels_values_and_totals():
    cells = Cells(
        obs=pd.DataFrame({"kind": ["B", "T"]}, index=["c0", "c1"]),
        expression=pd.DataFrame({"G": [1.0, 2.0]}, index=["c0", "c1"]),
        totals=np.array([10.0, 20.0]),
        block_class="counts",
    )
    taken = cells.take(np.array([1, 1, 0]))
    assert taken.obs["kind"].tolist() == ["T", "T", "B"]
    assert taken.expression["G"].tolist() == [2.0, 2.0, 1.0]
    assert taken.totals.tolist() == [20.0, 20.0, 10.0]
