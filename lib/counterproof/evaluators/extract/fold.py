"""One spelling for the many Unicode spellings of a character, without moving any character."""

import unicodedata

_MINUS = dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212\ufe63\uff0d", "-")
_TIMES = {"\u00d7": "x", "\u22c5": "*", "\u00b7": "*"}
_SPACES = dict.fromkeys("\u00a0\u2007\u2008\u2009\u200a\u202f", " ")
_QUOTES = {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"'}
_TABLE = str.maketrans({**_MINUS, **_TIMES, **_SPACES, **_QUOTES, "\ufeff": " "})
SUPERSCRIPT = str.maketrans("\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079\u207b\u207a", "0123456789-+")
"""Superscript digits and signs to plain ones; `fold` leaves them alone, since 10\u207b\u2075 is not 10-5."""

_KEPT = frozenset(map(chr, SUPERSCRIPT))


def fold(text: str) -> str:
    """The text of the same length with dashes, spaces, quotes and full-width characters in their plain form.

    Letters of other alphabets stay what they are: a Cyrillic letter that looks like B is not B.
    """
    if text.isascii():
        return text
    return "".join(map(_plain, text.translate(_TABLE)))


def _plain(character: str) -> str:
    if character.isascii() or character in _KEPT:
        return character
    compatible = unicodedata.normalize("NFKC", character)
    return compatible if len(compatible) == 1 else character
