"""The gateway of one trial: a small HTTP server on a unix socket, for as long as the trial lasts."""

import http.server
import socket
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from counterproof.trials.gateway.exchange import Exchange
from counterproof.trials.gateway.forward import AgentGoneError, Forwarder
from counterproof.trials.gateway.summary import Traffic

LARGEST_REQUEST = 256_000_000
"""Bytes of a request's body; what is larger is refused."""

PATIENCE = 2.0
"""Seconds for requests under way to be given up in at the end."""


class Gateway:
    """An open gateway. `port` is where it listens on this machine's loopback, null on a unix socket."""

    def __init__(self, forwarder: Forwarder, address: Path | None) -> None:
        self.forwarder = forwarder
        self.exchanges: list[Exchange] = []
        self.lock = threading.Lock()
        self.under_way = 0
        self._unanswered = 0.0
        self.port: int | None = None
        self._server: _UnixServer | _LoopbackServer
        if address is not None:
            self._server = _UnixServer(str(address), _Handler)
        else:
            self._server = _LoopbackServer(("127.0.0.1", 0), _Handler)
            self.port = int(self._server.socket.getsockname()[1])
        self._server.gateway = self
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    @property
    def traffic(self) -> Traffic:
        """What has gone through so far."""
        with self.lock:
            return Traffic(tuple(self.exchanges), self._unanswered)

    def close(self) -> None:
        """Stop listening, and give up what is under way."""
        now = time.monotonic()
        self._unanswered = max((now - since for since in [*self.forwarder.waiting_since.values()]), default=0.0)
        # Not `serve_forever` with its `shutdown`, which would look for the end many times a second.
        self._server.socket.shutdown(socket.SHUT_RDWR)
        self._thread.join()
        self._server.server_close()
        self.forwarder.close()
        end = time.monotonic() + PATIENCE
        while self.under_way and time.monotonic() < end:
            time.sleep(0.005)

    def _listen(self) -> None:
        while True:
            try:
                request, address = self._server.get_request()
            except OSError:
                return
            self._server.process_request(request, address)


@contextmanager
def gateway(forwarder: Forwarder, *, socket_path: Path | None) -> Iterator[Gateway]:
    """An open gateway on a unix socket, or on a port of this machine's loopback where no walls stand."""
    opened = Gateway(forwarder, socket_path)
    try:
        yield opened
    finally:
        opened.close()


class _Server(socketserver.ThreadingMixIn):
    daemon_threads = True
    block_on_close = False
    request_queue_size = 128
    gateway: Gateway

    def handle_error(self, request: Any, client_address: Any) -> None:
        """An agent that goes in the middle is no news."""


class _UnixServer(_Server, socketserver.UnixStreamServer):
    pass


class _LoopbackServer(_Server, socketserver.TCPServer):
    pass


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server  # type: ignore[assignment]  # narrower than its parent's
    _chunked = False
    _whole = b""
    _headers_buffer: list[bytes]

    def address_string(self) -> str:
        return "agent"

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002, the base class's name
        """Nothing: what came is in the record."""

    def _serve(self) -> None:
        gateway = self.server.gateway
        body = self._body()
        with gateway.lock:
            gateway.under_way += 1
        self._whole = b""
        try:
            exchange = gateway.forwarder.forward(self.command, self.path, dict(self.headers.items()), body, self)
            # Before its end is told: the agent's next request must find the money of this one spent.
            with gateway.lock:
                gateway.exchanges.append(exchange)
            with suppress(AgentGoneError):
                self._end(cut=exchange.cut)
        finally:
            with gateway.lock:
                gateway.under_way -= 1

    def __getattr__(self, name: str) -> Any:
        # The base class looks for `do_POST` and the like: whatever the method, it is decided in one place.
        if name.startswith("do_"):
            return self._serve
        raise AttributeError(name)

    def start(self, status: int, headers: list[tuple[str, str]], *, length: int | None) -> None:
        self._chunked = length is None
        self.send_response_only(status)
        for name, value in headers:
            self.send_header(name, value)
        if length is not None:
            # Head and body of a whole reply go together, when its exchange stands in the record.
            self.send_header("Content-Length", str(length))
            self._headers_buffer.append(b"\r\n")
            self._whole, self._headers_buffer = b"".join(self._headers_buffer), []
            return
        self.send_header("Transfer-Encoding", "chunked")
        try:
            self.end_headers()
        except OSError as error:
            raise AgentGoneError from error

    def send(self, data: bytes) -> None:
        if self._chunked:
            self._write(b"%x\r\n%b\r\n" % (len(data), data))
        else:
            self._whole += data

    def _end(self, *, cut: bool) -> None:
        # What broke off there must break off here, too.
        self.close_connection = self.close_connection or cut
        if not cut:
            self._write(b"0\r\n\r\n" if self._chunked else self._whole)

    def _write(self, data: bytes) -> None:
        try:
            self.wfile.write(data)
        except OSError as error:
            raise AgentGoneError from error

    def _body(self) -> bytes:
        if "chunked" in self.headers.get("Transfer-Encoding", "").lower():
            return self._chunks()
        length = self.headers.get("Content-Length", "0")
        size = int(length) if length.isdecimal() else 0
        if size > LARGEST_REQUEST:
            self.close_connection = True
            return b""
        return self.rfile.read(size)

    def _chunks(self) -> bytes:
        parts: list[bytes] = []
        while size := int(self.rfile.readline(20).partition(b";")[0], 16):
            if size + sum(map(len, parts)) > LARGEST_REQUEST:
                self.close_connection = True
                return b""
            parts.append(self.rfile.read(size))
            self.rfile.readline(4)
        self.rfile.readline(4)
        return b"".join(parts)
