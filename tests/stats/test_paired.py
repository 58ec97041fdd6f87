import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats.contingency_tables import mcnemar

from counterproof.stats.paired import mcnemar_p, paired_difference

pairs = st.lists(st.tuples(st.booleans(), st.booleans()), min_size=2, max_size=200).map(lambda rows: np.array(rows).T)


def arrays(both, only_a, only_b, neither):
    pattern = [(True, True)] * both + [(True, False)] * only_a + [(False, True)] * only_b + [(False, False)] * neither
    return np.array(pattern).T


def test_286_pairs_give_the_papers_difference():
    a, b = arrays(220, 4, 19, 43)
    found = paired_difference(a, b)
    assert (a.sum(), b.sum(), found.n_pairs) == (224, 239, 286)
    assert round(found.value, 4) == -0.0524
    assert round(found.standard_error, 4) == 0.0165
    assert (round(found.low, 3), round(found.high, 3)) == (-0.085, -0.020)
    assert round(found.p_value, 4) == 0.0026


def test_147_pairs_give_the_papers_p_value():
    found = paired_difference(*arrays(20, 100, 3, 24))
    assert round(found.value, 3) == 0.660
    assert f"{found.p_value:.1e}" == "3.6e-26"


@given(st.integers(0, 200), st.integers(0, 200))
def test_p_matches_statsmodels(only_a, only_b):
    p = mcnemar_p(only_a, only_b)
    assert 0 < p <= 1
    if only_a + only_b:
        assert p == pytest.approx(mcnemar([[0, only_a], [only_b, 0]], exact=True).pvalue, abs=1e-12)


def test_no_discordant_pair_has_p_one_and_no_interval():
    found = paired_difference(*arrays(40, 0, 0, 56))
    assert (found.value, found.p_value) == (0, 1)
    assert math.isnan(found.low)
    assert found.reason == "every pair differs by the same amount: no standard error"


def test_all_pairs_discordant_one_way_has_no_interval():
    found = paired_difference(*arrays(0, 5, 0, 0))
    assert (found.value, math.isnan(found.standard_error)) == (1, True)


def test_one_pair_has_no_interval():
    assert paired_difference(*arrays(1, 0, 0, 0)).reason == "fewer than 2 pairs"


@given(pairs)
def test_exchanged_conditions_change_only_the_sign(both):
    one, other = paired_difference(*both), paired_difference(*both[::-1])
    assert one.value == -other.value
    assert one.p_value == other.p_value
    if one.reason is None:
        assert -1 <= one.low <= one.value <= one.high <= 1
        assert (one.low, one.high) == pytest.approx((-other.high, -other.low))


def test_unequal_lengths_are_refused():
    with pytest.raises(ValueError, match=r"equally long .* got \(2,\) and \(3,\)"):
        paired_difference(np.zeros(2, dtype=bool), np.zeros(3, dtype=bool))


def test_negative_counts_are_refused():
    with pytest.raises(ValueError, match="counted from 0, got -1 and 2"):
        mcnemar_p(-1, 2)
