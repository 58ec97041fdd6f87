import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from counterproof.stats.alpha import clustered_alpha

ratings = hnp.arrays(float, st.tuples(st.just(2), st.integers(2, 40)), elements=st.sampled_from(np.arange(11) / 10))


def alpha(x, y):
    return clustered_alpha(x, y, np.zeros(x.size, dtype=np.intp), n_items=1)(np.ones((1, 1)))[0, 0]


@given(ratings)
def test_alpha_is_that_of_the_krippendorff_package(given_):
    found = alpha(*given_)
    if len(set(given_.ravel())) < 2:
        assert np.isnan(found)
    else:
        expected = krippendorff.alpha(reliability_data=given_, level_of_measurement="interval")
        assert found == pytest.approx(expected)


def test_alpha_of_a_draw_is_that_of_the_drawn_trials():
    rng = np.random.default_rng(1)
    x, item = rng.random(60), rng.integers(6, size=60)
    y = x + rng.normal(0, 0.1, 60)
    weights = rng.integers(3, size=(5, 6)).astype(float)
    found = clustered_alpha(x, y, item, n_items=6)(weights)[:, 0]
    for draw, one in zip(weights, found, strict=True):
        rows = np.repeat(np.arange(60), draw[item].astype(int))
        assert one == pytest.approx(alpha(x[rows], y[rows]))


def test_one_score_throughout_or_no_trial_has_no_alpha():
    assert np.isnan(alpha(np.full(5, 0.3), np.full(5, 0.3)))
    assert np.isnan(alpha(np.array([]), np.array([])))
    assert alpha(np.array([0.0, 1.0]), np.array([0.0, 1.0])) == 1
