import numpy as np
import pandas as pd
import pytest

from counterproof.agents.reference.cells import cells_of, cells_within, equals, parts_of
from counterproof.agents.reference.datafile import DataFile
from counterproof.domain.statistic import Group


@pytest.fixture
def file(write):
    obs = {"cell": pd.Categorical(["a", None, "b", "a"]), "n": [1, 2, 1, 1]}
    with DataFile(write({"g": np.ones(4)}, obs) / "data.h5ad") as opened:
        yield opened


def test_a_cell_without_a_label_is_in_no_group(file):
    assert cells_of(file, Group(column="cell", value="a")).tolist() == [True, False, False, True]
    assert not cells_of(file, Group(column="cell", value="None")).any()
    assert not cells_of(file, Group(column="cell", value="")).any()


def test_a_number_is_a_label_as_it_is_written(file):
    assert cells_of(file, Group(column="n", value="1")).tolist() == [True, False, True, True]


def test_without_a_group_all_cells_are_meant(file):
    assert cells_within(file, None).tolist() == [True] * 4
    assert cells_within(file, Group(column="cell", value="b")).tolist() == [False, False, True, False]


def test_an_unknown_column_is_told_with_those_that_are_there(file):
    with pytest.raises(KeyError, match="obs has no column 'kind': it has cell, n"):
        cells_of(file, Group(column="kind", value="a"))


def test_a_side_is_parted_by_its_own_labels_in_their_order():
    labels = np.array(["d2", "d1", None, "d2", "d3"], dtype=object)
    side = np.array([True, True, True, True, False])
    parts = parts_of(side, labels)
    assert [part.tolist() for part in parts] == [[False, True, False, False, False], [True, False, False, True, False]]
    assert not np.logical_and(*parts).any()


def test_a_side_without_cells_has_no_parts():
    assert parts_of(np.zeros(2, dtype=bool), np.array(["a", "b"], dtype=object)) == []


def test_labels_are_compared_letter_by_letter():
    labels = np.array(["A", "a ", "a", None], dtype=object)
    assert equals(labels, "a").tolist() == [False, False, True, False]
