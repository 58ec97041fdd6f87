import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.matter.plan import Sizes, plan_of


@st.composite
def variants(draw):
    """Rows of a variant (some left out, some twice), the weights of all rows, and a limit."""
    n_rows = draw(st.integers(1, 60))
    rows = draw(st.lists(st.integers(0, n_rows - 1), max_size=90))
    weights = draw(st.lists(st.integers(0, 9), min_size=n_rows, max_size=n_rows))
    return np.array(rows, dtype=np.int64), np.array(weights), draw(st.integers(1, 100))


@given(variants())
def test_every_row_is_in_the_bucket_that_is_held_for_it_and_no_other_row_is(drawn):
    rows, weights, limit = drawn
    plan = plan_of(rows, weights=weights, limit=limit)
    assert plan.bounds[0] == 0
    assert plan.bounds[-1] == rows.size
    for bucket in range(plan.n_buckets):
        own = rows[plan.bounds[bucket] : plan.bounds[bucket + 1]]
        np.testing.assert_array_equal(plan.members(bucket), np.unique(own))


@given(variants())
def test_a_bucket_is_over_the_limit_by_one_row_at_most(drawn):
    rows, weights, limit = drawn
    plan = plan_of(rows, weights=weights, limit=limit)
    for start, end in zip(plan.bounds[:-1], plan.bounds[1:], strict=True):
        assert weights[rows[start:end]].sum() < limit + 10


def test_what_fits_is_one_bucket():
    assert plan_of(np.array([2, 0, 1]), weights=np.ones(3, dtype=np.int64)).n_buckets == 1


@pytest.mark.parametrize(("n_entries", "bucket"), [(1, 10), (1280, 10), (2560, 20), (10**9, 40)])
def test_very_large_blocks_have_larger_buckets_up_to_a_limit(n_entries, bucket):
    assert Sizes(bucket=10).bucket_of(n_entries) == bucket
