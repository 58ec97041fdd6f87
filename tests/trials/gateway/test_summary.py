import pytest

from counterproof.trials.gateway.exchange import Attempt, Exchange
from counterproof.trials.gateway.summary import Traffic

OK = (Attempt(status=200),)


def one(path="/v1/messages", *, method="POST", status=200, attempts=OK, **fields):
    return Exchange(at=0, method=method, path=path, status=status, attempts=attempts, **fields)


COUNTED = one("/v1/messages/count_tokens")
REFUSED = one("/api/event_logging", status=403, attempts=(), fault="refused", why="not forwarded")
FAILED = one(status=529, attempts=(Attempt(status=529), Attempt(status=529)), fault="provider", why="overloaded")


def test_nothing_that_went_through_comes_to_null_not_0():
    traffic = Traffic()
    assert (traffic.usd, traffic.tokens("input_tokens"), traffic.last_fault) == (None, None, None)
    assert (traffic.retries, traffic.hosted_requests, traffic.hosted_tools) == (0, 0, ())


def test_tokens_and_dollars_are_sums_over_the_replies():
    traffic = Traffic((one(usd=0.1, input_tokens=1), FAILED, one(usd=0.2, input_tokens=2)))
    assert (traffic.usd, traffic.tokens("input_tokens")) == (0.3, 3)


@pytest.mark.parametrize("order", [1, -1])
def test_one_reply_that_does_not_state_them_makes_the_sum_unknown(order):
    traffic = Traffic((one(usd=0.1, input_tokens=1), one(usd=None, input_tokens=None))[::order])
    assert (traffic.usd, traffic.tokens("input_tokens")) == (None, None)


@pytest.mark.parametrize("other", [COUNTED, REFUSED, FAILED, one("/v1/models", method="GET"), one(status=None)])
def test_what_brings_no_answer_has_no_price_and_takes_none_from_the_sum(other):
    traffic = Traffic((other, one(usd=0.5, output_tokens=5), other))
    assert (traffic.usd, traffic.tokens("output_tokens")) == (0.5, 5)


def test_what_was_free_costs_0():
    assert Traffic((one(usd=0.0),)).usd == 0


def test_tries_beyond_the_first_are_counted_of_what_went_on():
    assert Traffic((one(), FAILED, REFUSED, one(attempts=(Attempt(status=None), Attempt(status=200))))).retries == 2


def test_tools_of_the_provider_are_named_once_and_only_what_went_on_counts():
    exchanges = [
        one(hosted_tools=("web_search",)),
        one(hosted_tools=("code_execution", "web_search")),
        one(attempts=(), hosted_tools=("mcp",)),
        one(),
    ]
    traffic = Traffic(tuple(exchanges))
    assert traffic.hosted_tools == ("code_execution", "mcp", "web_search")
    assert traffic.hosted_requests == 2


def test_the_last_request_for_an_answer_has_the_word():
    assert Traffic((FAILED,)).last_fault == ("provider", "overloaded")
    assert Traffic((FAILED, one())).last_fault is None
    assert Traffic((one(), FAILED)).last_fault == ("provider", "overloaded")


@pytest.mark.parametrize(
    "other", [REFUSED, COUNTED, one("/v1/models", method="GET", status=404, fault="configuration")]
)
def test_a_request_for_something_else_does_not_change_how_the_last_answer_was(other):
    assert Traffic((one(), other)).last_fault is None
    assert Traffic((FAILED, other)).last_fault == ("provider", "overloaded")


def test_where_none_was_for_an_answer_the_last_request_of_all_has_the_word():
    assert Traffic((COUNTED, REFUSED)).last_fault == ("refused", "not forwarded")
    assert Traffic((REFUSED, COUNTED)).last_fault is None
