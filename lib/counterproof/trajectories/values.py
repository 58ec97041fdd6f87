"""JSON values that follow each other, in an array or bare, decoded without holding the whole file."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

_CHUNK_BYTES = 1 << 20
_BETWEEN = re.compile(r"[\s,\]\0]*")
_SPACE = re.compile(r"\s*")
_DECODER = json.JSONDecoder(strict=False)


def decode_values(read: Callable[[int], str]) -> Iterator[tuple[Any, str | None]]:
    """Each whole value of the text with None, then (None, rest) where the last one is cut or is no JSON.

    Parameters
    ----------
    read
        Gives about so many bytes of the text, decoded; an empty text at its end.

    Notes
    -----
    Holds the value at hand and one chunk. A value longer than a chunk is tried again each time the text at hand has
    doubled, so the work stays linear.
    """
    buffer, at, inside, ended = "", 0, False, False
    while True:
        at = _end_of(_BETWEEN, buffer, at)
        if not inside and buffer.startswith("[", at):
            inside, at = True, at + 1
            continue
        found = _decoded(buffer, at)
        # A value that touches the end of the chunk may go on in the next one.
        if found is not None and (ended or found[1] < len(buffer)):
            yield found[0], None
            at = found[1]
            continue
        if ended:
            break
        more = read(max(_CHUNK_BYTES, len(buffer) - at))
        buffer, at, ended = buffer[at:] + more, 0, not more
    if buffer[at:]:
        yield None, buffer[at:]


def salvage(text: str) -> dict[str, Any] | None:
    """The whole members of a cut JSON object, with the whole elements of its `messages`; None if it has none."""
    members: dict[str, Any] = {}
    at = _end_of(_SPACE, text, 0)
    if not text.startswith("{", at):
        return None
    while (found := _member(text, at + 1)) is not None:
        key, value, at = found
        members[key] = value
        if not text.startswith(",", at):
            break
    messages = members.get("messages")
    return members if isinstance(messages, list) and messages else None


def _member(text: str, at: int) -> tuple[str, Any, int] | None:
    key = _decoded(text, _end_of(_SPACE, text, at))
    if key is None or not isinstance(key[0], str):
        return None
    colon = _end_of(_SPACE, text, key[1])
    if not text.startswith(":", colon):
        return None
    start = _end_of(_SPACE, text, colon + 1)
    value = _decoded(text, start)
    if value is not None:
        return key[0], value[0], _end_of(_SPACE, text, value[1])
    return (key[0], _elements(text, start + 1), len(text)) if text.startswith("[", start) else None


def _elements(text: str, at: int) -> list[Any]:
    values: list[Any] = []
    while (found := _decoded(text, _end_of(_BETWEEN, text, at))) is not None:
        values.append(found[0])
        at = found[1]
    return values


def _decoded(text: str, at: int) -> tuple[Any, int] | None:
    try:
        return _DECODER.raw_decode(text, at)
    except (ValueError, RecursionError):
        return None


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    matched = pattern.match(text, at)
    return at if matched is None else matched.end()
