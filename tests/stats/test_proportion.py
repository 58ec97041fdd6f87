import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.proportion import proportion_confint

from counterproof.stats.proportion import exact_rate, pass_rate, wilson

verdicts = st.lists(st.booleans(), min_size=1, max_size=200).map(np.array)
counts = st.integers(1, 400).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(verdicts)
def test_interval_matches_statsmodels(passed):
    rate = pass_rate(passed)
    expected = proportion_confint(passed.sum(), passed.size, method="wilson")
    assert (rate.low, rate.high) == pytest.approx(expected)


@given(verdicts)
def test_interval_holds_the_rate(passed):
    rate = pass_rate(passed)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_interval_holds_any_share(share, n):
    rate = wilson(share, n=n)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


@given(counts)
def test_exact_interval_matches_statsmodels_and_holds_the_rate(count):
    n_passed, n = count
    rate = exact_rate(n_passed, n=n)
    assert (rate.low, rate.high) == pytest.approx(proportion_confint(n_passed, n, method="beta"), abs=1e-9)
    assert 0 <= rate.low <= rate.value <= rate.high <= 1


def test_eight_of_72_gives_the_papers_interval():
    rate = pass_rate(np.arange(72) < 8)
    assert [round(100 * x, 2) for x in rate[:3]] == [11.11, 5.74, 20.42]


def test_152_of_286_gives_the_papers_interval():
    rate = pass_rate(np.arange(286) < 152)
    assert [round(x, 3) for x in rate[1:3]] == [0.474, 0.589]


def test_no_trial_has_no_rate():
    with pytest.raises(ValueError, match="at least one trial, got 0"):
        pass_rate(np.array([], dtype=bool))


def test_a_share_above_one_is_refused():
    with pytest.raises(ValueError, match=r"share in \[0, 1\] of at least one unit, got 1.5 of 3"):
        wilson(1.5, n=3)


def test_more_passed_than_trials_is_refused():
    with pytest.raises(ValueError, match="got 4 of 3"):
        exact_rate(4, n=3)
