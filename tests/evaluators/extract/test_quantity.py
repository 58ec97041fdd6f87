import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.evaluators.extract.quantity import extract_number
from counterproof.evaluators.extract.sources import find_passage, passage_of


def read(text, **more):
    return extract_number(passage_of(text), **more)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The result is 3.5 (n=4)", 3.5),
        ("There are 2 groups. Answer: 7", 7),
        ("The log fold change is \u22122.5", -2.5),
        ("1,512 and again 1,512", 1512),
        ("5 \u00b1 2", 5),
        ("IL-6 has 12 reads", 12),
        ("$\\approx 3.2$", 3.2),
        ("12.", 12),
        ("6.02e23", 6.02e23),
        ('{"answer": "1,512"}', 1512),
        ('{"answer": 0.5}', 0.5),
        ("**42**", 42),
    ],
)
def test_one_number_is_read(text, value):
    assert (read(text).status, read(text).value) == ("answered", value)


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("12 of 40", (12, 40)),
        ("10 to 12", (10, 12)),
        ("-3 to -1", (-3, -1)),
        ("0,739", (0.739,)),
        ("1,23", (1.23,)),
        ("1/2", (1, 2)),
    ],
)
def test_numbers_that_nothing_chooses_among_stay_ambiguous(text, readings):
    assert (read(text).status, read(text).value, read(text).readings) == ("ambiguous", None, readings)


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("IL-6", "no_answer"),
        ("v1.2.3", "no_answer"),
        ("more than 5", "bound"),
        ("\u2265 5", "bound"),
        ('{"answer": true}', "invalid"),
        ('{"answer": [1]}', "invalid"),
        ('{"answer": NaN}', "invalid"),
        ('{"answer": null}', "abstained"),
        ("N/A", "abstained"),
        ("This cannot be determined from the data", "abstained"),
        ("I won't help with this", "refused"),
    ],
)
def test_what_is_no_number_has_a_status_of_its_own(text, status):
    assert (read(text).status, read(text).value) == (status, None)


@pytest.mark.parametrize(
    ("text", "unit", "readings"),
    [
        ("0.5", "percent", (0.5, 50.0)),
        ("1", "percent", (1, 100)),
        ("50%", "fraction", (0.5, 50)),
        ("50", "fraction", (0.5, 50)),
    ],
)
def test_a_scale_in_doubt_is_never_chosen(text, unit, readings):
    assert (read(text, unit=unit).status, read(text, unit=unit).readings) == ("ambiguous_scale", readings)


@pytest.mark.parametrize(
    ("text", "unit"), [("0.5%", "percent"), ("50", "percent"), ("0", "percent"), ("0.5", "fraction")]
)
def test_a_scale_that_is_clear_is_kept(text, unit):
    assert read(text, unit=unit).status == "answered"


@given(st.integers(-(10**18), 10**18))
def test_whole_numbers_are_read_exactly(value):
    assert read(str(value)).value == value
    assert read(f"{value:,}").value == value
    assert read(str(value).replace("-", "\u2212")).value == value


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_floats_are_read_exactly(value):
    assert read(repr(value)).value == value


@given(st.text(max_size=200))
def test_any_text_has_a_status(text):
    found = read(text)
    assert (found.value is not None) == (found.status == "answered")


def test_a_file_may_hold_the_bare_number():
    assert extract_number(find_passage(answer_file=b"1512\n")).value == 1512
    assert extract_number(None).status == "no_answer"
