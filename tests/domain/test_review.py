import pytest
from pydantic import ValidationError

from counterproof.domain.review import BEHAVIOURS, FAULTS, NOTE_AT_MOST, Behaviour, Fault, Review

SAID = {
    "trial": "abc",
    "item": "i",
    "variant": "flip",
    "agent": "a",
    "replicate": 1,
    "reviewer": "Ada",
    "at": "2026-01-01T00:00:00+00:00",
}


def test_every_label_has_its_words_and_no_two_the_same():
    for labels, words in ((Behaviour, BEHAVIOURS), (Fault, FAULTS)):
        assert tuple(words) == labels.__args__
        assert len(set(words.values())) == len(words)


def test_what_was_not_chosen_is_null():
    review = Review(**SAID)
    assert (review.behaviour, review.fault, review.note) == (None, None, "")


@pytest.mark.parametrize(("reviewer", "name"), [(" Ada ", "Ada"), ("李", "李"), ("a" * 100, "a" * 100)])
def test_a_reviewer_has_a_name_without_blanks_around_it(reviewer, name):
    assert Review(**SAID | {"reviewer": reviewer}).reviewer == name


@pytest.mark.parametrize("reviewer", ["", "   ", "\t\n", "a" * 101])
def test_nobody_is_no_reviewer(reviewer):
    with pytest.raises(ValidationError, match="reviewer"):
        Review(**SAID | {"reviewer": reviewer})


def test_a_note_has_an_end():
    assert Review(**SAID | {"note": "é" * NOTE_AT_MOST}).note
    with pytest.raises(ValidationError, match="note"):
        Review(**SAID | {"note": "é" * (NOTE_AT_MOST + 1)})


@pytest.mark.parametrize("change", [{"behaviour": "lazy"}, {"fault": "me"}, {"variant": "flipped"}, {"more": 1}])
def test_a_label_or_field_that_is_not_known_is_refused(change):
    with pytest.raises(ValidationError):
        Review(**SAID | change)
