"""One request of an agent taken to its model's service and the reply brought back, tried again where that can help."""

import http.client
import socket
import ssl
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Lock
from typing import Protocol

from counterproof.domain.endpoint import Endpoint, Price
from counterproof.trials.gateway.asked import asked_in
from counterproof.trials.gateway.exchange import Attempt, Exchange, Fault
from counterproof.trials.gateway.purse import Purse
from counterproof.trials.gateway.route import is_allowed, target_of
from counterproof.trials.gateway.scrub import Scrubber, scrubbed
from counterproof.trials.gateway.usage import Meter, cost_usd
from counterproof.trials.gateway.verdict import Verdict, verdict_of

TRIES = 5
LONGEST_WAIT = 60.0
KEPT_FROM_AGENT = frozenset(
    {"authorization", "x-api-key", "api-key", "host", "connection", "content-length", "transfer-encoding"}
    | {"accept-encoding", "proxy-authorization", "cookie", "expect", "keep-alive", "te", "trailer", "upgrade"}
)
"""Headers of a request that are not passed on: its dummy key, and those that concern one connection. A reply is asked
for unpacked, so that its tokens can be read."""

KEPT_FROM_REPLY = frozenset({"connection", "content-length", "transfer-encoding", "keep-alive", "set-cookie"})
NO_REPLY = (OSError, http.client.HTTPException)


class AgentGoneError(Exception):
    """Nobody reads the reply any more."""


class Reply(Protocol):
    """The way back to the agent. Each call raises `AgentGoneError` when it has gone."""

    def start(self, status: int, headers: list[tuple[str, str]], *, length: int | None) -> None:
        """Send the head; the body comes in chunks where no length is known."""

    def send(self, data: bytes) -> None:
        """Send a part of the body."""


