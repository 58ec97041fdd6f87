import pytest

from counterproof.domain.statistic import Group, Marker
from counterproof.evidence.registry import values_of

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
