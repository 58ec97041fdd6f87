import numpy as np
import pytest

from counterproof.evidence.scale import log_expression, normalised


def test_counts_become_log_of_counts_per_ten_thousand(make_cells):
    cells = make_cells({"X": [1, 0]}, block_class="counts", totals=[100, 50])
    assert log_expression(cells)["X"].tolist() == pytest.approx([np.log1p(100.0), 0.0])


def test_log_and_scaled_values_stay_as_they_are(make_cells):
    for block_class in ("log", "scaled"):
        cells = make_cells({"X": [-1.0, 2.0]}, block_class=block_class)
        assert log_expression(cells)["X"].tolist() == [-1.0, 2.0]


def test_a_cell_without_counts_has_no_expression():
    assert np.isnan(normalised(np.array([0.0]), totals=np.array([0.0]))).all()


def test_counts_without_totals_are_refused():
    with pytest.raises(ValueError, match="counts need the totals"):
        normalised(np.array([1.0]), totals=None)