@dataclass
class Forwarder:
    """What every request of a trial shares. `deadline` is on the monotonic clock; `backoff` is in seconds."""

    endpoint: Endpoint
    key: str | None
    price: Price | None
    purse: Purse
    started: float
    deadline: float
    secrets: tuple[str, ...] = ()
    backoff: float = 1.0
    closed: Event = field(default_factory=Event)
    waiting_since: dict[int, float] = field(default_factory=dict)
    _open: dict[int, http.client.HTTPConnection] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def forward(self, method: str, path: str, headers: Mapping[str, str], body: bytes, reply: Reply) -> Exchange:
        """The record of a request, written before the agent can know that its reply is whole: the caller ends it."""
        now = time.monotonic()
        asked = asked_in(body)
        told = scrubbed(body, self.secrets).decode(errors="replace")
        exchange = Exchange(at=round(now - self.started, 3), method=method, path=path, request=told, **asked._asdict())
        empty = self.purse.empty
        if not is_allowed(self.endpoint.dialect, method, path):
            done = _refuse(exchange, reply, 403, fault="refused", why=f"{method} {path} is not forwarded")
        elif empty:
            done = _refuse(exchange, reply, 403, fault="budget", why=f"the budget {empty} is spent")
        else:
            done = self._tried(exchange, headers, body, reply)
        return done.model_copy(update={"seconds": round(time.monotonic() - now, 3)})

    def close(self) -> None:
        """Give up every request that is under way."""
        self.closed.set()
        with self._lock:
            for connection in self._open.values():
                if connection.sock is not None:
                    _shut(connection.sock)

    def _tried(self, exchange: Exchange, headers: Mapping[str, str], body: bytes, reply: Reply) -> Exchange:
        attempts: list[Attempt] = []
        while True:
            connection = self._connection()
            number = id(connection)
            with self._lock:
                self._open[number] = connection
                self.waiting_since.setdefault(number, time.monotonic())
            try:
                answer = self._ask(connection, exchange, headers, body)
                verdict, first = self._verdict(answer)
            except NO_REPLY as error:
                answer, verdict, first = None, Verdict("provider", again=True), b""
                why = scrubbed(f"{type(error).__name__}: {error}".encode(), self.secrets).decode()
            else:
                why = ""
            finally:
                with self._lock:
                    self.waiting_since.pop(number, None)
            try:
                wait = self._wait(answer, len(attempts)) if verdict.again else None
                status = None if answer is None else answer.status
                attempts.append(Attempt(status=status, why=why, waited=wait or 0))
                tried = exchange.model_copy(update={"attempts": tuple(attempts), "fault": verdict.fault, "why": why})
                if wait is None:
                    return self._brought(tried, answer, first, reply)
            finally:
                with self._lock:
                    self._open.pop(number, None)
                connection.close()
            self.closed.wait(wait)

    def _ask(
        self, connection: http.client.HTTPConnection, exchange: Exchange, headers: Mapping[str, str], body: bytes
    ) -> http.client.HTTPResponse:
        kept = {name: value for name, value in headers.items() if name.lower() not in KEPT_FROM_AGENT}
        kept["Accept-Encoding"] = "identity"
        if self.key is not None and self.endpoint.dialect == "anthropic":
            kept["x-api-key"] = self.key
        elif self.key is not None:
            kept["Authorization"] = f"Bearer {self.key}"
        path = target_of(self.endpoint, exchange.path).path
        connection.request(exchange.method, path, body=body or None, headers=kept)
        return connection.getresponse()

    def _verdict(self, answer: http.client.HTTPResponse) -> tuple[Verdict, bytes]:
        """What the reply means, and the body of one that failed: only that is read here."""
        first = answer.read() if answer.status >= 400 else b""
        return verdict_of(answer.status, first), first

    def _wait(self, answer: http.client.HTTPResponse | None, tried: int) -> float | None:
        """Seconds until the next try; null when there is none."""
        asked = answer.getheader("retry-after", "") if answer is not None else ""
        wait = float(asked) if asked.replace(".", "", 1).isdecimal() else self.backoff * 2**tried
        late = time.monotonic() + wait >= self.deadline
        return None if tried + 1 >= TRIES or wait > LONGEST_WAIT or late or self.closed.is_set() else wait

    def _brought(
        self, exchange: Exchange, answer: http.client.HTTPResponse | None, first: bytes, reply: Reply
    ) -> Exchange:
        if answer is None:
            return _refuse(exchange, reply, 502, fault="provider", why=exchange.why or "no reply")
        stream = answer.getheader("content-type", "").startswith("text/event-stream")
        meter, scrubber = Meter(self.endpoint.dialect, stream=stream), Scrubber(self.secrets)
        began = time.monotonic()
        kept: list[bytes] = []
        cut = gone = False
        try:
            body = first or (b"" if stream else answer.read())
            headers = [pair for pair in answer.getheaders() if pair[0].lower() not in KEPT_FROM_REPLY]
            if stream:
                cut = self._stream(answer, headers, reply, meter, scrubber, kept)
            else:
                meter.feed(body)
                kept.append(scrubbed(body, self.secrets))
                reply.start(answer.status, headers, length=len(kept[0]))
                reply.send(kept[0])
        except NO_REPLY:
            cut = True
        except AgentGoneError:
            gone = True
        meter.close()
        usd = self._spent(meter)
        failed = meter.failed or ("the reply broke off" if cut or not meter.complete else "")
        return exchange.model_copy(
            update={
                "status": answer.status,
                "first_byte": round(began - self.started - exchange.at, 3),
                **meter.tokens._asdict(),
                "usd": usd,
                "cut": cut or not meter.complete,
                "fault": exchange.fault or ("provider" if failed and not gone else None),
                "why": exchange.why or failed or (b"".join(kept)[:300].decode(errors="replace") if first else ""),
                "response": b"".join(kept).decode(errors="replace"),
            }
        )

    def _stream(
        self,
        answer: http.client.HTTPResponse,
        headers: list[tuple[str, str]],
        reply: Reply,
        meter: Meter,
        scrubber: Scrubber,
        kept: list[bytes],
    ) -> bool:
        """Pass a stream on as it comes; whether it broke off, so that the agent must see that, too."""
        reply.start(answer.status, headers, length=None)
        try:
            while data := answer.read1(1 << 16):
                meter.feed(data)
                passed = scrubber.feed(data)
                kept.append(passed)
                if passed:
                    reply.send(passed)
        except NO_REPLY:
            return True
        if not meter.complete:
            return True
        kept.append(scrubber.close())
        if kept[-1]:
            reply.send(kept[-1])
        return False

    def _spent(self, meter: Meter) -> float | None:
        usd = cost_usd(meter.tokens, self.price)
        self.purse.spend(usd or 0)
        return usd

    def _connection(self) -> http.client.HTTPConnection:
        target = target_of(self.endpoint, "/v1")
        # Beyond the trial's end: the trial ends what is under way, and tells a service that never answered by it.
        patience = max(1.0, self.deadline - time.monotonic()) + LONGEST_WAIT
        if target.secure:
            context = ssl.create_default_context()
            return http.client.HTTPSConnection(target.host, target.port, timeout=patience, context=context)
        return http.client.HTTPConnection(target.host, target.port, timeout=patience)


def _refuse(exchange: Exchange, reply: Reply, status: int, *, fault: Fault, why: str) -> Exchange:
    text = f'{{"type": "error", "error": {{"type": "{fault}", "message": "gateway: {why}"}}}}'.encode()
    with suppress(AgentGoneError):
        reply.start(status, [("Content-Type", "application/json")], length=len(text))
        reply.send(text)
    return exchange.model_copy(update={"status": status, "fault": fault, "why": why, "response": text.decode()})


def _shut(sock: socket.socket) -> None:
    with suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
