"""A call's prompt as an answerer reads it: tasks with their question, options and evidence."""

import re
from typing import NamedTuple

HEAD = re.compile(r"^# Task (\S+)$", re.MULTILINE)
PART = re.compile(r"^## (.+)$", re.MULTILINE)
OPTION = re.compile(r"^([A-Z])\. (.*)$", re.MULTILINE)
OWN_PARTS = frozenset({"Question", "Options", "Record", "Count", "Asked", "How to answer"})


class Seen(NamedTuple):
    """One task. `label` is null where the call has one task; `asks` is `option`, `recall` or `name`."""

    label: str | None
    question: str
    options: dict[str, str]
    evidence: str | None
    asks: str


def tasks_in(prompt: str) -> list[Seen]:
    """The tasks of a prompt in their order."""
    body = re.split(r"^# How to answer$", prompt, flags=re.MULTILINE)[0]
    pieces = HEAD.split(body)
    if len(pieces) == 1:
        return [_seen(None, body)]
    return [_seen(label, text) for label, text in zip(pieces[1::2], pieces[2::2], strict=True)]


def _seen(label: str | None, text: str) -> Seen:
    pieces = PART.split(text)
    parts = dict(zip(pieces[1::2], (piece.strip() for piece in pieces[2::2]), strict=True))
    evidence = next((text for name, text in parts.items() if name not in OWN_PARTS), None)
    asks = "recall" if "Record" in parts else "name" if "Asked" in parts else "option"
    options = {match[1]: match[2].strip() for match in OPTION.finditer(parts.get("Options", ""))}
    return Seen(label, parts.get("Question") or parts.get("Record", ""), options, evidence, asks)
