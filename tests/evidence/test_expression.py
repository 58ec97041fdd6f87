import numpy as np
import pytest

from counterproof.domain.statistic import Expression, Group
from counterproof.evidence.registry import values_of

A, B = Group(column="condition", value="treated"), Group(column="condition", value="control")
TARGETS = {"A": "ISG15", "B": "CD14"}


def test_value_is_the_difference_of_means_and_down_reverses_it(make_cells):
    cells = make_cells({"ISG15": [4, 2, 1], "CD14": [0, 0, 1]}, condition=["treated", "treated", "control"])
    assert values_of(Expression(a=A, b=B), TARGETS, cells) == {"A": 2.0, "B": -1.0}
    assert values_of(Expression(a=A, b=B, direction="down"), TARGETS, cells) == {"A": -2.0, "B": 1.0}


def test_only_the_cells_within_the_named_group_count(make_cells):
    ask = Expression(a=A, b=B, within=Group(column="kind", value="Mono"))
    cells = make_cells(
        {"ISG15": [4, 9, 1], "CD14": [0, 0, 0]}, condition=["treated", "treated", "control"], kind=["Mono", "T", "Mono"]
    )
    assert values_of(ask, TARGETS, cells)["A"] == 3.0


def test_donors_weigh_the_same_however_many_cells_they_gave(make_cells):
    cells = make_cells(
        {"ISG15": [3, 3, 3, 1, 0]}, condition=["treated"] * 4 + ["control"], donor=["d1", "d1", "d1", "d2", "d3"]
    )
    assert values_of(Expression(a=A, b=B, donor="donor"), TARGETS, cells)["A"] == 2.0
    assert values_of(Expression(a=A, b=B), TARGETS, cells)["A"] == 2.5


def test_counts_are_summed_by_donor_before_they_are_normalised(make_cells):
    cells = make_cells(
        {"ISG15": [9, 0, 1]},
        block_class="counts",
        totals=[10, 90, 100],
        condition=["treated", "treated", "control"],
        donor=["d1", "d1", "d2"],
    )
    expected = np.log1p(9 * 100.0) - np.log1p(1 * 100.0)
    assert values_of(Expression(a=A, b=B, donor="donor"), TARGETS, cells)["A"] == pytest.approx(expected)


def test_a_side_without_cells_leaves_the_statistic_undefined(make_cells):
    for donor in (None, "donor"):
        cells = make_cells({"ISG15": [1.0]}, condition=["control"], donor=["d1"])
        assert np.isnan(values_of(Expression(a=A, b=B, donor=donor), TARGETS, cells)["A"])


def test_a_donor_without_counts_is_in_no_mean(make_cells):
    cells = make_cells(
        {"ISG15": [9, 0, 1]},
        block_class="counts",
        totals=[10, 0, 100],
        condition=["treated", "treated", "control"],
        donor=["d1", "d2", "d3"],
    )
    expected = np.log1p(9 * 1000.0) - np.log1p(1 * 100.0)
    assert values_of(Expression(a=A, b=B, donor="donor"), TARGETS, cells)["A"] == pytest.approx(expected)
    assert values_of(Expression(a=A, b=B), TARGETS, cells)["A"] == pytest.approx(expected)
