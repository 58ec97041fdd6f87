import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.tolerance import Absolute
from counterproof.evaluators.graders.number import NumberGrader, grade_numbers

GRADER = NumberGrader(
    targets={
        "n_cells": {"truth": 1150, "tolerance": {"type": "absolute", "value": 350}},
        "share": {"truth": 30.2, "tolerance": {"type": "relative", "value": 0.1}},
    }
)


def test_the_right_numbers_pass_with_full_score():
    verdict = grade_numbers({"n_cells": 1150, "share": "30.2"}, grader=GRADER)
    assert (verdict.passed, verdict.score, verdict.reason) == (True, 1.0, "")


def test_one_wrong_field_fails_the_answer_and_costs_its_share():
    verdict = grade_numbers({"n_cells": 1512, "share": 30}, grader=GRADER)
    assert (verdict.passed, verdict.score) == (False, 0.5)
    assert verdict.reason == "n_cells: 1512 is outside [800, 1500] (truth 1150)"


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        (None, "null"),
        (True, "True is no number"),
        ("many", "no number is given"),
        ([1150], "is no number"),
        ("1_150", "'1_150' is no number"),
        ("1e400", "too large"),
        ("1150%", "is percent"),
        ("800-1500", "a range"),
    ],
)
def test_a_value_that_is_no_number_fails_with_its_reason(value, reason):
    verdict = grade_numbers({"n_cells": value, "share": 30.2}, grader=GRADER)
    assert (verdict.passed, verdict.score) == (False, 0.5)
    assert reason in verdict.reason


@pytest.mark.parametrize("answer", [None, "1150", [], 7, True])
def test_nonsense_fails_without_an_error(answer):
    verdict = grade_numbers(answer, grader=GRADER)
    assert (verdict.passed, verdict.score) == (False, 0.0)
    assert verdict.reason


def test_a_missing_field_fails():
    assert grade_numbers({"n_cells": 1150}, grader=GRADER).reason == "share: missing"


def test_a_field_inside_another_is_found_by_its_path():
    grader = NumberGrader(targets={"qc.n": {"truth": 3}})
    assert grade_numbers({"qc": {"n": 3}}, grader=grader).passed
    assert grade_numbers({"qc.n": 3}, grader=grader).passed


@given(st.integers(-1000, 1000), st.floats(0, 500), st.floats(0, 500))
def test_a_wider_tolerance_never_turns_a_pass_into_a_failure(value, one, other):
    verdicts = [
        grade_numbers(
            {"n": value}, grader=NumberGrader(targets={"n": {"truth": 100, "tolerance": Absolute(value=size)}})
        ).passed
        for size in sorted((one, other))
    ]
    assert verdicts != [True, False]
