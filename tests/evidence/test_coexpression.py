import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from counterproof.domain.statistic import Coexpression, Group
from counterproof.evidence.registry import values_of
from counterproof.matter.cells import Cells

TARGETS = {"A": "CD79B", "B": "CD3D"}
column = st.lists(st.integers(0, 4), min_size=12, max_size=12)


@given(column, column)
def test_value_is_the_rank_correlation_of_scipy(x, y):
    cells = Cells(
        n_cells=12,
        labels={},
        expression={"CD79A": np.array(x, dtype=float), "CD79B": np.array(y, dtype=float)},
        totals=None,
        block_class="log",
    )
    ours = values_of(Coexpression(gene="CD79A"), TARGETS, cells)["A"]
    if len(set(x)) == 1 or len(set(y)) == 1:
        assert math.isnan(ours)
    else:
        assert ours == pytest.approx(spearmanr(x, y).statistic)


def test_only_the_cells_of_the_named_group_count(make_cells):
    cells = make_cells({"CD79A": [1, 2, 3, 9], "CD79B": [1, 2, 3, 0]}, kind=["B", "B", "B", "T"])
    ask = Coexpression(gene="CD79A", within=Group(column="kind", value="B"))
    assert values_of(ask, TARGETS, cells)["A"] == pytest.approx(1.0)


def test_without_the_gene_asked_about_nothing_is_defined(make_cells):
    cells = make_cells({"CD79B": np.arange(5)})
    assert math.isnan(values_of(Coexpression(gene="CD79A"), TARGETS, cells)["A"])
