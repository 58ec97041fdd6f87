import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.evaluators.graders.verdict import Component, all_of, failed


@given(st.lists(st.booleans(), min_size=1, max_size=6))
def test_all_parts_must_pass_and_the_score_is_their_mean(passed):
    parts = tuple(Component(name=str(n), passed=it, score=float(it), reason="why") for n, it in enumerate(passed))
    verdict = all_of(parts)
    assert verdict.passed == all(passed)
    assert verdict.score == pytest.approx(sum(passed) / len(passed))
    assert bool(verdict.reason) != verdict.passed


def test_a_failure_keeps_its_reason():
    assert (failed("no answer").passed, failed("no answer").score, failed("no answer").reason) == (
        False,
        0.0,
        "no answer",
    )
