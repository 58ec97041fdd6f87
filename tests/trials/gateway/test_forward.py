import time

import pytest
from model_service import KEY, plain, streamed

from counterproof.domain.endpoint import Endpoint, Price
from counterproof.trials.gateway.forward import AgentGoneError, Forwarder
from counterproof.trials.gateway.purse import Purse

REPLY = {"usage": {"input_tokens": 2, "output_tokens": 3}}


class Agent:
    """The way back: what arrived; the agent may leave at the start of a reply, or at the first part of it."""

    def __init__(self, *, leaves_at=None):
        self.status, self.headers, self.length, self.parts = None, {}, None, []
        self._leaves_at = leaves_at

    def start(self, status, headers, *, length):
        if self._leaves_at == "start":
            raise AgentGoneError
        self.status, self.headers, self.length = status, dict(headers), length

    def send(self, data):
        if self._leaves_at == "send":
            raise AgentGoneError
        self.parts.append(data)

    @property
    def body(self):
        return b"".join(self.parts)


@pytest.fixture
def forwarder(service):
    def build(*, dialect="anthropic", key=KEY, seconds=60.0, backoff=0.001, **fields):
        address = f"http://127.0.0.1:{service.server_address[1]}"
        now = time.monotonic()
        fields = {"price": None, "purse": Purse(), "secrets": (KEY,)} | fields
        return Forwarder(
            endpoint=Endpoint(dialect=dialect, base_url=address),
            key=key,
            started=now,
            deadline=now + seconds,
            backoff=backoff,
            **fields,
        )

    return build


def send(forwarder, agent=None, *, method="POST", path="/v1/messages", headers=None, body=b"{}"):
    agent = agent or Agent()
    return forwarder.forward(method, path, headers or {}, body, agent), agent


def test_headers_of_one_connection_and_the_dummy_key_stay_behind(forwarder, service):
    headers = {
        "X-Api-Key": "dummy",
        "Authorization": "Bearer dummy",
        "Cookie": "a=b",
        "Accept-Encoding": "gzip",
        "Connection": "close",
        "anthropic-version": "2023-06-01",
    }
    send(forwarder(), headers=headers)
    ((_, seen, _),) = service.asked
    seen = {name.lower(): value for name, value in seen.items()}
    assert seen["x-api-key"] == KEY
    assert seen["anthropic-version"] == "2023-06-01"
    assert seen["accept-encoding"] == "identity"
    assert not {"authorization", "cookie"} & set(seen)
    assert "dummy" not in str(seen)


@pytest.mark.parametrize("dialect", ["anthropic", "openai_chat"])
def test_where_no_key_is_needed_none_is_sent(forwarder, service, dialect):
    path = {"anthropic": "/v1/messages", "openai_chat": "/v1/chat/completions"}[dialect]
    send(forwarder(dialect=dialect, key=None), headers={"authorization": "dummy", "x-api-key": "dummy"}, path=path)
    ((_, seen, _),) = service.asked
    assert not {"authorization", "x-api-key"} & {name.lower() for name in seen}


def test_a_reply_keeps_its_headers_but_those_of_the_connection(forwarder, service):
    service.script = [plain(200, REPLY, Request_Id="r1", Set_Cookie="a=b")]
    exchange, agent = send(forwarder())
    assert agent.headers["Request-Id"] == "r1"
    assert "Set-Cookie" not in agent.headers
    assert agent.length == len(agent.body)
    assert (exchange.status, exchange.input_tokens, exchange.output_tokens) == (200, 2, 3)
    assert exchange.fault is None


@pytest.mark.parametrize("asked", ["61", "1e3", "Wed, 21 Oct 2026 07:28:00 GMT", "-1", "", "٣0", "soon"])
def test_a_wait_that_is_asked_for_is_kept_where_it_is_a_short_number_and_else_our_own(forwarder, service, asked):
    own = asked != "61"
    service.script = [plain(529, {}, Retry_After=asked.encode().decode("latin-1")), plain(200, REPLY)]
    exchange, _ = send(forwarder())
    assert exchange.status == (200 if own else 529)
    assert [attempt.waited for attempt in exchange.attempts] == ([0.001, 0] if own else [0])


def test_waits_double_and_end(forwarder, service):
    service.script = [plain(500, {})]
    exchange, agent = send(forwarder())
    assert [attempt.waited for attempt in exchange.attempts] == [0.001, 0.002, 0.004, 0.008, 0]
    assert (exchange.fault, agent.status) == ("provider", 500)


def test_no_try_begins_after_the_trial_s_end(forwarder, service):
    service.script = [plain(500, {})]
    exchange, _ = send(forwarder(seconds=5, backoff=30))
    assert len(exchange.attempts) == 1


def test_a_closed_gateway_tries_nothing_again(forwarder, service):
    service.script = [plain(500, {})]
    one = forwarder()
    one.close()
    assert len(send(one)[0].attempts) == 1


def test_what_is_not_forwarded_reaches_no_service_and_is_recorded(forwarder, service):
    exchange, agent = send(forwarder(), path="/v1/files", body=b'{"model": "m"}')
    assert service.asked == []
    assert (exchange.fault, exchange.status, exchange.attempts, exchange.model) == ("refused", 403, (), "m")
    assert exchange.why == "POST /v1/files is not forwarded"
    assert (agent.status, agent.body.decode()) == (403, exchange.response)


def test_an_agent_that_left_is_no_fault_of_the_service_and_its_reply_is_paid(forwarder, service):
    service.script = [streamed({"type": "message_start", "message": REPLY}, {"type": "message_stop"})]
    purse = Purse()
    exchange, _ = send(forwarder(purse=purse, price=Price(input=1e6, output=1e6)), Agent(leaves_at="send"))
    assert (exchange.fault, exchange.output_tokens, exchange.usd) == (None, 3, 5)
    assert purse.spent == 5


def test_an_agent_that_left_before_a_refusal_is_no_error(forwarder):
    assert send(forwarder(), Agent(leaves_at="start"), path="/v1/files")[0].fault == "refused"


def test_a_service_that_is_not_there_is_the_provider_s_fault_with_its_reason(forwarder, service):
    one = forwarder()
    service.server_close()
    exchange, agent = send(one)
    assert (exchange.fault, agent.status) == ("provider", 502)
    assert "ConnectionRefusedError" in exchange.why
    assert [attempt.status for attempt in exchange.attempts] == [None] * 5
    assert one.waiting_since == {}


def test_a_body_in_any_bytes_is_passed_on_and_kept_readable(forwarder, service):
    body = b'{"said": "\xff' + KEY.encode() + b'"}'
    exchange, _ = send(forwarder(), body=body)
    assert service.asked[0][2] == body
    assert exchange.request == '{"said": "\ufffd[key]"}'
