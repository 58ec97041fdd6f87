"""Which requests of an agent go on to its model's service, and to what address."""

from typing import NamedTuple
from urllib.parse import urlsplit

from counterproof.domain.endpoint import Dialect, Endpoint

ALLOWED: dict[Dialect, frozenset[tuple[str, str]]] = {
    "anthropic": frozenset({("POST", "/v1/messages"), ("POST", "/v1/messages/count_tokens"), ("GET", "/v1/models")}),
    "openai_responses": frozenset({("POST", "/v1/responses"), ("GET", "/v1/models")}),
    "openai_chat": frozenset({("POST", "/v1/chat/completions"), ("GET", "/v1/models")}),
}
"""All that is forwarded; a model's own address below `/v1/models` is, too."""

ANSWERING = frozenset({"/v1/messages", "/v1/responses", "/v1/chat/completions"})
"""Where a model answers; the others tell of it, and cost nothing."""


class Target(NamedTuple):
    """Where a request goes: `https` or not, host, port, and path with its query."""

    secure: bool
    host: str
    port: int | None
    path: str


def is_allowed(dialect: Dialect, method: str, path: str) -> bool:
    """Whether a request is one of the dialect's own; what follows a `?` plays no part."""
    plain = _plain(path)
    if ".." in plain or "%" in plain or "//" in plain:
        return False
    return (method, plain) in ALLOWED[dialect] or (method == "GET" and plain.startswith("/v1/models/"))


def asks_for_answer(method: str, path: str) -> bool:
    """Whether a request asks a model for an answer, in any dialect."""
    return method == "POST" and _plain(path) in ANSWERING


def target_of(endpoint: Endpoint, path: str) -> Target:
    """Where a path goes that the agent asked for below `/v1`.

    Clients add `/v1` to an Anthropic address themselves; in an OpenAI address the version stands already. An address
    without any path gets `/v1` in both.
    """
    base = urlsplit(endpoint.base_url)
    if endpoint.dialect == "anthropic":
        joined = base.path.removesuffix("/v1") + path
    else:
        joined = (base.path or "/v1") + path.removeprefix("/v1")
    return Target(base.scheme == "https", base.hostname or "", base.port, joined)


def _plain(path: str) -> str:
    return path.partition("?")[0].rstrip("/")
