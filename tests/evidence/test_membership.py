import math

import numpy as np

from counterproof.domain.statistic import Group
from counterproof.evidence.membership import in_group, mean_where


def test_a_cell_without_a_label_is_in_no_group(make_cells):
    cells = make_cells({"X": [1, 2, 3]}, kind=["NK", None, "B"])
    assert in_group(cells, Group(column="kind", value="NK")).tolist() == [True, False, False]


def test_mean_of_no_cell_is_not_a_number():
    assert math.isnan(mean_where(np.array([1.0]), np.array([False])))
