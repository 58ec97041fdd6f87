import numpy as np
import pytest

from counterproof.domain.statistic import Group, Marker
from counterproof.evidence.registry import support_of, values_of

ASK = Marker(group=Group(column="kind", value="NK"))
TARGETS = {"A": "NKG7", "B": "CD3D", "C": "FOXP3"}


def test_value_is_the_mean_in_the_group_minus_the_mean_elsewhere(make_cells):
    cells = make_cells({"NKG7": [3, 1, 0, 0], "CD3D": [0, 0, 2, 4]}, kind=["NK", "NK", "T", None])
    values = values_of(ASK, TARGETS, cells)
    assert (values["A"], values["B"]) == (2.0, -3.0)


def test_an_absent_gene_has_no_value(make_cells):
    cells = make_cells({"NKG7": [3, 0]}, kind=["NK", "T"])
    assert values_of(ASK, TARGETS, cells)["C"] != values_of(ASK, TARGETS, cells)["C"]


def test_an_empty_group_leaves_everything_undefined(make_cells):
    cells = make_cells({"NKG7": [3, 0]}, kind=["B", "T"])
    assert all(value != value for value in values_of(ASK, TARGETS, cells).values())  # noqa: PLR0124 NaN differs from itself


def test_counts_are_normalised_first(make_cells):
    cells = make_cells({"NKG7": [1, 1]}, block_class="counts", totals=[10, 100000], kind=["NK", "T"])
    assert values_of(ASK, TARGETS, cells)["A"] == pytest.approx(6.908755 - 0.0953102, abs=1e-6)


def test_a_cell_without_counts_is_in_no_mean(make_cells):
    counts = {"NKG7": [5, 0, 0, 0], "CD3D": [0, 0, 4, 0]}
    cells = make_cells(counts, block_class="counts", totals=[10, 0, 10, 10], kind=["NK", "NK", "T", "T"])
    values = values_of(ASK, TARGETS, cells)
    assert values["A"] == pytest.approx(np.log1p(5000))
    assert values["B"] == pytest.approx(-np.log1p(4000) / 2)


def test_a_deleted_gene_that_was_all_of_a_cell_does_not_hide_what_the_others_say(make_cells):
    """Without NKG7 the second cell is empty; GNLY still marks the group, which a withdrawal must find out."""
    targets = {"A": "NKG7", "B": "GNLY", "C": "CD3D"}
    left = {"GNLY": [8, 0, 0, 0], "CD3D": [0, 0, 4, 4]}
    cells = make_cells(left, block_class="counts", totals=[10, 0, 10, 10], kind=["NK", "NK", "T", "T"])
    assert support_of(ASK, values_of(ASK, targets, cells), margin=0.5).option == "B"
