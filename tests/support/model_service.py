"""A model's service on this machine that answers by a script of replies, and a connection to a unix socket."""

import http.client
import json
import socket
import threading
import time
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = "sk-planted-key-0815"


class Service(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.asked.append((self.path, dict(self.headers), body))
        step = self.server.script.pop(0) if len(self.server.script) > 1 else self.server.script[0]
        step(self)

    do_GET = do_POST  # noqa: N815, the base class's name


def plain(status, body, **headers):
    def answer(handler):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(data)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(data)

    return answer


def streamed(*events, cut=False, pause=0.0):
    """Server-sent events, one chunk each; `cut` closes the connection instead of ending the body."""

    def answer(handler):
        handler.send_response(200)
        handler.send_header("Content-Type", "text/event-stream")
        handler.send_header("Transfer-Encoding", "chunked")
        handler.end_headers()
        for event in events:
            data = event if isinstance(event, bytes) else b"data: " + json.dumps(event).encode() + b"\n\n"
            handler.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
            time.sleep(pause)
        if cut:
            handler.close_connection = True
            handler.connection.shutdown(socket.SHUT_RDWR)
        else:
            handler.wfile.write(b"0\r\n\r\n")

    return answer


def hanging(handler):
    time.sleep(30)


def dropping(handler):
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=20)
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(20)
        self.sock.connect(self.path)


@contextmanager
def serving():
    """The service on a port of the loopback: `server_address`, what it was `asked`, and the `script` of its answers."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    server.daemon_threads = True
    server.block_on_close = False
    server.asked, server.script = [], [plain(200, {})]
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()
