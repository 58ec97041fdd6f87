"""Text of the audited agent inside a fence that it cannot close: it cannot know the mark, nor hide what it writes."""

import re
import secrets
import unicodedata

PLACE = "MARK"
"""Stands for the mark in what a request's digest is made of, so that one question has one digest."""
FENCE = re.compile(r"<{3,}|>{3,}")
SHOWN = {"\n", "\t"}


def new_mark() -> str:
    """A mark that no text can hold that was written before now."""
    return secrets.token_hex(8)


def fenced(text: str, *, mark: str) -> str:
    """The text between two lines that carry the mark; inside neither the mark nor a fence's brackets remain.

    What a reader would not see (control and format characters, such as those that turn the direction of writing or have
    no width) is written out.
    """
    inside = FENCE.sub(lambda found: " ".join(found[0]), visible(text))
    # The agent wrote before the mark was drawn; a text that holds it all the same must not end the fence.
    inside = re.sub(re.escape(mark), "[mark]", inside, flags=re.IGNORECASE)
    return f"<<<BEGIN {mark}>>>\n{inside}\n<<<END {mark}>>>"


def visible(text: str) -> str:
    """The text with every control, format and unassigned character but line feed and tab written as its number."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        letter if letter in SHOWN or not unicodedata.category(letter).startswith("C") else f"\\u{{{ord(letter):x}}}"
        for letter in text.replace("\r\n", "\n")
    )
