import pytest

from counterproof.domain.answer import Answer
from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.problem import InputError
from counterproof.evaluators.elsewhere import read_elsewhere, verdict_on
from counterproof.evaluators.extract.found import Passage

NUMBER = {
    "type": "numeric_tolerance",
    "config": {"ground_truth": {"n": 10}, "tolerances": {"n": {"type": "absolute", "value": 2}}},
}
TERM = {"kind": "term", "field": "cell_type", "accepted": ["NK"], "vocabulary": ["NK", "T"]}


def item_of(**fields):
    return LoadedItem.model_validate(
        {"id": "i", "benchmark": "latch", "source_id": "i", "question": "What?", "background": ""} | fields
    )


def read(text, item, *, source="answer_file"):
    return read_elsewhere(Passage(source=source, text=text), item=item)


@pytest.mark.parametrize(("text", "passed"), [('{"n": 11, "notes": "x"}', True), ('{"n": 14}', False)])
def test_an_object_is_kept_whole_and_graded_by_the_items_own_grader(text, passed):
    item = item_of(grader=NUMBER)
    found = read(text, item)
    assert found.outcome == "answered"
    assert found.answer.value["n"] in (11, 14)
    assert verdict_on(found.answer, item=item).passed is passed


@pytest.mark.parametrize(
    ("text", "source", "outcome"), [("eleven", "answer_file", "invalid"), ("eleven", "final_text", "no_answer")]
)
def test_what_holds_no_object_is_no_answer_and_fails(text, source, outcome):
    item = item_of(grader=NUMBER)
    found = read(text, item, source=source)
    assert (found.outcome, found.answer) == (outcome, None)
    assert verdict_on(found.answer, item=item).reason == "no answer"


@pytest.mark.parametrize(
    ("text", "outcome", "passed"),
    [("11", "answered", True), ("1,400", "answered", False), ("9 to 11", "invalid", False), ("10%", "invalid", False)],
)
def test_one_number_may_stand_alone_and_in_doubt_it_is_no_answer(text, outcome, passed):
    item = item_of(grader=NUMBER)
    found = read(text, item)
    assert found.outcome == outcome
    assert verdict_on(found.answer, item=item).passed is passed
    assert read(text, item, source="final_text").outcome == "no_answer"


def test_several_letters_are_read_where_several_are_right():
    item = item_of(benchmark="baisbench", options={"A": "a cell", "B": "a gene", "C": "a tissue"}, key="A,C")
    found = read('{"answer": ["A", "C"]}', item)
    assert found.answer.choice == ("A", "C")
    assert verdict_on(found.answer, item=item).passed


def test_a_grader_that_cannot_be_read_is_an_input_error():
    with pytest.raises(InputError):
        read('{"n": 1}', item_of(grader={"type": "unheard_of", "config": {}}))


def test_an_answer_without_a_value_is_written_as_before():
    assert "value" not in Answer(choice=("A",)).model_dump()
    assert Answer.model_validate_json(Answer(value={"n": 1}).model_dump_json()).value == {"n": 1}
    assert Answer(value={"n": 1}).given == ('{"n": 1}',)
