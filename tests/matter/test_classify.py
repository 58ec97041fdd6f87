import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from counterproof.matter.classify import classify

counts = arrays(np.int32, (6, 4), elements=st.integers(0, 500)).filter(lambda values: values.any())


@given(counts, st.sampled_from([np.int32, np.float32, np.float64]))
def test_whole_numbers_are_counts_in_any_dtype_and_layout(values, dtype):
    values = values.astype(dtype)
    layouts = [values, sparse.csr_array(values), sparse.csc_array(values), sparse.csr_matrix(values)]
    assert {classify(layout) for layout in layouts} == {"counts"}


@given(counts)
def test_logged_counts_are_log(values):
    assert classify(np.log1p(values / values.sum() * 10_000).astype(np.float32)) == "log"


@given(counts.filter(lambda values: (values.std(axis=0) > 0).all()))
def test_centred_values_are_scaled(values):
    assert classify((values - values.mean(axis=0)) / values.std(axis=0) + 1e-9) == "scaled"


def test_stored_zeros_count_for_nothing():
    stored = sparse.csr_array((np.array([0.0, 2.0]), np.array([0, 1]), np.array([0, 1, 2])), shape=(2, 2))
    assert stored.nnz == 2
    assert classify(stored) == "counts"


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ([0.0, 0.0], "nothing but zeros"),
        ([1.0, np.nan, np.inf], "2 values that are NaN or infinite"),
        ([1.0, 2.0, 3.0, 2.37], "almost counts: 75.0% of its non-zero values are whole"),
        ([-1.0, 2.0], "whole numbers down to -1"),
        ([0.5, 1234.5], "fractions up to 1234.5"),
    ],
)
def test_what_is_none_of_them_is_refused_with_the_reason(values, why):
    with pytest.raises(ValueError, match=why):
        classify(np.array(values))
