import math
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from counterproof.stats.paired import mcnemar_p
from counterproof.stats.permutation import sign_flip_p, spearman_permuted


@given(st.integers(0, 7), st.integers(0, 7), st.integers(0, 20))
def test_on_verdicts_flipping_signs_is_exact_mcnemar(only_a, only_b, same):
    values = np.array([1.0] * only_a + [-1.0] * only_b + [0.0] * same)
    if values.size:
        assert sign_flip_p(values, seed=1).p_value == pytest.approx(mcnemar_p(only_a, only_b))


def test_small_samples_are_enumerated():
    values = np.array([0.3, -0.1, 0.5, 0.2])
    sums = [abs(np.dot(signs, values)) for signs in product([1, -1], repeat=4)]
    assert sign_flip_p(values, seed=1).p_value == np.mean(np.array(sums) >= abs(values.sum()) - 1e-12)


def test_large_samples_are_drawn_from_the_seed_and_never_give_0():
    values = np.full(40, 1.0)
    first, again = (sign_flip_p(values, seed=3, draws=500) for _ in range(2))
    assert first == again
    assert first.p_value == pytest.approx(1 / 501)


def test_signs_are_drawn_from_another_stream_than_a_bootstraps_resamples():
    # A seed alone and the seed with a block number of 0 are one stream to numpy.
    values = np.random.default_rng(5).normal(size=30)
    shared = np.random.default_rng([3, 0]).integers(0, 2, size=(500, 30), dtype=np.int8)
    as_bootstrap = ((np.abs((1.0 - 2.0 * shared) @ values) >= abs(values.sum())).sum() + 1) / 501
    assert sign_flip_p(values, seed=3, draws=500).p_value != as_bootstrap


def test_no_unit_has_no_p():
    assert sign_flip_p(np.array([]), seed=1).reason == "no unit"


def test_rho_is_scipys_with_ties():
    rng = np.random.default_rng(2)
    x, y = rng.integers(0, 6, 50).astype(float), rng.integers(0, 6, 50).astype(float)
    found = spearman_permuted(x, y, seed=1)
    assert found.value == pytest.approx(spearmanr(x, y).statistic)
    assert found.p_value == pytest.approx(spearmanr(x, y).pvalue, abs=0.05)


def test_a_constant_series_has_no_rho():
    found = spearman_permuted(np.ones(9), np.arange(9.0), seed=1)
    assert math.isnan(found.value)
    assert found.reason == "one of the series is constant"
