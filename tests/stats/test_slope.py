import math

import numpy as np
import pytest

from counterproof.stats.slope import mean_slope, slopes_by_item

LEVELS = np.array([0, 1 / 3, 2 / 3, 1])


def gaps_of(counts, n):
    gaps = np.zeros((n, len(counts)))
    for place, count in enumerate(counts):
        gaps[:count, place] = 1
    return gaps


def test_the_papers_gaps_0_1_9_13_of_96_give_a_slope_of_0_147():
    found = mean_slope(gaps_of([0, 1, 9, 13], 96), LEVELS, cluster=np.arange(96) // 10, seed=1)
    assert found.value == pytest.approx(0.147, abs=5e-4)
    assert (found.n_items, found.n_clusters) == (96, 10)


def test_an_item_a_call_gives_a_small_p_for_the_papers_gaps():
    found = mean_slope(gaps_of([0, 1, 9, 13], 96), LEVELS, cluster=np.arange(96), seed=1)
    assert found.low < found.value < found.high
    assert found.p_value < 0.01


def test_each_slope_is_polyfits():
    gaps = np.random.default_rng(1).integers(-1, 2, (5, 4)).astype(float)
    expected = [np.polyfit(LEVELS, row, 1)[0] for row in gaps]
    assert slopes_by_item(gaps, LEVELS) == pytest.approx(np.array(expected))


def test_gaps_that_never_move_have_no_interval_and_p_1():
    found = mean_slope(np.zeros((12, 4)), LEVELS, cluster=np.arange(12), seed=1)
    assert (found.value, found.p_value) == (0, 1)
    assert math.isnan(found.low)
    assert found.reason == "the same slope in every resample"


def test_a_gap_that_is_the_same_at_every_level_has_no_slope_and_p_1():
    # 0.7 times the centred levels sums to -4e-17: eight calls of that sign would have p = 2 / 2**8.
    found = mean_slope(np.full((48, 4), 0.7), LEVELS, cluster=np.repeat(np.arange(8), 6), seed=1)
    assert (found.value, found.p_value) == (0, 1)


def test_one_call_has_neither_interval_nor_p():
    found = mean_slope(gaps_of([0, 1, 2, 3], 6), LEVELS, cluster=np.zeros(6, int), seed=1)
    assert found.reason == "fewer than 2 calls"
    assert math.isnan(found.p_value)


def test_a_single_level_has_no_slope():
    with pytest.raises(ValueError, match="two different levels"):
        slopes_by_item(np.ones((3, 2)), np.array([1.0, 1.0]))
