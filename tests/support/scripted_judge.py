"""A server on loopback that speaks OpenAI's chat completions and replies what a script says."""

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Says:
    """One reply of the server. `headers` go with it; `wait` is in seconds."""

    text: str | None = None
    finish: str = "stop"
    refusal: str | None = None
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Server:
    """Where the server listens, and the bodies and keys of the requests it got."""

    base_url: str
    requests: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    @property
    def prompts(self) -> list[str]:
        return [prompt_of(request) for request in self.requests]


def prompt_of(request: dict[str, Any]) -> str:
    """All that a request says, in order."""
    contents = (message.get("content") for message in request["messages"])
    return "\n".join(text if isinstance(text, str) else json.dumps(text) for text in contents if text)


def scores(overall: float, **parts: float) -> str:
    """A well-formed reply to the standard prompt; parts that are not given are as the overall score."""
    names = ("answer_match", "analysis_quality", "evidence_support")
    return json.dumps(
        {"rationale": "As scripted."} | {name: parts.get(name, overall) for name in names} | {"overall": overall}
    )


def grounding(overall: float, **parts: float) -> str:
    """A well-formed reply to the grounding prompt."""
    names = ("data_used", "answer_follows", "limits_stated")
    return json.dumps(
        {"rationale": "As scripted."} | {name: parts.get(name, overall) for name in names} | {"overall": overall}
    )


@contextmanager
def serving(script: Callable[[dict[str, Any], int], Says | str]) -> Iterator[Server]:
    """The server for as long as the block lasts. The script gets each request's body and its number, from 0."""
    known = Server("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            with lock:
                number = len(known.requests)
                known.requests.append(body)
                known.keys.append(self.headers.get("Authorization", ""))
            says = script(body, number)
            self._send(Says(says) if isinstance(says, str) else says, body)

        def _send(self, says: Says, body: dict[str, Any]) -> None:
            message = {"role": "assistant", "content": says.text, "refusal": says.refusal}
            whole: dict[str, Any] = {
                "id": "scripted",
                "object": "chat.completion",
                "created": 1_700_000_000,
                "model": body["model"],
                "choices": [{"index": 0, "message": message, "finish_reason": says.finish, "logprobs": None}],
                "usage": {"prompt_tokens": 11, "completion_tokens": 7, "total_tokens": 18},
            }
            if says.status != 200:
                whole = {"error": {"message": f"scripted {says.status} for {self.headers.get('Authorization')}"}}
            data = json.dumps(whole).encode()
            self.send_response(says.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            for name, value in says.headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, *_: object) -> None:
            pass

    lock = threading.Lock()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    known.base_url = f"http://127.0.0.1:{server.server_port}/v1"
    try:
        yield known
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def supported(prompt: str) -> str | None:
    """What the last table of names and numbers in the record puts ahead; null where there is none above 0."""
    tables: list[dict[str, float]] = [{}]
    for line in prompt.splitlines():
        row = re.fullmatch(r"(?:output(?: \(error\))?: )?([A-Za-z][\w ]*?) +(-?\d+\.\d+)(?: -?\d+\.\d+)?", line.strip())
        if row:
            tables[-1][row[1]] = float(row[2])
        elif tables[-1]:
            tables.append({})
    whole = [table for table in tables if len(table) > 1]
    best = max(whole[-1].items(), key=lambda pair: pair[1]) if whole else ("", 0.0)
    return best[0] if best[1] > 0 else None


def part(prompt: str, heading: str) -> str:
    """The first line below a heading of the prompt."""
    found = re.search(rf"^{heading}\n(.*)$", prompt, flags=re.MULTILINE)
    return found[1].strip() if found else ""
