import pytest
from pydantic import ValidationError

from counterproof.domain.loaded_item import DraftItem, LoadedItem

ITEM = {"id": "x", "benchmark": "latch", "source_id": "X", "question": "Which?"}
OPTIONS = {"A": "one", "B": "two", "C": "three"}


def test_several_keys_are_letters_joined_by_commas():
    assert LoadedItem(**ITEM, options=OPTIONS, key="A,C").keys == ("A", "C")


def test_a_grader_needs_neither_options_nor_a_key():
    item = LoadedItem(**ITEM, grader={"type": "multiple_choice", "config": {"correct_answer": "B"}})
    assert (item.keys, item.options, item.family, item.registration) == ((), {}, "none", None)


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"options": OPTIONS, "key": "C,A"}, "letters in their order"),
        ({"options": OPTIONS, "key": "D"}, "the key D is none of the options A, B, C"),
        ({"options": OPTIONS}, "neither a key nor a grader"),
        ({"options": {"A": "one"}, "key": "A"}, "not one alone"),
    ],
)
def test_what_could_not_be_scored_is_refused(fields, told):
    with pytest.raises(ValidationError, match=told):
        LoadedItem(**ITEM, **fields)


def test_a_draft_says_so():
    item = {
        "id": "x",
        "family": "marker",
        "question": "Which?",
        "options": OPTIONS,
        "key": "A",
        "data": {"source": "s"},
    }
    assert DraftItem(**item, draft=True).draft
    with pytest.raises(ValidationError, match="draft"):
        DraftItem(**item)
