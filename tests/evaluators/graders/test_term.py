import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.evaluators.graders.term import TermGrader, grade_term

WORDS = ("enriched", "depleted", "unchanged")
GRADER = TermGrader(field="direction", accepted=["enriched"], vocabulary=WORDS)


def test_the_accepted_term_passes():
    assert grade_term({"direction": " enriched "}, grader=GRADER).passed


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"direction": "depleted"}, "'depleted' is not among 'enriched'"),
        ({"direction": "Enriched"}, "not in the vocabulary"),
        ({"direction": "up"}, "not in the vocabulary"),
        ({"direction": True}, "is not text"),
        ({}, "missing"),
        (None, "missing"),
    ],
)
def test_any_other_answer_fails_with_its_reason(answer, reason):
    verdict = grade_term(answer, grader=GRADER)
    assert (verdict.passed, verdict.score) == (False, 0.0)
    assert reason in verdict.reason


@given(st.sampled_from(WORDS), st.sets(st.sampled_from(WORDS), min_size=1), st.sampled_from(WORDS))
def test_one_more_accepted_term_never_turns_a_pass_into_a_failure(said, accepted, more):
    few, many = (TermGrader(field="d", accepted=sorted(terms)) for terms in (accepted, accepted | {more}))
    assert not grade_term({"d": said}, grader=few).passed or grade_term({"d": said}, grader=many).passed


def test_a_key_outside_the_vocabulary_is_refused():
    with pytest.raises(ValidationError, match="no answer could pass"):
        TermGrader(field="d", accepted=["up"], vocabulary=WORDS)
