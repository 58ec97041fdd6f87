import http.client
import json
import threading
import time
from contextlib import closing

import pytest
from model_service import KEY, UnixConnection, dropping, hanging, plain, streamed

from counterproof.trials.gateway.purse import Purse
from counterproof.trials.gateway.server import gateway as open_gateway

ANTHROPIC = {"usage": {"input_tokens": 10, "cache_read_input_tokens": 100, "output_tokens": 5}, "content": []}
ANTHROPIC_STREAM = (
    {"type": "message_start", "message": {"usage": {"input_tokens": 10, "cache_read_input_tokens": 100}}},
    {"type": "content_block_delta", "delta": {"text": "hello"}},
    {"type": "message_delta", "usage": {"output_tokens": 5}},
    {"type": "message_stop"},
)
RESPONSES = {"usage": {"input_tokens": 110, "input_tokens_details": {"cached_tokens": 100}, "output_tokens": 5}}
CHAT = {"usage": {"prompt_tokens": 110, "prompt_tokens_details": {"cached_tokens": 100}, "completion_tokens": 5}}
CASES = {
    "anthropic": ("anthropic", "/v1/messages", plain(200, ANTHROPIC)),
    "anthropic, streamed": ("anthropic", "/v1/messages", streamed(*ANTHROPIC_STREAM)),
    "responses": ("openai_responses", "/v1/responses", plain(200, RESPONSES)),
    "responses, streamed": (
        "openai_responses",
        "/v1/responses",
        streamed(
            {"type": "response.created", "response": {"usage": None}},
            {"type": "response.completed", "response": RESPONSES},
        ),
    ),
    "chat": ("openai_chat", "/v1/chat/completions", plain(200, CHAT)),
    "chat, streamed": ("openai_chat", "/v1/chat/completions", streamed({"choices": []}, CHAT, b"data: [DONE]\n\n")),
}


@pytest.mark.parametrize("case", CASES)
def test_tokens_and_dollars_are_counted_in_every_dialect(opened, service, case):
    dialect, path, answer = CASES[case]
    service.script = [answer]
    with opened(dialect=dialect, price={"input": 3, "output": 15, "cache_read": 0.3}) as one:
        assert one.ask(at=path, body={"model": "m"}).status == 200
        traffic = one.gateway.traffic
    assert [traffic.tokens(name) for name in ("input_tokens", "cached_input_tokens", "output_tokens")] == [10, 100, 5]
    assert traffic.usd == pytest.approx((10 * 3 + 100 * 0.3 + 5 * 15) / 1e6)
    (exchange,) = traffic.exchanges
    assert (exchange.model, exchange.status, exchange.fault, exchange.cut) == ("m", 200, None, False)


def test_a_stream_is_passed_on_as_it_comes_and_byte_for_byte(opened, service):
    service.script = [streamed(*ANTHROPIC_STREAM, pause=0.6)]
    with opened() as one, closing(UnixConnection(one.path)) as connection:
        clock = time.monotonic()
        connection.request("POST", "/v1/messages", body=b"{}")
        answer = connection.getresponse()
        first = answer.read1()
        waited = time.monotonic() - clock
        rest = answer.read()
        took = time.monotonic() - clock
    assert waited < took - 0.5
    assert first + rest == b"".join(b"data: " + json.dumps(event).encode() + b"\n\n" for event in ANTHROPIC_STREAM)


