import pytest

from counterproof.evaluators.extract.found import Passage
from counterproof.evaluators.extract.objects import extract_object


def read(text, *, source="answer_file"):
    return extract_object(Passage(source=source, text=text))


def test_the_object_of_a_file_comes_back_as_it_stands_there():
    found = read('\ufeff{"calls": [{"program": "EMT"}], "n": 3}'.lstrip("\ufeff"))
    assert (found.status, found.value) == ("answered", {"calls": [{"program": "EMT"}], "n": 3})


def test_the_same_object_twice_is_one_and_two_different_ones_are_ambiguous():
    assert read('{"n": 3} and so {"n": 3}').status == "answered"
    found = read('{"n": 3} or {"n": 4}')
    assert (found.status, found.readings, found.reason) == ("ambiguous", ({"n": 3}, {"n": 4}), "2 different objects")


@pytest.mark.parametrize(
    ("text", "source", "status", "reason"),
    [
        ("about three", "answer_file", "invalid", "no JSON object"),
        ("about three", "tagged_text", "invalid", "no JSON object"),
        ("about three", "final_text", "no_answer", "no JSON object"),
        ('{"n": NaN}', "answer_file", "invalid", "NaN is not a JSON number"),
        ('{"n": 1, "n": 2}', "final_text", "invalid", "the key 'n' is written twice"),
        ('[{"n": 1}]', "answer_file", "invalid", "a list where an object is asked for"),
        ('{"n": "<int>"}', "final_text", "no_answer", "no JSON object"),
    ],
)
def test_what_is_no_object_is_told(text, source, status, reason):
    found = read(text, source=source)
    assert (found.status, found.reason, found.value) == (status, reason, None)


def test_nothing_is_no_answer():
    assert extract_object(None).status == "no_answer"
