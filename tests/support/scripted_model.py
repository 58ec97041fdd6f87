"""A model server that plays a script, in three dialects, over a unix socket or the loopback.

A script has one entry a turn, and the turn is the number of tool results that the request holds: never the request's
bytes, which carry dates, folders and ids. An entry is what the server does at the turn's first, second ... request; the
last is repeated.
"""

import json
import socketserver
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import anthropic_dialect
import chat_dialect
import responses_dialect

DIALECTS = {
    "/v1/messages": anthropic_dialect,
    "/v1/responses": responses_dialect,
    "/v1/chat/completions": chat_dialect,
}


@dataclass(frozen=True)
class Run:
    """Call the agent's shell tool."""

    command: str


@dataclass(frozen=True)
class Say:
    """Say a text and end."""

    text: str


@dataclass(frozen=True)
class Fail:
    """Answer with an error of this HTTP status."""

    status: int


@dataclass(frozen=True)
class Cut:
    """Begin a reply and close the connection in its middle."""


@dataclass(frozen=True)
class Hang:
    """Never answer."""


Act = Run | Say | Fail | Cut | Hang


@dataclass
class Script:
    """What the server does, and what it was asked: (path, headers, body) of every request, in order."""

    turns: Sequence[Act | Sequence[Act]]
    asked: list[tuple[str, dict[str, str], dict]] = field(default_factory=list)
    tries: Counter = field(default_factory=Counter)
    stopped: threading.Event = field(default_factory=threading.Event)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def next(self, turn: int) -> Act:
        """The act for this request of this turn; beyond the script, an end."""
        if turn >= len(self.turns):
            return Say("The script has ended.")
        acts = self.turns[turn]
        acts = acts if isinstance(acts, Sequence) else [acts]
        with self.lock:
            self.tries[turn] += 1
            return acts[min(self.tries[turn], len(acts)) - 1]


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        path = self.path.partition("?")[0]
        request = json.loads(body)
        script = self.server.script
        script.asked.append((path, dict(self.headers), request))
        dialect = DIALECTS.get(path)
        if dialect is None:
            self._send(404, {"error": {"message": "no such path", "type": "not_found_error"}})
            return
        act = script.next(dialect.turn(request))
        if isinstance(act, Fail):
            self._send(act.status, dialect.failure(act.status))
        elif isinstance(act, Hang):
            script.stopped.wait()
            self.close_connection = True
        else:
            self._reply(dialect, request, act)

    def do_GET(self):
        self._send(200, {"object": "list", "data": []})

    def do_HEAD(self):
        self._send(200, {})

    def _reply(self, dialect, request, act):
        command = act.command if isinstance(act, Run) else None
        text = act.text if isinstance(act, Say) else "I will look." if command is None else ""
        if not request.get("stream"):
            self._send(200, dialect.whole(request, text=text, command=command))
            return
        events = list(dialect.events(request, text=text, command=command))
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        for name, data in events[: len(events) // 2] if isinstance(act, Cut) else events:
            head = f"event: {name}\n" if name else ""
            self.wfile.write(f"{head}data: {data if isinstance(data, str) else json.dumps(data)}\n\n".encode())
            self.wfile.flush()

    def _send(self, status, value):
        data = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(b"" if self.command == "HEAD" else data)

    def log_message(self, *_):
        pass

    def address_string(self):
        return "unix"


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Agents that are killed leave broken pipes behind."""


class _UnixServer(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True

    def handle_error(self, *_):
        """Agents that are killed leave broken pipes behind."""


@contextmanager
def scripted_model(*turns: Act | Sequence[Act], socket: Path | None = None):
    """A running server: yields its script, and its address on the loopback where it has no socket."""
    script = Script(turns)
    server = _UnixServer(str(socket), _Handler) if socket else _Server(("127.0.0.1", 0), _Handler)
    server.script = script
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield script, None if socket else f"http://127.0.0.1:{server.server_port}"
    finally:
        script.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()
