import pytest
from made_up_audit import made_up_construction, made_up_item

from counterproof.construct.choose import chosen

LEFT_OUT = made_up_construction(made_up_item("dc_marker"), excluded="tied")
FIRST = made_up_construction(made_up_item("b_marker"))
SECOND = made_up_construction(made_up_item("nk_marker"))


def test_the_named_item_is_chosen_an_excluded_one_too():
    assert chosen([LEFT_OUT, FIRST, SECOND], "nk_marker") is SECOND
    assert chosen([LEFT_OUT, FIRST, SECOND], "dc_marker") is LEFT_OUT


def test_the_first_decidable_item_is_chosen_where_none_is_named():
    assert chosen([LEFT_OUT, FIRST, SECOND]) is FIRST


def test_an_item_that_was_not_constructed_is_answered_with_those_that_were():
    with pytest.raises(ValueError, match="item 'nk' was not constructed: there are dc_marker, b_marker"):
        chosen([LEFT_OUT, FIRST], "nk")


def test_a_study_without_a_decidable_item_says_so():
    with pytest.raises(ValueError, match="no item is decidable: there are dc_marker"):
        chosen([LEFT_OUT])
    with pytest.raises(ValueError, match="no item is decidable: there are none"):
        chosen([])
