import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from statsmodels.stats.multitest import multipletests

from counterproof.stats.family import holm


def test_holm_is_the_textbook_step_down():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx((0.03, 0.06, 0.06))


def test_the_registered_number_counts_though_fewer_tests_ran():
    assert holm([0.01], m=4) == pytest.approx((0.04,))


def test_a_test_without_a_p_value_stays_without_one_and_counts():
    first, second = holm([0.02, math.nan])
    assert first == pytest.approx(0.04)
    assert math.isnan(second)


def test_tests_added_after_registration_are_refused():
    with pytest.raises(ValueError, match="registered with 1 tests, got 2"):
        holm([0.1, 0.2], m=1)


# statsmodels collects garbage at every call: a second each in a process as large as a test run's.
@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
@settings(max_examples=15)
def test_without_gaps_it_is_statsmodels(p_values):
    assert holm(p_values) == pytest.approx(multipletests(p_values, method="holm")[1])


def test_no_test_has_no_p_value():
    assert holm([]) == ()
