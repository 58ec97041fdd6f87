import numpy as np
import pytest

from counterproof.audit.estimates import Measure, estimates, measured, rate, share
from counterproof.stats.proportion import wilson


def one(measure, item):
    return estimates(measured([measure], np.asarray(item)), seed=1, resamples=200)[0]


def test_replicates_are_averaged_within_their_item_first():
    found = one(rate("x", np.array([1, 1, 1, 0])), [0, 0, 0, 1])
    assert (found.value, found.n_items, found.n_trials) == (0.5, 2, 4)
    assert found.interval == "item bootstrap"


def test_a_constant_proportion_has_the_wilson_interval_over_items_not_a_width_of_zero():
    found = one(rate("x", np.ones(36)), np.repeat(np.arange(12), 3))
    exact = wilson(1.0, n=12)
    assert (found.value, found.low, found.high) == (1, exact.low, exact.high)
    assert (found.interval, found.unreliable) == ("Wilson over items", False)


def test_a_constant_ratio_has_no_interval_and_says_why():
    ones = np.ones(12)
    found = one(Measure("x", ones, ones, ones > 0, bounded=False), np.arange(12))
    assert (found.value, found.low, found.high) == (1, None, None)
    assert found.reason == "the same in every resample: a bootstrap interval would have no width"


def test_fewer_than_ten_items_are_unreliable():
    assert one(rate("x", np.arange(9) % 2), np.arange(9)).unreliable
    assert not one(rate("x", np.arange(10) % 2), np.arange(10)).unreliable


def test_one_item_has_no_interval():
    found = one(rate("x", np.array([1, 0])), [4, 4])
    assert (found.value, found.low, found.reason) == (0.5, None, "fewer than 2 items: no interval")


def test_no_row_at_all_is_null_with_a_reason():
    found = one(rate("x", np.array([])), np.array([], dtype=int))
    assert (found.value, found.n_items, found.reason) == (None, 0, "no complete replicate")


def test_a_rate_counts_only_rows_where_it_exists():
    found = one(rate("x", np.array([1.0, np.nan, 0.0]), available=np.array([True, False, True])), [0, 1, 2])
    assert (found.value, found.n_items, found.n_trials) == (0.5, 2, 2)


@pytest.mark.parametrize(("among", "value"), [([True, True, False], 0.5), ([False, False, False], None)])
def test_a_share_among_none_is_null_with_a_reason(among, value):
    found = one(share("x", np.array([True, False, True]), among=np.array(among), empty="none is among"), [0, 1, 2])
    assert found.value == value
    assert found.n_trials == sum(among)
    assert value is not None or found.reason == "none is among"
