"""JSON objects inside free text, with their places."""

from typing import NamedTuple

from pydantic import JsonValue

from counterproof.evaluators.extract.strict_json import JsonFaultError, NotJsonError, parse

MOST_FAILURES = 200
"""Bracket pairs that may turn out not to be JSON before the search stops: hostile nesting must not cost minutes."""


class Found(NamedTuple):
    """A bracketed value of a text, or the fault that makes it unusable; `start` and `end` are its place."""

    start: int
    end: int
    value: JsonValue
    mended: bool
    fault: str | None


def bracketed(text: str) -> tuple[Found, ...]:
    """Every outermost JSON object or list of a text in reading order; lists only where they hold an object."""
    found: list[Found] = []
    failures = 0
    end_of_last = 0
    for start, end in _pairs(text):
        if start < end_of_last or failures >= MOST_FAILURES:
            continue
        try:
            value, mended = parse(text[start:end])
        except JsonFaultError as fault:
            found.append(Found(start, end, None, mended=False, fault=str(fault)))
        except NotJsonError:
            failures += 1
            continue
        else:
            if isinstance(value, list) and not any(isinstance(entry, dict) for entry in value):
                continue
            found.append(Found(start, end, value, mended, fault=None))
        end_of_last = end
    return tuple(found)


def _pairs(text: str) -> list[tuple[int, int]]:
    """Matching brackets outside strings, by their start; a string ends at the latest with its line."""
    pairs: list[tuple[int, int]] = []
    opened: list[int] = []
    quote = before = ""
    escaped = False
    for place, character in enumerate(text):
        if quote:
            if character == "\n" or (character == quote and not escaped):
                quote, before = "", character
            escaped = character == "\\" and not escaped
            continue
        if opened and character in "\"'" and (character == '"' or before in "{[,:"):
            quote, escaped = character, False
        elif character in "{[":
            opened.append(place)
        elif character in "}]" and opened and text[opened[-1]] == "{["["}]".index(character)]:
            pairs.append((opened.pop(), place + 1))
        if not character.isspace():
            before = character
    return sorted(pairs)
