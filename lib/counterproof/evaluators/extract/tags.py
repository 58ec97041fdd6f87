"""Tagged answers of a text: `<EVAL_ANSWER> ... </EVAL_ANSWER>` and its like."""

import re
from itertools import pairwise
from typing import NamedTuple

from pydantic import JsonValue

from counterproof.evaluators.extract.bracketed import bracketed

TAGS = ("EVAL_ANSWER", "FINAL_ANSWER", "ANSWER", "SOLUTION")
_TAG = re.compile(rf"<(/?)\s*({'|'.join(TAGS)})\s*>", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"""[:\[,{]\s*"?<[A-Za-z][^<>"\n]*>"?  # {"answer": "<letter>"}, {"n": <int>}
    |   ^\s*<[A-Za-z][^<>\n]*>\s*$         # <letter>
    |   [,\[]\s*"?(?:\.\.\.|\u2026)"?      # ["GENE1", ...]
    |   ^\s*(?:\.\.\.|\u2026)\s*$""",
    re.VERBOSE,
)
_WHOLE = re.compile(r"\s*(?:<[A-Za-z][^<>\n]*>|\.\.\.|\u2026)\s*")
_SHORT = 40


class Block(NamedTuple):
    """The inside of one tag pair, at `start` to `end` of its text; not `closed` where the closing tag is missing."""

    start: int
    end: int
    text: str
    closed: bool


def blocks(text: str) -> tuple[Block, ...]:
    """Every tagged answer of a text in reading order, without templates such as `{"answer": "<letter>"}`."""
    marks = list(_TAG.finditer(text))
    found = []
    for place, mark in enumerate(marks):
        if mark[1]:
            continue
        after = marks[place + 1] if place + 1 < len(marks) else None
        end = after.start() if after else len(text)
        closed = after is not None and bool(after[1]) and after[2].upper() == mark[2].upper()
        inside = text[mark.end() : end]
        if inside.strip() and not is_template(inside) and (closed or _answer_like(inside)):
            found.append(Block(mark.end(), end, inside, closed))
    return tuple(found)


def is_template(text: str) -> bool:
    """Whether a text shows the form of an answer instead of giving one.

    Of an object only whole values count: its evidence may well say "CD3D, ... and <b>CD4</b>".
    """
    rest = text
    for found in reversed(bracketed(text)):
        if _holds_placeholder(found.value):
            return True
        if found.fault is None:
            rest = rest[: found.start] + rest[found.end :]
    return bool(_PLACEHOLDER.search(rest))


def _holds_placeholder(value: JsonValue) -> bool:
    if isinstance(value, str):
        return _WHOLE.fullmatch(value) is not None
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return any(map(_holds_placeholder, parts))


def without_templates(text: str) -> str:
    """The text with the insides of templates blanked, every other character in its place."""
    marks = list(_TAG.finditer(text))
    for mark, after in pairwise(marks):
        inside = text[mark.end() : after.start()]
        if not mark[1] and is_template(inside):
            text = text[: mark.start()] + " " * (after.end() - mark.start()) + text[after.end() :]
    return text


def _answer_like(inside: str) -> bool:
    """Whether the rest after an unclosed tag can be an answer cut short, not prose that mentions the tag."""
    kept = inside.strip()
    return kept.startswith(("{", "[", "```")) or (len(kept) <= _SHORT and "\n" not in kept)
