import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.evaluators.graders.fields import FieldsGrader, grade_fields

CHECKS = [
    {"name": "count", "grader": {"type": "numeric_tolerance", "targets": {"n": {"truth": 3}}}},
    {
        "name": "programs",
        "at": "calls[].program",
        "grader": {"type": "label_set_jaccard", "labels": ["EMT", "hypoxia"], "threshold": 1},
    },
    {"name": "direction", "grader": {"type": "term", "field": "direction", "accepted": ["up"]}},
]
VETO = {"name": "sample", "hard_fail": True, "grader": {"type": "term", "field": "sample", "accepted": ["tumour"]}}
RIGHT = {"n": 3, "calls": [{"program": "EMT"}, {"program": "hypoxia"}], "direction": "up", "sample": "tumour"}


def graded(answer, *, checks=CHECKS, **settings):
    return grade_fields(answer, grader=FieldsGrader(checks=checks, **settings))


def test_the_right_answer_passes_every_check():
    verdict = graded(RIGHT, checks=[*CHECKS, VETO])
    assert (verdict.passed, verdict.score, verdict.reason) == (True, 1.0, "")


def test_one_failed_check_fails_all_of_them_and_keeps_the_score_of_the_rest():
    verdict = graded(RIGHT | {"n": 4})
    assert (verdict.passed, verdict.score) == (False, pytest.approx(2 / 3))
    assert verdict.reason == "count: n: 4 is outside [3, 3] (truth 3)"


def test_enough_passing_checks_pass():
    assert graded(RIGHT | {"n": 4}, min_passing=2).passed
    assert not graded(RIGHT | {"n": 4, "direction": "down"}, min_passing=2).passed


def test_a_hard_fail_fails_the_answer_whatever_else_passes():
    verdict = graded(RIGHT | {"sample": "normal"}, checks=[*CHECKS, VETO], min_passing=1)
    assert (verdict.passed, verdict.score) == (False, 0.0)
    assert verdict.reason == "hard fail sample: 'normal' is not among 'tumour'"


def test_a_hard_fail_that_cannot_be_looked_at_is_hit():
    answer = {key: value for key, value in RIGHT.items() if key != "sample"}
    assert not graded(answer, checks=[*CHECKS, VETO]).passed


def test_a_hard_fail_does_not_count_towards_enough():
    answer = RIGHT | {"n": 4, "direction": "down"}
    assert not graded(answer, checks=[*CHECKS, VETO], min_passing=2).passed


@pytest.mark.parametrize("answer", [None, [], "yes", {}, {"calls": "EMT"}, {"calls": [{"name": "EMT"}]}])
def test_nonsense_fails_with_a_reason(answer):
    verdict = graded(answer)
    assert (verdict.passed, verdict.score) == (False, 0.0)
    assert verdict.reason


@given(st.tuples(st.booleans(), st.booleans(), st.booleans()), st.integers(1, 2))
def test_asking_for_fewer_checks_never_turns_a_pass_into_a_failure(right, enough):
    answer = {
        "n": 3 if right[0] else 9,
        "calls": RIGHT["calls"] if right[1] else [],
        "direction": "up" if right[2] else "down",
    }
    assert not graded(answer, min_passing=enough + 1).passed or graded(answer, min_passing=enough).passed


@pytest.mark.parametrize(
    ("settings", "fault"),
    [
        ({"checks": CHECKS, "min_passing": 4}, "only 3 checks count"),
        ({"checks": [VETO]}, "nothing can be scored"),
        ({"checks": [CHECKS[0], CHECKS[0]]}, "two checks have one name"),
    ],
)
def test_checks_that_cannot_work_are_refused(settings, fault):
    with pytest.raises(ValidationError, match=fault):
        FieldsGrader(**settings)