@pytest.mark.parametrize(
    ("dialect", "base", "at", "reached", "header"),
    [
        ("anthropic", "", "/v1/messages?beta=true", "/v1/messages?beta=true", "x-api-key"),
        ("anthropic", "/v1", "/v1/messages", "/v1/messages", "x-api-key"),
        ("anthropic", "/proxy", "/v1/messages/count_tokens", "/proxy/v1/messages/count_tokens", "x-api-key"),
        ("openai_responses", "/v1", "/v1/responses", "/v1/responses", "Authorization"),
        ("openai_chat", "", "/v1/chat/completions", "/v1/chat/completions", "Authorization"),
        ("openai_chat", "/v1beta/openai", "/v1/chat/completions", "/v1beta/openai/chat/completions", "Authorization"),
    ],
)
def test_a_request_goes_to_the_endpoint_with_the_real_key(opened, service, dialect, base, at, reached, header):
    with opened(dialect=dialect, base=base) as one:
        one.ask(at=at, body={"a": 1}, Authorization="Bearer dummy", **{"anthropic-version": "2023-06-01"})
    ((path, headers, body),) = service.asked
    assert path == reached
    assert KEY in headers[header]
    assert "dummy" not in json.dumps(headers)
    assert headers["anthropic-version"] == "2023-06-01"
    assert body == b'{"a": 1}'


@pytest.mark.parametrize(
    ("method", "at"),
    [
        ("GET", "/"),
        ("POST", "/v1/files"),
        ("POST", "/v1/responses"),
        ("POST", "http://example.org/v1/messages"),
        ("CONNECT", "example.org:443"),
        ("DELETE", "/v1/messages"),
        ("GET", "/v1/models/../files"),
        ("GET", "/v1/models/%2e%2e/files"),
    ],
)
def test_nothing_else_is_forwarded(opened, service, method, at):
    with opened() as one:
        answer = one.ask(method, at)
        (exchange,) = one.gateway.traffic.exchanges
    assert answer.status == 403
    assert "is not forwarded" in answer.body.decode()
    assert (exchange.fault, exchange.attempts) == ("refused", ())
    assert service.asked == []


@pytest.mark.parametrize("status", [429, 500, 503, 529])
def test_a_service_that_fails_twice_is_asked_again(opened, service, status):
    service.script = [plain(status, {}), plain(status, {}), plain(200, ANTHROPIC)]
    with opened() as one:
        assert one.ask().status == 200
        traffic = one.gateway.traffic
    assert traffic.retries == 2
    assert [attempt.status for attempt in traffic.exchanges[0].attempts] == [status, status, 200]
    assert traffic.last_fault is None


def test_a_dropped_connection_is_tried_again_and_told_in_the_end(opened, service):
    service.script = [dropping]
    with opened() as one:
        answer = one.ask()
        traffic = one.gateway.traffic
    assert answer.status == 502
    assert len(traffic.exchanges[0].attempts) == 5
    assert traffic.last_fault[0] == "provider"


def test_what_fails_to_the_end_is_passed_on_as_the_providers_fault(opened, service):
    service.script = [plain(529, {"error": {"type": "overloaded_error"}})]
    with opened() as one:
        answer = one.ask()
        fault, why = one.gateway.traffic.last_fault
    assert (answer.status, json.loads(answer.body)["error"]["type"]) == (529, "overloaded_error")
    assert fault == "provider"
    assert "overloaded" in why


def test_the_wait_that_the_service_asks_for_is_kept(opened, service):
    service.script = [plain(429, {}, retry_after="0.4"), plain(200, {})]
    with opened() as one:
        clock = time.monotonic()
        one.ask()
        assert time.monotonic() - clock >= 0.4
        assert one.gateway.traffic.exchanges[0].attempts[0].waited == 0.4


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, {"error": "bad key"}),
        (404, {"error": {"type": "not_found_error"}}),
        (429, {"error": {"code": "insufficient_quota"}}),
        (400, {"error": {"message": "Your credit balance is too low"}}),
    ],
)
def test_a_refused_key_a_missing_model_and_an_empty_account_are_told_apart(opened, service, status, body):
    service.script = [plain(status, body)]
    with opened() as one:
        assert one.ask().status == status
        traffic = one.gateway.traffic
    assert traffic.last_fault[0] == "configuration"
    assert traffic.retries == 0


def test_a_bad_request_may_be_the_agents_own_and_is_no_fault_of_ours(opened, service):
    service.script = [plain(400, {"error": "prompt is too long"})]
    with opened() as one:
        assert one.ask().status == 400
        assert one.gateway.traffic.last_fault is None


