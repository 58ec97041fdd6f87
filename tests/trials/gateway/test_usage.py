import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.endpoint import Price
from counterproof.trials.gateway.usage import Meter, Tokens, cost_usd

START = {"type": "message_start", "message": {"usage": {"input_tokens": 10, "output_tokens": 1}}}
END = {"type": "message_delta", "usage": {"output_tokens": 5, "input_tokens": None}}
STREAM = b"".join(
    b"event: x\ndata: %b\n\n" % json.dumps(each).encode() for each in (START, END, {"type": "message_stop"})
)


def read(dialect, *data, stream=True):
    meter = Meter(dialect, stream=stream)
    for each in data:
        meter.feed(each)
    meter.close()
    return meter


def event(**fields):
    return b"data: " + json.dumps(fields).encode() + b"\n\n"


@given(st.lists(st.integers(0, len(STREAM)), max_size=6).map(sorted))
def test_a_stream_is_read_alike_wherever_it_is_cut(places):
    pieces = [STREAM[start:stop] for start, stop in zip([0, *places], [*places, len(STREAM)], strict=True)]
    meter = read("anthropic", *pieces)
    assert meter.tokens == Tokens(input_tokens=10, output_tokens=5)
    assert (meter.complete, meter.failed) == (True, None)


def test_what_a_stream_has_stated_can_be_asked_before_its_end():
    meter = Meter("anthropic", stream=True)
    meter.feed(STREAM[: STREAM.index(b"event", 10)])
    assert meter.tokens == Tokens(input_tokens=10, output_tokens=1)
    assert not meter.complete


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("space", ["", " "])
def test_lines_may_end_and_begin_as_the_standard_of_events_allows(end, space):
    told = f"data:{space}{json.dumps({'usage': {'prompt_tokens': 3, 'completion_tokens': 2}})}{end}{end}"
    meter = read("openai_chat", told.encode() + f"data:{space}[DONE]{end}{end}".encode())
    assert meter.tokens == Tokens(input_tokens=3, output_tokens=2)
    assert meter.complete


@pytest.mark.parametrize(
    "last",
    [
        b"data: [DONE]",
        b'data: {"type": "response.incomplete", "response": {}}',
        b'data: {"type": "response.failed", "response": {}}',
        b"event: message_stop\ndata: {}",
    ],
)
def test_a_last_event_without_an_empty_line_after_it_completes_a_stream(last):
    assert read("openai_chat", last).complete


@pytest.mark.parametrize("words", ["message_stop", "[DONE]", "it says response.completed"])
def test_words_of_the_model_complete_no_stream(words):
    assert not read("anthropic", event(type="content_block_delta", delta={"text": words})).complete


def test_words_of_the_model_are_no_usage_and_no_error():
    delta = {"text": 'data: {"usage": {"output_tokens": 9}, "error": {"type": "x"}}'}
    meter = read("anthropic", event(type="content_block_delta", delta=delta))
    assert (meter.tokens, meter.failed) == (Tokens(), None)


@pytest.mark.parametrize(
    ("dialect", "told", "failed"),
    [
        ("anthropic", {"type": "error", "error": {"type": "overloaded_error", "message": "o"}}, "overloaded_error: o"),
        ("openai_chat", {"error": {"code": 500, "message": "down"}}, "500: down"),
        ("openai_responses", {"type": "error", "code": "server_error", "message": "down"}, "server_error: down"),
        (
            "openai_responses",
            {"type": "response.failed", "response": {"error": {"code": "server_error", "message": "down"}}},
            "server_error: down",
        ),
        ("openai_responses", {"type": "response.created", "response": {"error": None, "usage": None}}, None),
    ],
)
def test_an_error_within_a_stream_is_told_in_every_dialect(dialect, told, failed):
    assert read(dialect, event(**told)).failed == failed


def test_a_whole_reply_is_complete_and_no_error_of_a_stream():
    meter = read(
        "anthropic", b'{"type": "error", "error": {"type": "x"},', b' "usage": {"input_tokens": 1}}', stream=False
    )
    assert (meter.complete, meter.failed, meter.tokens.input_tokens) == (True, None, 1)


@pytest.mark.parametrize("stream", [True, False])
@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b"data: ", b"data: {", b"null", b"[1]", b'data: ["usage"]', b'data: {"usage": 3}', b"\xff" * 9],
)
def test_what_states_nothing_has_null_tokens(body, stream):
    for dialect in ("anthropic", "openai_chat", "openai_responses"):
        assert read(dialect, body, stream=stream).tokens == Tokens()


@pytest.mark.parametrize("value", [-1, 1.5, True, "12", None, [3]])
def test_what_is_no_count_is_null_not_0(value):
    body = json.dumps({"usage": {"input_tokens": value, "output_tokens": 2}}).encode()
    assert read("anthropic", body, stream=False).tokens == Tokens(output_tokens=2)


def test_cached_tokens_are_told_apart_from_those_that_were_read_anew():
    body = b'{"usage": {"input_tokens": 110, "input_tokens_details": {"cached_tokens": 100}, "output_tokens": 5}}'
    assert read("openai_responses", body, stream=False).tokens == Tokens(10, 100, None, 5)
    body = b'{"usage": {"input_tokens": 10, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 7}}'
    assert read("anthropic", body, stream=False).tokens == Tokens(10, 100, 7, None)


PRICE = Price(input=3, output=15, cache_read=0.3, cache_write=3.75)


def test_each_kind_of_token_has_its_price():
    assert cost_usd(Tokens(10**6, 10**6, 10**6, 10**6), PRICE) == pytest.approx(3 + 0.3 + 3.75 + 15)
    assert cost_usd(Tokens(10**6, 10**6, 10**6, 10**6), Price(input=3, output=15)) == pytest.approx(3 * 3 + 15)
    assert cost_usd(Tokens(10**6, 10**6, None, 0), Price(input=3, output=15, cache_read=0)) == pytest.approx(3)


def test_what_is_not_stated_or_has_no_price_costs_null_and_what_costs_nothing_0():
    assert cost_usd(Tokens(1, 1, 1, 1), None) is None
    assert cost_usd(Tokens(input_tokens=1), PRICE) is None
    assert cost_usd(Tokens(output_tokens=1), PRICE) is None
    assert cost_usd(Tokens(0, None, None, 0), PRICE) == 0
