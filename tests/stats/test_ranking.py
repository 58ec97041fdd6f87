import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import mannwhitneyu

from counterproof.stats.ranking import auc, auc_by_item, clustered_auc
from counterproof.stats.resample import item_bootstrap

trials = st.lists(st.tuples(st.sampled_from([0, 0.25, 0.5, 1]), st.booleans()), min_size=1, max_size=60)


@given(trials)
def test_auc_is_the_mann_whitney_share(rows):
    scores, positive = np.array([s for s, _ in rows], dtype=float), np.array([p for _, p in rows])
    found = auc(scores, positive)
    if found.reason is None:
        share = mannwhitneyu(scores[positive], scores[~positive]).statistic / (positive.sum() * (~positive).sum())
        assert found.value == pytest.approx(share)
        assert auc(scores, ~positive).value == pytest.approx(1 - share)
    else:
        assert math.isnan(found.value)
        assert positive.all() or not positive.any()


def test_exact_match_score_of_61_30_9_gives_the_papers_auc():
    followed, kept, other = 61, 30, 9
    scores = np.repeat([0.0, 1.0, 0.0], [followed, kept, other])
    assert round(auc(scores, np.arange(100) < followed).value, 3) == 0.115


def test_an_empty_side_is_named():
    assert auc(np.array([1.0, 0.0]), np.array([False, False])).reason == "no positive trial"
    assert auc(np.array([1.0, 0.0]), np.array([True, True])).reason == "no negative trial"


def test_an_item_drawn_twice_counts_twice():
    scores, positive = np.array([1.0, 0.0, 0.0, 1.0, 0.5]), np.array([True, False, True, False, False])
    item = np.array([0, 0, 1, 1, 1])
    weights = np.array([[2.0, 1.0]])
    expected = auc(np.concatenate([scores[:2], scores]), np.concatenate([positive[:2], positive])).value
    assert clustered_auc(scores, positive, item, n_items=2)(weights)[0, 0] == pytest.approx(expected)


def test_auc_within_items_ignores_differences_between_items():
    scores, positive = np.array([0.2, 0.1, 0.9, 0.8, 0.5]), np.array([True, False, True, False, True])
    found = auc_by_item(scores, positive, np.array([0, 0, 1, 1, 2]), n_items=3)
    assert list(found[:2]) == [1, 1]
    assert math.isnan(found[2])


def test_auc_has_an_item_interval():
    rng = np.random.default_rng(1)
    positive = rng.random(200) < 0.5
    scores = np.round(rng.random(200) + 0.3 * positive, 1)
    statistic = clustered_auc(scores, positive, np.repeat(np.arange(40), 5), n_items=40)
    found = item_bootstrap(statistic, n_items=40, seed=1)
    assert 0.5 < found.low[0] < found.value[0] < found.high[0] < 1
