import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from counterproof.stats.correlation import centred, clustered_pearson, clustered_spearman, spearman
from counterproof.stats.resample import item_bootstrap

OURS = {"pearson": clustered_pearson, "spearman": clustered_spearman}
THEIRS = {"pearson": scipy.stats.pearsonr, "spearman": scipy.stats.spearmanr}


def made(seed, *, n_items, per_item, levels_x=None, levels_y=None):
    rng = np.random.default_rng(seed)
    item = np.repeat(np.arange(n_items), per_item)
    x = rng.normal(size=item.size) + rng.normal(size=n_items)[item]
    y = x + rng.normal(size=item.size)
    x = x if levels_x is None else np.floor(scipy.stats.norm.cdf(x) * levels_x)
    y = y if levels_y is None else np.floor(scipy.stats.norm.cdf(y) * levels_y)
    return x, y, item


@pytest.mark.parametrize("kind", OURS)
@pytest.mark.parametrize(
    "shape",
    [
        {"n_items": 6, "per_item": 40, "levels_y": 2},  # few levels
        {"n_items": 6, "per_item": 40},  # few items, no ties
        {"n_items": 6, "per_item": 40, "levels_x": 30, "levels_y": 20},  # few items, many ties
        {"n_items": 30, "per_item": 3},  # many items
    ],
)
def test_a_draw_of_items_is_the_correlation_of_their_trials(kind, shape):
    x, y, item = made(1, **shape)
    n_items = shape["n_items"]
    rng = np.random.default_rng(2)
    weights = rng.multinomial(n_items, np.full(n_items, 1 / n_items), size=20).astype(float)
    found = OURS[kind](x, y, item, n_items=n_items)(weights)
    assert found.shape == (20, 1)
    for row, value in zip(weights, found[:, 0], strict=True):
        times = row.astype(int)[item]
        expected = THEIRS[kind](np.repeat(x, times), np.repeat(y, times)).statistic
        assert value == pytest.approx(expected, abs=1e-9)


@given(st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3)), min_size=3, max_size=30))
def test_the_correlation_of_pairs_is_scipys(pairs):
    x, y = np.array(pairs, dtype=float).T
    assume(np.ptp(x) > 0 and np.ptp(y) > 0)
    one = np.zeros(x.size, dtype=np.intp)
    found = clustered_pearson(x, y, one, n_items=1)(np.ones((1, 1)))[0, 0]
    assert found == pytest.approx(scipy.stats.pearsonr(x, y).statistic, abs=1e-9)
    assert spearman(x, y).value == pytest.approx(scipy.stats.spearmanr(x, y).statistic, abs=1e-9)


@pytest.mark.parametrize("ours", OURS.values(), ids=OURS)
@pytest.mark.parametrize("constant", [0.0, 0.1, 1e9])
def test_a_constant_side_has_no_correlation(ours, constant):
    flat, rising, one = np.full(7, constant), np.arange(7.0), np.zeros(7, dtype=np.intp)
    for x, y in ((flat, rising), (rising, flat)):
        assert np.isnan(ours(x, y, one, n_items=1)(np.ones((1, 1)))[0, 0])


def test_the_correlation_of_pairs_tells_how_many_there_are_also_where_it_has_no_value():
    found = spearman(np.full(7, 1.0), np.arange(7.0))
    assert (np.isnan(found.value), found.n) == (True, 7)


@pytest.mark.parametrize("ours", OURS.values(), ids=OURS)
def test_no_pair_has_no_correlation(ours):
    none = np.array([])
    assert np.isnan(ours(none, none, none.astype(np.intp), n_items=1)(np.ones((1, 1)))[0, 0])


def test_a_draw_in_which_one_side_is_constant_is_left_out():
    x, y = np.array([1.0, 2, 3, 3, 3, 3]), np.array([1.0, 3, 2, 1, 2, 5])
    item = np.repeat([0, 1, 2], 2)
    for ours in OURS.values():
        statistic = ours(x, y, item, n_items=3)
        assert np.isnan(statistic(np.array([[0.0, 2, 1]]))[0, 0])
        assert np.isfinite(item_bootstrap(statistic, n_items=3, seed=1).low[0])


def test_centring_takes_each_items_mean_away():
    item = np.array([4, 4, 7, 7, 7])
    assert list(centred(np.array([1.0, 3, 1, 1, 4]), item)) == [-1, 1, -1, -1, 2]


def test_the_interval_is_scipys_over_whole_items():
    x, y, item = made(3, n_items=20, per_item=6, levels_y=2)
    rows = [np.flatnonzero(item == own) for own in range(20)]

    def over(items):
        drawn = np.concatenate([rows[own] for own in items])
        return scipy.stats.spearmanr(x[drawn], y[drawn]).statistic

    theirs = scipy.stats.bootstrap(
        (np.arange(20),), over, vectorized=False, n_resamples=2000, method="percentile", rng=np.random.default_rng(4)
    ).confidence_interval
    found = item_bootstrap(clustered_spearman(x, y, item, n_items=20), n_items=20, seed=5, resamples=20_000)
    assert (found.low[0], found.high[0]) == pytest.approx((theirs.low, theirs.high), abs=0.02)


@pytest.mark.parametrize("clustered", [clustered_pearson, clustered_spearman])
def test_a_draw_of_items_without_a_trial_has_no_correlation_and_gives_no_warning(clustered):
    x, y, item = np.array([1.0, 2.0, 3.0]), np.array([1.0, 3.0, 2.0]), np.array([0, 0, 0])
    found = clustered(x, y, item, n_items=2)(np.array([[1.0, 1.0], [0.0, 2.0]]))[:, 0]
    assert found[0] == pytest.approx(0.5)
    assert np.isnan(found[1])
