"""What a request asks of the model's service."""

import json
from typing import Any, NamedTuple

from counterproof.trajectories.fields import mapping, sequence, string

HOSTED = (
    "web_search",
    "web_fetch",
    "code_execution",
    "code_interpreter",
    "file_search",
    "mcp",
    "image_generation",
    "url_context",
    "google_search",
)
"""How the types of tools begin that run at the provider, where no wall of ours stands."""


class Asked(NamedTuple):
    """The model's name, null where none is named, and the types of tools that the provider is asked to run."""

    model: str | None
    hosted_tools: tuple[str, ...]


def asked_in(body: bytes) -> Asked:
    """What the body of a request asks; nothing where it is no JSON object."""
    try:
        request: dict[str, Any] = mapping(json.loads(body))
    except (ValueError, RecursionError):
        return Asked(None, ())
    kinds = [string(mapping(tool).get("type")) for tool in sequence(request.get("tools"))]
    hosted = [kind for kind in kinds if kind.startswith(HOSTED)]
    hosted += [name for name in ("web_search_options", "mcp_servers") if request.get(name)]
    return Asked(string(request.get("model")) or None, tuple(sorted(set(hosted))))