def test_a_stream_that_breaks_off_breaks_off_for_the_agent_too(opened, service):
    service.script = [streamed(*ANTHROPIC_STREAM[:2], cut=True)]
    with opened() as one:
        with pytest.raises(http.client.IncompleteRead):
            one.ask()
        (exchange,) = one.gateway.traffic.exchanges
    assert (exchange.cut, exchange.fault, exchange.input_tokens, exchange.output_tokens) == (True, "provider", 10, None)


def test_an_error_inside_a_stream_is_the_providers_fault(opened, service):
    event = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    service.script = [streamed(ANTHROPIC_STREAM[0], event, ANTHROPIC_STREAM[3])]
    with opened() as one:
        one.ask()
        assert one.gateway.traffic.last_fault == ("provider", "overloaded_error: Overloaded")


def test_a_service_that_never_answers_is_given_up_with_the_trial_and_told(opened, service):
    service.script = [hanging]
    with opened() as one:
        caller = threading.Thread(target=one.ask)
        caller.start()
        while not service.asked:
            time.sleep(0.01)
        time.sleep(0.3)
        clock = time.monotonic()
    # The service would hang for 30 seconds.
    assert time.monotonic() - clock < 20
    caller.join()
    traffic = one.gateway.traffic
    assert traffic.unanswered_seconds >= 0.3
    assert traffic.last_fault[0] == "provider"


def test_a_spent_budget_stops_the_next_request(opened, service, tmp_path):
    service.script = [plain(200, ANTHROPIC)]
    price = {"input": 1e6, "output": 0, "cache_read": 0}
    with opened(price=price, purse=Purse(trial_limit=15, ledger=tmp_path / "spent")) as one:
        assert [one.ask().status for _ in range(3)] == [200, 200, 403]
        assert one.gateway.traffic.last_fault == ("budget", "the budget usd is spent")
        (tmp_path / "model.sock").unlink()
    with opened(price=price, purse=Purse(study_limit=25, ledger=tmp_path / "spent")) as one:
        assert [one.ask().status for _ in range(2)] == [200, 403]
        assert one.gateway.traffic.last_fault == ("budget", "the budget study_usd is spent")


def test_no_key_is_passed_on_or_kept(opened, service):
    service.script = [
        plain(401, {"error": f"Incorrect API key: {KEY}"}),
        streamed(b"data: sk-plant", KEY[8:].encode() + b"\n\ndata: [DONE]\n\n"),
    ]
    with opened() as one:
        told = [one.ask(body={"said": KEY}).body for _ in range(2)]
        kept = "".join(exchange.model_dump_json() for exchange in one.gateway.traffic.exchanges)
    assert KEY not in kept + str(told)
    assert b"Incorrect API key: [key]" in told[0]
    assert told[1] == b"data: [key]\n\ndata: [DONE]\n\n"


def test_tools_that_run_at_the_provider_are_named_and_left_in_the_request(opened, service):
    tools = [{"type": "web_search_20250305"}, {"name": "bash", "input_schema": {}}, {"type": "function"}]
    with opened() as one:
        one.ask(body={"tools": tools})
        assert one.gateway.traffic.hosted_tools == ("web_search_20250305",)
    assert json.loads(service.asked[0][2])["tools"] == tools


def test_requests_side_by_side_are_all_answered(opened, service):
    service.script = [plain(200, ANTHROPIC)]
    with opened() as one:
        callers = [threading.Thread(target=one.ask) for _ in range(20)]
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join()
        assert len(one.gateway.traffic.exchanges) == 20
        assert one.gateway.traffic.tokens("output_tokens") == 100


def test_a_port_on_the_loopback_serves_agents_without_walls(opened, service):
    service.script = [plain(200, ANTHROPIC)]
    with opened() as one, open_gateway(one.gateway.forwarder, socket_path=None) as other:
        connection = http.client.HTTPConnection("127.0.0.1", other.port, timeout=10)
        connection.request("POST", "/v1/messages", body=b"{}")
        assert connection.getresponse().status == 200
        connection.close()
