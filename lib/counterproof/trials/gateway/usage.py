"""Tokens that a model's reply states, whole or as a stream, in each dialect."""

import json
from typing import Any, NamedTuple

from counterproof.domain.endpoint import Dialect, Price
from counterproof.trajectories.fields import count, mapping, string
from counterproof.trajectories.openai_usage import token_totals

MILLION = 1_000_000
LAST = (b"message_stop", b"response.completed", b"response.incomplete", b"response.failed")
"""The type of the last event of a stream, in one dialect or another."""
DONE = b"[DONE]"
"""All that the last event of a chat's stream says."""
TELLING = (b'"usage"', b'"error"', DONE, *LAST)


class Tokens(NamedTuple):
    """Tokens of one reply, null where it does not state them; the fields are those of `Totals`."""

    input_tokens: int | None = None
    cached_input_tokens: int | None = None
    cache_write_tokens: int | None = None
    output_tokens: int | None = None


def cost_usd(tokens: Tokens, price: Price | None) -> float | None:
    """US dollars; null without a price, or where input or output is not stated."""
    if price is None or tokens.input_tokens is None or tokens.output_tokens is None:
        return None
    read = price.input if price.cache_read is None else price.cache_read
    written = price.input if price.cache_write is None else price.cache_write
    return (
        tokens.input_tokens * price.input
        + (tokens.cached_input_tokens or 0) * read
        + (tokens.cache_write_tokens or 0) * written
        + tokens.output_tokens * price.output
    ) / MILLION


class Meter:
    """Reads along with a reply, without keeping it; `tokens` and `failed` can be asked at any time.

    `failed` is what an error that came inside a stream says, null where none came. `complete` is whether a stream has
    reached its last event.
    """

    def __init__(self, dialect: Dialect, *, stream: bool) -> None:
        self._dialect, self._stream = dialect, stream
        self._rest = b""
        self._usage: dict[str, Any] = {}
        self.failed: str | None = None
        self.complete = not stream

    def feed(self, data: bytes) -> None:
        """Take in the next bytes of the reply."""
        self._rest += data
        if self._stream:
            *lines, self._rest = self._rest.split(b"\n")
            for line in lines:
                self._line(line)

    def close(self) -> None:
        """Take what came as the whole."""
        rest, self._rest = self._rest, b""
        if self._stream:
            self._line(rest)
        else:
            self._take(_json(rest))

    @property
    def tokens(self) -> Tokens:
        """The tokens stated so far."""
        if self._dialect == "anthropic":
            return Tokens(
                input_tokens=count(self._usage.get("input_tokens")),
                cached_input_tokens=count(self._usage.get("cache_read_input_tokens")),
                cache_write_tokens=count(self._usage.get("cache_creation_input_tokens")),
                output_tokens=count(self._usage.get("output_tokens")),
            )
        return Tokens(**token_totals(self._usage))

    def _line(self, line: bytes) -> None:
        field, _, value = line.partition(b":")
        # The words of a model may name such an event: they are within a value.
        if field == b"event":
            self.complete = self.complete or value.strip() in LAST
        # Only lines that can matter are parsed: a long stream has thousands.
        elif field == b"data" and any(word in value for word in TELLING):
            event = _json(value)
            last = value.strip() == DONE or string(event.get("type")).encode() in LAST
            self.complete = self.complete or last
            self._take(event)

    def _take(self, event: dict[str, Any]) -> None:
        inner = mapping(event.get("message")) or mapping(event.get("response"))
        for usage in (mapping(inner.get("usage")), mapping(event.get("usage"))):
            # Anthropic's last event states the whole output, and the input only at times.
            self._usage |= {name: value for name, value in usage.items() if value is not None}
        error = mapping(event.get("error")) or mapping(inner.get("error"))
        if event.get("type") == "error" and not error:
            # One of OpenAI's responses is the error itself.
            error = {"type": event.get("code"), "message": event.get("message")}
        if self._stream and error:
            self.failed = f"{error.get('type') or error.get('code')}: {error.get('message')}"


def _json(data: bytes) -> dict[str, Any]:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return {}
    return mapping(value)
