import pytest

from counterproof.domain.answer import Answer
from counterproof.evaluators.extract.answer import read_answer
from counterproof.evaluators.extract.sources import find_passage, passage_of

OPTIONS = {"A": "CD79A", "B": "NKG7"}


def read(text, **more):
    return read_answer(find_passage(answer_file=text.encode()), options=OPTIONS, **more)


def test_the_agents_words_stand_beside_its_choice():
    found = read('{"answer": "B", "Confidence": 80, "data_support": "Partial", "evidence": "2.1 against 0.2"}')
    assert found.outcome == "answered"
    assert found.answer == Answer(choice=("B",), confidence=80, data_support="partial", evidence="2.1 against 0.2")


def test_an_abstention_keeps_what_was_said_about_the_data():
    found = read('{"answer": null, "data_support": "none", "evidence": "NKG7 is missing"}')
    assert (found.outcome, found.answer.choice, found.answer.data_support) == ("abstained", (), "none")


@pytest.mark.parametrize("confidence", ["101", "-1", "true", '"high"', "null"])
def test_a_confidence_that_is_none_is_null_and_never_clamped(confidence):
    assert read(f'{{"answer": "B", "confidence": {confidence}}}').answer.confidence is None


def test_an_unknown_data_support_is_null():
    assert read('{"answer": "B", "data_support": "maybe"}').answer.data_support is None


@pytest.mark.parametrize(
    ("text", "outcome"),
    [("A or B", "invalid"), ("E", "invalid"), ("I can't help with that", "refused"), ("Done.", "no_answer")],
)
def test_what_is_no_answer_has_none(text, outcome):
    found = read_answer(passage_of(text), options=OPTIONS)
    assert (found.outcome, found.answer) == (outcome, None)
    assert found.reason


def test_nothing_at_all_is_no_answer():
    assert read_answer(None, options=OPTIONS).outcome == "no_answer"


def test_two_letters_are_an_answer_that_is_not_the_key():
    assert read_answer(passage_of("A and B"), options=OPTIONS).answer.choice == ("A", "B")
    assert read('{"answer": ["B", "A"]}', several=True).answer.choice == ("A", "B")
