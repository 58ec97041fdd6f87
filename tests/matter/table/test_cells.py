import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.table import TableColumn
from counterproof.matter.table.cells import number_of, number_text, read_cell, text_of


def column(kind, **fields):
    return TableColumn.model_validate({"name": "c", "kind": kind} | fields)


NUMBER, INTEGER = column("number"), column("integer")
numbers = st.floats(allow_nan=False, allow_infinity=False)


@given(numbers)
def test_a_number_reads_back_as_itself_and_is_written_in_one_way(value):
    text = number_text(value)
    assert number_of(text, NUMBER) == value
    assert read_cell(text, NUMBER) == (text, "", "")
    assert text_of(value, NUMBER) == text


@given(st.integers(-(10**300), 10**300))
def test_a_whole_number_keeps_every_digit(value):
    for text in (str(value), f"{value:+d}"):
        assert read_cell(text, INTEGER).text == str(value)
    assert number_of(str(value), INTEGER) == value


@pytest.mark.parametrize("text", ["1.50", "+1.5", "15e-1", "001.5", "1.5E0", "0.15e1", "1.5"])
def test_all_spellings_of_a_number_are_one_text(text):
    assert read_cell(text, NUMBER).text == "1.5"


@pytest.mark.parametrize("text", ["0", "-0", "0.0", "-.0", "0e999", "-0.000e-5"])
def test_zero_has_no_sign(text):
    assert read_cell(text, NUMBER).text == "0.0"


@pytest.mark.parametrize(("text", "kept"), [("-0", "0"), ("+007", "7"), ("-0010", "-10"), ("0" * 5000 + "1", "1")])
def test_a_whole_number_has_neither_a_plus_nor_leading_zeros(text, kept):
    assert read_cell(text, INTEGER).text == kept


@pytest.mark.parametrize(
    ("text", "fix"),
    [
        ("", "list '' in the column's `missing`"),
        ("NA", "list 'NA' in the column's `missing`"),
        ("nan", "list 'nan' in the column's `missing`"),
        ("-", "list '-' in the column's `missing`"),
        (" none ", "list ' none ' in the column's `missing`"),
        ("1,234", "remove the thousands separators"),
        ("1,5", "declare column 'c' text"),
        (" 1", "declare column 'c' text"),
        ("1\n", "declare column 'c' text"),
        ("1_000", "declare column 'c' text"),
        ("0x1f", "declare column 'c' text"),
        ("inf", "declare column 'c' text"),
        ("١٢", "declare column 'c' text"),
        (".", "list '.' in the column's `missing`"),
        ("e5", "declare column 'c' text"),
    ],
)
def test_what_is_no_number_is_told_with_the_way_out(text, fix):
    for of in (NUMBER, INTEGER):
        read = read_cell(text, of)
        assert read.text is None
        assert read.wrong.startswith("an empty cell is no" if text == "" else "is no")
        assert fix in read.fix


@pytest.mark.parametrize("text", ["1e400", "-1e400", "9" * 400, "9" * 5000])
def test_what_no_float_can_hold_is_told_also_of_whole_numbers(text):
    assert read_cell(text, NUMBER).wrong == "is larger than a float can hold"
    if text.isdecimal():
        assert read_cell(text, INTEGER).wrong == "is larger than a float can hold"


@pytest.mark.parametrize("text", ["2.5e-400", "-1e-999", "0." + "0" * 400 + "1"])
def test_what_would_become_0_is_told(text):
    assert read_cell(text, NUMBER).wrong == "is smaller than a float can hold"


def test_the_smallest_number_is_kept():
    assert read_cell("4.9e-324", NUMBER).text == "5e-324"


@pytest.mark.parametrize("kind", ["category", "id", "text"])
@given(text=st.text(min_size=1))
def test_labels_identifiers_and_texts_are_kept_letter_by_letter(kind, text):
    assert read_cell(text, column(kind)) == (text, "", "")


@pytest.mark.parametrize("kind", ["category", "id", "text", "number", "integer"])
def test_a_text_that_means_no_value_is_null_exactly_as_it_is_listed(kind):
    of = column(kind, missing=["NA", ""])
    assert [read_cell(text, of) for text in ("NA", "")] == [(None, "", "")] * 2
    assert read_cell("na", of).text == (None if kind in {"number", "integer"} else "na")


def test_an_empty_identifier_is_told_and_an_empty_text_is_a_text():
    assert read_cell("", column("id")).wrong == "an identifier is empty"
    assert read_cell("", column("text")) == ("", "", "")


def test_a_label_that_is_no_level_is_told():
    read = read_cell("c", column("category", levels=["a", "b"]))
    assert read == (None, "is none of the levels a, b", "correct the cell, or list the level")


def test_a_number_in_a_column_of_whole_numbers_is_written_as_one():
    assert text_of(3.0, INTEGER) == "3"
    assert text_of(-2, NUMBER) == "-2.0"


def test_numbers_far_apart_are_written_as_they_are_read():
    assert [number_text(value) for value in (1e16, 1e-7, 0.1, -0.0, math.pi)] == [
        "1e+16",
        "1e-07",
        "0.1",
        "0.0",
        "3.141592653589793",
    ]
