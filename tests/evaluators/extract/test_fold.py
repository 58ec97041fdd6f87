import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.evaluators.extract.fold import fold


@given(st.text())
def test_folding_moves_no_character(text):
    assert len(fold(text)) == len(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("\uff22", "B"),
        ("\u22123", "-3"),
        ("1\u202f000", "1 000"),
        ("3 \u00d7 10\u207b\u2075", "3 x 10\u207b\u2075"),
        ("\u0412", "\u0412"),
    ],
)
def test_spellings_become_one_and_other_alphabets_stay(text, plain):
    assert fold(text) == plain
