import pytest

from counterproof.benchmarks.baisbench import load_baisbench
from counterproof.benchmarks.xlsx import read_sheet
from counterproof.domain.loaded_item import LoadedItem
from counterproof.evaluators.loaded import grade_text, grader_of, unreadable_graders, weak_graders

OPTIONS = {"A": "Basal cells", "B": "Goblet cells", "C": "Club cells"}
FIELDS = {"id": "x", "source_id": "X", "question": "Which?"}


def verdict(text, **fields):
    item = LoadedItem(**(FIELDS | {"benchmark": "baisbench"} | fields))
    return grade_text(text, item=item, grader=grader_of(item))


@pytest.mark.parametrize("text", ["B", "b", "B) Goblet cells", "(B)", "Goblet cells", '{"answer": "B"}', " B. "])
def test_one_key_is_met_by_its_letter_or_its_text(text):
    assert verdict(text, options=OPTIONS, key="B").passed


@pytest.mark.parametrize(("text", "score"), [("A, C", 1), ("A) C)", 1), ("C,A", 1), ("A", 0.5), ("A,B", 0), ("B", 0)])
def test_several_keys_must_all_be_named_and_a_part_gets_half(text, score):
    found = verdict(text, options=OPTIONS, key="A,C")
    assert (found.score, found.passed) == (score, score == 1)


@pytest.mark.parametrize("text", ["A or B", "none of them", "Z", "A, B"])
def test_an_answer_that_names_no_one_option_fails_with_a_reason(text):
    found = verdict(text, options=OPTIONS, key="B")
    assert not found.passed
    assert found.reason


def test_a_grader_that_came_with_the_item_decides():
    block = {"type": "numeric_tolerance", "config": {"ground_truth": {"n": 5}, "tolerances": {"n": {"value": 1}}}}
    assert verdict('{"n": 6}', benchmark="latch", grader=block).passed
    assert not verdict('{"n": 7}', benchmark="latch", grader=block).passed
    assert "cannot be read" in verdict("{n", benchmark="latch", grader=block).reason


@pytest.mark.parametrize("text", ["PCSK9", '{"answer": "PCSK9"}'])
def test_a_term_may_stand_alone(text):
    block = {"type": "term", "field": "answer", "accepted": ["PCSK9"]}
    assert verdict(text, benchmark="biomni_eval", grader=block).passed


def test_a_letter_without_known_options_is_compared():
    assert verdict("c", benchmark="biomni_eval", key="C").passed
    assert not verdict("D", benchmark="biomni_eval", key="C").passed


def test_graders_that_cannot_be_read_are_told():
    item = LoadedItem(**FIELDS, benchmark="latch", grader={"type": "magic", "config": {}})
    assert unreadable_graders([item]) == {"x": "no such grader"}
    assert weak_graders([item]) == {}


def test_graders_that_an_answer_without_data_passes_are_told():
    tolerances = {"n": {"type": "absolute", "value": 12}}
    block = {"type": "numeric_tolerance", "config": {"ground_truth": {"n": 10}, "tolerances": tolerances}}
    item = LoadedItem(**FIELDS, benchmark="latch", grader=block)
    assert weak_graders([item]) == {"x": "the answer 0 passes: an agent that reports nothing is right"}


def test_the_keys_of_baisbench_as_they_are_written_there_pass(shared):
    items = load_baisbench(shared / "data/baisbench").items
    (path,) = (shared / "data/baisbench").glob("*.xlsx")
    written = [row.cells.get(f"Answer{slot}") for row in read_sheet(path) for slot in range(1, 6)]
    answers = list(zip(items, [text for text in written if text], strict=True))
    failed = [item.id for item, text in answers if not grade_text(text, item=item, grader=grader_of(item)).passed]
    assert failed == []
