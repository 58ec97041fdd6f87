import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.evaluators.extract.number import COMMA_DECIMAL, alone, comma_decimal, foreign_digits, tokens


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("CD8 IL-6 v1.2.3 0x1F x2 2^10", []),
        ("10-12", [10, 12]),
        ("from -3 to +4", [-3, 4]),
        ("1,512 of 12,345,678", [1512, 12345678]),
        ("3 x 10^-5 and 2e3", [3e-05, 2000.0]),
        ("1e999", [None]),
        ("5% or .5", [5, 0.5]),
    ],
)
def test_numbers_never_start_or_end_inside_names(text, values):
    assert [token.value for token in tokens(text)] == values


@given(
    st.integers() | st.floats(allow_nan=False, allow_infinity=False), st.sampled_from(["{}", " **{}** ", "${}$", "{}."])
)
def test_a_number_alone_is_read_exactly(value, dress):
    assert alone(dress.format(value)).value == value


def test_a_sentence_is_no_number_alone():
    assert alone("12 cells") is None
    assert alone("") is None


def test_a_decimal_comma_is_seen():
    assert comma_decimal(COMMA_DECIMAL.search("about 1.234,5 so").group()) == 1234.5
    assert COMMA_DECIMAL.search("1,234 and 12,345,678") is None


def test_digits_of_other_scripts_are_seen_and_superscripts_are_not_among_them():
    assert foreign_digits("\u0661\u0662")
    assert not foreign_digits("3 x 10\u207b\u2075")
