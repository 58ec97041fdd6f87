from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.domain.answer import EXCLUDED_OUTCOMES, Answer, Outcome

ANSWERS = st.builds(
    Answer,
    choice=st.lists(st.sampled_from("ABCDE")).map(tuple),
    confidence=st.none() | st.floats(0, 100),
    data_support=st.sampled_from([None, "full", "partial", "none"]),
    evidence=st.text(),
)


@given(ANSWERS)
def test_an_answer_comes_back_from_json_as_it_was(answer):
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


def test_letters_are_sorted_and_each_counts_once():
    assert Answer(choice=("C", "A", "C")).choice == ("A", "C")


@pytest.mark.parametrize("confidence", ["-1", "100.5", "true", '"90"', "1e999"])
def test_a_confidence_that_is_no_percentage_is_refused(confidence):
    with pytest.raises(ValidationError, match="confidence"):
        Answer.model_validate_json(f'{{"confidence": {confidence}}}')


def test_a_whole_number_is_a_confidence():
    assert Answer.model_validate_json('{"confidence": 90}').confidence == 90


def test_only_broken_machinery_and_broken_settings_leave_the_denominator():
    assert set(get_args(Outcome)) - EXCLUDED_OUTCOMES == {
        *("answered", "abstained", "no_answer", "refused", "invalid", "timeout")
    }
