import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.evaluators.graders.distribution import DistributionGrader, grade_distribution

SHARES = {"PTS1": 42.06, "PTS2": 5.02, "PTS3": 0.9, "Inj_PT": 48.55, "FR_PT": 3.47}
GRADER = DistributionGrader(shares=SHARES, tolerance={"value": 5})


def graded(shares, grader=GRADER):
    return grade_distribution({"cell_type_distribution": shares}, grader=grader)


def test_the_right_shares_pass():
    assert graded(SHARES).passed
    assert graded(SHARES | {"PTS1": 47.06}).passed, "the end of the tolerance is included"


def test_one_share_outside_fails_and_costs_its_part():
    verdict = graded(SHARES | {"PTS1": 47.07})
    assert (verdict.passed, verdict.score) == (False, 0.8)
    assert verdict.reason == "PTS1: 47.07 against 42.06"


def test_a_missing_label_fails_even_where_0_would_pass():
    assert graded({label: share for label, share in SHARES.items() if label != "PTS3"}).reason == "PTS3: missing"


def test_a_label_that_does_not_exist_counts_as_share_0():
    assert graded(SHARES | {"Podocyte": 4}).passed
    assert graded(SHARES | {"Podocyte": 6}).reason == "Podocyte: 6 against 0.0"


def test_fractions_are_not_rescaled_but_named():
    verdict = graded({label: share / 100 for label, share in SHARES.items()})
    assert not verdict.passed
    assert "another scale?" in verdict.reason


@pytest.mark.parametrize("shares", [None, [], "PTS1", {}, {"PTS1": True}, {"PTS1": "half"}, {"PTS1": -1, "PTS2": -1}])
def test_nonsense_fails_with_a_reason(shares):
    verdict = graded(shares)
    assert (verdict.passed, verdict.score) == (False, 0.0)
    assert verdict.reason


def test_a_negative_share_fails_inside_the_tolerance():
    assert graded(SHARES | {"PTS3": -1}).reason == "PTS3: -1 is negative"


def test_the_total_is_checked_where_the_grader_states_it():
    total = {"truth": 1000, "tolerance": {"type": "absolute", "value": 10}}
    grader = DistributionGrader(shares=SHARES, tolerance={"value": 5}, total=total)
    assert grade_distribution({"cell_type_distribution": SHARES, "total_cells": 1010}, grader=grader).passed
    assert "total_cells: missing" in grade_distribution({"cell_type_distribution": SHARES}, grader=grader).reason


@given(st.fixed_dictionaries(dict.fromkeys(SHARES, st.floats(0, 100))), st.floats(0, 60), st.floats(0, 60))
def test_a_wider_tolerance_never_turns_a_pass_into_a_failure(shares, one, other):
    strict, mild = (
        graded(shares, DistributionGrader(shares=SHARES, tolerance={"value": size})).passed
        for size in sorted((one, other))
    )
    assert not strict or mild


@pytest.mark.parametrize(
    "fault",
    [{"shares": {}}, {"shares": {"a": -1}}, {"shares": {"a": 1}, "tolerance": {"type": "relative", "value": 1}}],
)
def test_a_distribution_that_cannot_be_one_is_refused(fault):
    with pytest.raises(ValidationError, match=r"shares|tolerance"):
        DistributionGrader(**fault)
