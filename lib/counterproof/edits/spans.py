"""Replacing places of a text: what every edit of names and words is made of."""

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """Characters `start` to `end` of a text, and what stands there afterwards."""

    start: int
    end: int
    text: str


def replaced(text: str, spans: Iterable[Span]) -> str:
    """The text with its spans replaced; every character outside them stays as it is.

    Raises
    ------
    ValueError
        If two spans overlap, or one lies outside the text.
    """
    out, at = [], 0
    for span in sorted(spans):
        if span.start < at or span.end < span.start or span.end > len(text):
            msg = f"a span from {span.start} to {span.end} overlaps another one or ends outside the text"
            raise ValueError(msg)
        out += [text[at : span.start], span.text]
        at = span.end
    return "".join([*out, text[at:]])
