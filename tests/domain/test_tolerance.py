import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from counterproof.domain.tolerance import Absolute, Bounds, Limit, Relative, Target, within
from counterproof.evaluators.graders.number import NumberGrader, grade_numbers

numbers = st.one_of(st.integers(-(10**15), 10**15), st.floats(-1e12, 1e12, allow_nan=False))
sizes = st.floats(0, 1e9, allow_nan=False)


@pytest.mark.parametrize("name", ["t06", "t07", "t08"])
def test_a_tolerance_judges_as_recorded(shared, name):
    cases = {case["id"]: case for case in json.loads((shared / "cases" / "answers" / "tolerance.json").read_bytes())}
    assert set(cases) == {"t06", "t07", "t08"}
    case = cases[name]
    grader = NumberGrader(targets={"n": {"truth": case["truth"], "tolerance": case["tol"]}})
    assert grade_numbers({"n": case["ans"]}, grader=grader).passed == case["expect"]


@given(numbers, sizes, sizes, numbers)
def test_a_wider_tolerance_never_rejects_what_a_narrower_accepts(truth, one, other, value):
    narrow, wide = sorted((one, other))
    for make in (lambda v: Absolute(value=v), lambda v: Bounds(lower=v, upper=v), lambda v: Relative(value=v)):
        if truth or not isinstance(make(0), Relative):
            accepted = [within(value, target=Target(truth=truth, tolerance=make(size))) for size in (narrow, wide)]
            assert accepted != [True, False]


@given(numbers)
def test_the_truth_lies_within_every_tolerance_around_it(truth):
    assert within(truth, target=Target(truth=truth))
    assert within(truth, target=Target(truth=truth, tolerance=Bounds(lower=0, upper=0)))


@pytest.mark.parametrize(("truth", "tolerance", "end"), [(74, 0.1, 73.9), (0.3, 0.1, 0.4), (0.144, 0.106, 0.25)])
def test_the_ends_are_included_whatever_rounding_makes_of_them(truth, tolerance, end):
    target = Target(truth=truth, tolerance=Absolute(value=tolerance))
    assert within(end, target=target)
    assert not within(end + (1e-6 if end > truth else -1e-6), target=target)


def test_whole_numbers_get_no_slack():
    assert not within(2**53 + 1, target=Target(truth=2**53))
    assert not within(10**15 + 351, target=Target(truth=10**15, tolerance=Absolute(value=350)))
    assert within(10**15 + 350, target=Target(truth=10**15, tolerance=Absolute(value=350)))


def test_bounds_are_distances_to_each_side():
    target = Target(truth=10, tolerance=Bounds(lower=1, upper=5))
    assert [within(value, target=target) for value in (8, 9, 15, 16)] == [False, True, True, False]


def test_a_limit_does_not_look_at_the_truth():
    assert within(7, target=Target(truth=0, tolerance=Limit(at_least=5)))
    assert not within(4.9, target=Target(truth=0, tolerance=Limit(at_least=5)))


def test_a_relative_tolerance_at_truth_0_is_a_fault_of_the_configuration():
    with pytest.raises(ValidationError, match="a relative tolerance at truth 0 accepts 0 only"):
        Target(truth=0, tolerance=Relative(value=0.1))


@pytest.mark.parametrize("limits", [{}, {"at_least": 2, "at_most": 1}])
def test_a_limit_that_limits_nothing_or_everything_is_refused(limits):
    with pytest.raises(ValidationError, match="at_least"):
        Limit(**limits)
