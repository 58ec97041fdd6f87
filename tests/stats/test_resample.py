import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from counterproof.stats import resample
from counterproof.stats.resample import draws_of, item_bootstrap, limits_of, ratio_of_sums

shares = st.lists(st.floats(0, 1), min_size=2, max_size=30).map(lambda values: np.array(values)[:, None])


def mean_of(values):
    return ratio_of_sums(values, np.ones_like(values))


def test_mean_interval_agrees_with_scipy():
    values = np.random.default_rng(1).random((40, 1))
    ours = item_bootstrap(mean_of(values), n_items=40, seed=2, resamples=20_000)
    theirs = scipy.stats.bootstrap(
        (values[:, 0],), np.mean, n_resamples=20_000, method="percentile", rng=np.random.default_rng(3)
    ).confidence_interval
    assert ours.value[0] == pytest.approx(values.mean())
    assert (ours.low[0], ours.high[0]) == pytest.approx((theirs.low, theirs.high), abs=0.004)


def test_ratio_interval_agrees_with_scipy_on_the_same_cluster_sums():
    rng = np.random.default_rng(4)
    denominators = rng.integers(1, 9, 50).astype(float)
    numerators = rng.binomial(denominators.astype(int), 0.4).astype(float)
    ours = item_bootstrap(
        ratio_of_sums(numerators[:, None], denominators[:, None]), n_items=50, seed=5, resamples=20_000
    )
    theirs = scipy.stats.bootstrap(
        (numerators, denominators),
        lambda top, bottom, axis: top.sum(axis=axis) / bottom.sum(axis=axis),
        paired=True,
        vectorized=True,
        n_resamples=20_000,
        method="percentile",
        rng=np.random.default_rng(6),
    ).confidence_interval
    assert (ours.low[0], ours.high[0]) == pytest.approx((theirs.low, theirs.high), abs=0.005)


@given(shares, st.integers(0, 2**32))
def test_the_same_seed_gives_the_same_interval(values, seed):
    one, two = (item_bootstrap(mean_of(values), n_items=len(values), seed=seed, resamples=50) for _ in range(2))
    assert np.array_equal(one.low, two.low)
    assert np.array_equal(one.high, two.high)


def test_one_of_several_statistics_has_the_interval_that_it_has_among_them():
    values = np.random.default_rng(1).random((20, 3))
    found = item_bootstrap(mean_of(values), n_items=20, seed=2)
    alone = item_bootstrap(mean_of(values[:, 1:2]), n_items=20, seed=2)
    assert all(np.allclose(one, other) for one, other in zip(found.only(1)[:3], alone[:3], strict=True))
    short = item_bootstrap(mean_of(values[:1]), n_items=1, seed=2)
    assert short.only(2).reason == "fewer than 2 items"


@given(shares)
def test_the_interval_stays_within_the_items(values):
    found = item_bootstrap(mean_of(values), n_items=len(values), seed=1, resamples=50)
    assert values.min() - 1e-12 <= found.low[0] <= found.high[0] <= values.max() + 1e-12


def test_small_blocks_give_as_many_draws(monkeypatch):
    values = np.arange(6.0)[:, None]
    monkeypatch.setattr(resample, "CELLS_AT_ONCE", 20)
    assert draws_of(mean_of(values), n_items=6, seed=1, resamples=10).shape == (10, 1)


def test_one_item_has_a_value_and_no_interval():
    found = item_bootstrap(mean_of(np.array([[0.5]])), n_items=1, seed=1)
    assert (found.value[0], found.reason) == (0.5, "fewer than 2 items")
    assert np.isnan([found.low[0], found.high[0]]).all()


def test_nothing_over_nothing_is_undefined_beside_a_defined_ratio():
    zeros, ones = np.zeros((5, 1)), np.ones((5, 1))
    found = item_bootstrap(ratio_of_sums(np.hstack([zeros, ones]), np.hstack([zeros, ones])), n_items=5, seed=1)
    assert np.isnan([found.value[0], found.low[0], found.high[0]]).all()
    assert (found.value[1], found.low[1], found.high[1]) == (1, 1, 1)


def test_draws_that_leave_a_ratio_undefined_are_left_out():
    rare = np.array([[1.0], [0.0], [0.0]])
    found = item_bootstrap(ratio_of_sums(rare, rare), n_items=3, seed=1)
    assert (found.low[0], found.high[0]) == (1, 1)


@given(arrays(float, (40, 3), elements=st.floats(-1e3, 1e3) | st.just(np.nan)), st.floats(0.5, 0.99))
def test_the_limits_of_many_statistics_are_those_of_each_alone(draws, level):
    draws[0] = 0.0  # a value without any draw has no percentile
    value = np.array([1.0, np.nan, 2.0])
    found = limits_of(draws, value, level=level)
    for place in (0, 2):
        column = draws[:, place]
        alone = np.quantile(column[np.isfinite(column)], [(1 - level) / 2, (1 + level) / 2])
        assert found[:, place].tolist() == alone.tolist()
    assert np.isnan(found[:, 1]).all()
