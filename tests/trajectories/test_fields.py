import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.trajectories.fields import as_text, between, count, exit_code, moment, number, total, total_count


@pytest.mark.parametrize("value", [True, "1", None, math.nan, math.inf, -1, [1], 10**400])
def test_what_is_no_number_is_unknown(value):
    assert number(value) is None
    assert count(value) is None


def test_a_fraction_is_no_count():
    assert (count(1.5), count(2.0), number(1.5)) == (None, 2, 1.5)


def test_a_sum_with_an_unknown_part_is_unknown_and_so_is_one_of_nothing():
    assert (total([1.0, None]), total([]), total([0.0]), total_count([1, 2])) == (None, None, 0.0, 3)


def test_an_exit_code_may_be_negative():
    assert (exit_code(-1), exit_code(value=True), exit_code("0")) == (-1, None, None)


def test_a_moment_is_read_from_text_seconds_and_milliseconds():
    assert moment("1970-01-01T00:00:01.5Z") == moment("1970-01-01T00:00:01.5") == 1.5
    assert moment(1778340338.5) == moment(1778340338500) == 1778340338.5
    assert moment("soon") is None


def test_a_clock_that_goes_back_gives_no_duration():
    assert (between(2.0, 1.0), between(None, 1.0), between(1.0, 1.5)) == (None, None, 0.5)


@given(st.floats(allow_nan=True))
def test_a_number_is_finite_and_not_negative(value):
    read = number(value)
    assert read is None or (math.isfinite(read) and read >= 0)


def test_arguments_keep_their_letters():
    assert as_text({"a": "é"}) == '{"a": "é"}'
    assert as_text(None) == ""
