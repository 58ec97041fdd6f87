"""What a command gave back to mini-swe-agent, out of the several ways in which it writes that down."""

import json
import re
from typing import Any, NamedTuple

from counterproof.trajectories.content import content_text
from counterproof.trajectories.fields import as_text, exit_code, mapping, string

_RETURN_CODE = re.compile(r"<returncode>\s*(-?\d{1,9})\s*</returncode>")
_OUTPUT = re.compile(r"<output>\n?(.*)</output>", re.DOTALL)


class CommandOutput(NamedTuple):
    """A command's output, whether it failed, and its exit code where it is told."""

    text: str
    error: bool
    exit_code: int | None


def read_output(message: dict[str, Any]) -> CommandOutput:
    """The output in a tool's message (version 2)."""
    extra = mapping(message.get("extra"))
    text = content_text(message.get("output" if "output" in message else "content"))
    told = extra if "raw_output" in extra else _told(text)
    code, problem = exit_code(told.get("returncode")), string(told.get("exception_info"))
    # What the model saw may be shortened; the raw output is the whole.
    output = as_text(told.get("raw_output", told.get("output", text)))
    return CommandOutput("\n".join(filter(None, (output, problem))), bool(code) or bool(problem), code)


def read_text_output(text: str) -> CommandOutput:
    """The output in a user message (version 1): between its tags, or the message as it is."""
    code, output = _RETURN_CODE.search(text), _OUTPUT.search(text)
    n = int(code.group(1)) if code else None
    return CommandOutput(output.group(1) if output else text, bool(n), n)


def _told(text: str) -> dict[str, Any]:
    try:
        told = mapping(json.loads(text)) if text.startswith("{") else {}
    except (ValueError, RecursionError):
        return {}
    return told if {"returncode", "output"} <= set(told) else {}
