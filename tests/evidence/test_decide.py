import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.evidence.decide import supported

numbers = st.one_of(st.just(math.nan), st.floats(-10, 10))
values = st.dictionaries(st.sampled_from("ABCDE"), numbers, min_size=1)


def test_largest_value_is_supported_when_it_leads_by_the_margin():
    support = supported({"A": 2.0, "B": 1.0, "C": -3.0}, margin=0.5, floor=True)
    assert (support.option, support.lead, support.reason) == ("A", 1.0, None)


@pytest.mark.parametrize(
    ("values", "floor", "reason"),
    [
        ({"A": 1.0, "B": 0.9}, True, "tied"),
        ({"A": -0.2, "B": -1.0}, True, "no effect"),
        ({"A": math.nan, "B": math.nan}, True, "undefined"),
        ({"A": 1.0, "B": math.nan}, False, "undefined"),
    ],
)
def test_no_option_is_supported_without_a_clear_lead(values, floor, reason):
    support = supported(values, margin=0.5, floor=floor)
    assert (support.option, support.reason) == (None, reason)


def test_lone_option_is_supported_when_it_reaches_the_floor():
    assert supported({"A": 1.0, "B": math.nan}, margin=0.5, floor=True).option == "A"


@given(values, st.booleans())
def test_a_supported_option_is_the_largest_and_its_reason_is_null(values, floor):
    support = supported(values, margin=0.5, floor=floor)
    assert (support.option is None) == (support.reason is not None)
    if support.option is not None:
        assert values[support.option] == max(value for value in values.values() if not math.isnan(value))


@given(values, st.randoms())
def test_order_of_options_does_not_matter(values, random):
    shuffled = list(values.items())
    random.shuffle(shuffled)
    ours, other = (supported(dict(pairs), margin=0.5, floor=True) for pairs in (values.items(), shuffled))
    assert ours.option == other.option
