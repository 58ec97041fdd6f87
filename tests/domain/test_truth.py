import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from counterproof.domain.truth import (
    AskedValue,
    FieldImage,
    flipped,
    margin_of,
    moved,
    near,
    nearness,
    value_text,
    values_text,
)

numbers = st.floats(-100, 100).map(lambda x: round(x, 3))


def asked(**fields):
    return {
        name: AskedValue(unit="it", key=key, tolerance={"type": "absolute", "value": room})
        for name, (key, room) in fields.items()
    }


def test_two_numbers_exchanged_take_each_other_s_place():
    rules = {"a": FieldImage(of="b"), "b": FieldImage(of="a")}
    assert flipped({"a": 0.4, "b": -0.2}, rules) == {"a": -0.2, "b": 0.4}


def test_a_field_without_a_rule_stays():
    assert flipped({"a": 1, "b": 2}, {"a": FieldImage(by={"kind": "negate"})}) == {"a": -1, "b": 2}


def test_a_number_without_an_image_leaves_none_of_them():
    assert flipped({"a": 0, "b": 1}, {"a": FieldImage(by={"kind": "invert"})}) is None


def test_only_fields_that_move_by_more_than_twice_their_tolerance_count_as_moved():
    fields = asked(a=(1.0, 0.5), b=(1.0, 0.49))
    assert moved({"a": 1.0, "b": 1.0}, {"a": 2.0, "b": 2.0}, fields) == ("b",)


def test_without_a_moved_field_there_is_no_side_to_be_nearer_to():
    fields = asked(a=(1.0, 1.0))
    assert nearness({"a": 1.0}, {"a": 1.0}, {"a": 2.0}, fields) is None
    assert margin_of({"a": 1.0}, {"a": 2.0}, fields) == 0


@given(numbers, numbers, st.floats(0.01, 5), numbers)
def test_values_within_a_tolerance_lie_nearer_to_that_truth_by_the_margin(key, flip, room, value):
    fields = asked(a=(key, room))
    assume(moved({"a": key}, {"a": flip}, fields))
    side = nearness({"a": value}, {"a": key}, {"a": flip}, fields)
    assert -1 <= side <= 1
    assert side == pytest.approx(-nearness({"a": value}, {"a": flip}, {"a": key}, fields))
    if near({"a": value}, {"a": key}, fields):
        assert side >= margin_of({"a": key}, {"a": flip}, fields) - 1e-9


def test_numbers_are_written_as_a_reader_would():
    assert [value_text(value) for value in (3, 3.0, -0.25, 27_192_539.0, 1 / 3)] == [
        "3",
        "3",
        "-0.25",
        "27192539",
        "0.3333333333",
    ]
    assert values_text({"effect": 0.3}) == "0.3"
    assert values_text({"forward": 0.4, "reverse": -0.2}) == "forward 0.4; reverse -0.2"
