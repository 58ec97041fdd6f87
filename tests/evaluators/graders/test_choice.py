import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.evaluators.graders.choice import ChoiceGrader, grade_choice

ONE = ChoiceGrader(accepted=[["B"]])
THREE = ChoiceGrader(accepted=[["A", "C", "D"]], partial=True)
letters = st.sets(st.sampled_from("ABCDE"), min_size=1)


@pytest.mark.parametrize("answer", ["B", "b", " B) ", {"answer": "B"}, {"Answer": "(B)"}, ["B"], "**B**"])
def test_the_right_letter_passes_however_it_is_dressed(answer):
    assert grade_choice(answer, grader=ONE).passed


@pytest.mark.parametrize(
    "answer", [None, "", "turtles", {"result": "B"}, {"answer": None}, 2, True, "A or B", {"answer": "\u0412"}]
)
def test_nonsense_fails_with_a_reason(answer):
    verdict = grade_choice(answer, grader=ONE)
    assert (verdict.passed, verdict.score) == (False, 0.0)
    assert verdict.reason


def test_a_second_letter_spoils_a_single_choice():
    assert not grade_choice("A and B", grader=ONE).passed


@pytest.mark.parametrize(
    ("said", "score"), [("A,C,D", 1), ("D, A, C", 1), ("A,C", 0.5), ("A", 0.5), ("A,B", 0), ("A,B,C,D", 0), ("B", 0)]
)
def test_partial_credit_is_half_for_a_part_without_a_wrong_letter(said, score):
    verdict = grade_choice(said, grader=THREE)
    assert (verdict.score, verdict.passed) == (score, score == 1)


@given(letters, letters)
def test_partial_credit_follows_the_rule_of_baisbench(said, key):
    expected = 1.0 if said == key else 0.5 if len(key) > 1 and said < key else 0.0
    grader = ChoiceGrader(accepted=[sorted(key)], partial=True)
    assert grade_choice(",".join(said), grader=grader).score == expected


@given(letters, letters, letters)
def test_one_more_accepted_answer_never_lowers_a_score(said, key, other):
    few = ChoiceGrader(accepted=[sorted(key)], partial=True)
    more = ChoiceGrader(accepted=[sorted(key), sorted(other)], partial=True)
    assert grade_choice(sorted(said), grader=more).score >= grade_choice(sorted(said), grader=few).score


@given(letters, letters)
def test_partial_credit_never_changes_who_passes(said, key):
    strict, kind = (ChoiceGrader(accepted=[sorted(key)], partial=partial) for partial in (False, True))
    assert grade_choice(sorted(said), grader=strict).passed == grade_choice(sorted(said), grader=kind).passed


@pytest.mark.parametrize("accepted", [[], [[]], [["BB"]], [["?"]], [[""]]])
def test_a_key_that_is_no_letter_is_a_fault_of_the_configuration(accepted):
    with pytest.raises(ValidationError, match="accepted"):
        ChoiceGrader(accepted=accepted)
