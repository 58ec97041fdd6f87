import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from counterproof.agents.reference.spearman import spearman

pairs = st.lists(st.tuples(st.integers(-5, 5), st.integers(-5, 5)), min_size=3, max_size=50)


@given(pairs)
def test_rho_matches_scipy_also_with_ties(drawn):
    first, second = np.array(drawn, dtype=float).T
    if np.ptp(first) == 0 or np.ptp(second) == 0:
        assert spearman(first, second) is None
    else:
        assert spearman(first, second) == pytest.approx(spearmanr(first, second).statistic, abs=1e-12)


def test_one_cell_has_no_correlation():
    assert spearman(np.array([1.0]), np.array([2.0])) is None
