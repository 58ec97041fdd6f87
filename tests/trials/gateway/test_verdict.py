import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.trials.gateway.verdict import AGAIN, Verdict, verdict_of


@given(st.integers(100, 399), st.binary(max_size=20))
def test_a_reply_is_no_fault_whatever_it_says(status, body):
    assert verdict_of(status, body + b"insufficient_quota") == Verdict(None, again=False)


@pytest.mark.parametrize("status", [401, 402, 403, 404])
def test_no_access_is_a_fault_of_the_configuration_and_stays_so(status):
    assert verdict_of(status, b"") == Verdict("configuration", again=False)


@pytest.mark.parametrize(
    "words", [b"insufficient_quota", b"Your credit balance is too low", b"billing_hard_limit_reached"]
)
@pytest.mark.parametrize("status", [400, 429, 500])
def test_an_account_without_money_is_not_asked_again_whatever_its_status(status, words):
    assert verdict_of(status, b'{"error": "' + words + b'"}') == Verdict("configuration", again=False)


@pytest.mark.parametrize("words", [b"model_not_found", b"invalid_model", b"The model `x` does not exist"])
def test_a_model_that_is_not_there_is_a_fault_of_the_configuration(words):
    assert verdict_of(400, words) == Verdict("configuration", again=False)
    assert verdict_of(503, words) == Verdict("provider", again=True)


@given(st.one_of(st.sampled_from(sorted(AGAIN)), st.integers(500, 599)))
def test_a_service_that_fails_is_asked_again(status):
    assert verdict_of(status, b"") == Verdict("provider", again=True)


@pytest.mark.parametrize("status", [400, 405, 409, 413, 415, 418, 422, 431])
def test_any_other_refusal_may_be_the_agents_own(status):
    assert verdict_of(status, b"prompt is too long") == Verdict(None, again=False)
