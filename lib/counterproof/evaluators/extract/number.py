"""A number as people and models write it, read strictly: no guess about locale, scale or spelling."""

import math
import re
from typing import NamedTuple

from counterproof.evaluators.extract.fold import SUPERSCRIPT
from counterproof.evaluators.extract.found import Number

_SUPER = re.escape("".join(map(chr, SUPERSCRIPT)))
TOKEN = re.compile(
    rf"""(?<![\w.^])(?<![A-Za-z]-)
    (?P<sign>(?<![\w)\]%.])[-+][ ]?)?
    (?P<digits>[1-9]\d{{0,2}}(?:(?:,|\{{,\}}|[ ])\d{{3}})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)
    (?P<power>[eE][-+]?\d+|[ ]?[x*][ ]?10[ ]?(?:\^[ ]?\{{?[-+]?\d+\}}?|[{_SUPER}]+))?
    (?P<percent>[ ]?\\?%)?
    (?![\w^]|[.,]\d)""",
    re.VERBOSE | re.ASCII,
)
"""A number in folded text; it never starts or ends inside a name (`CD8`) or a longer number."""

COMMA_DECIMAL = re.compile(
    r"(?<![\w.,])[-+]?(?:\d{1,3}(?:\.\d{3})+,\d+|\d+,(?!\d{3}(?!\d))\d+|0,\d+)(?![\w,]|\.\d)", re.ASCII
)
NOT_A_NUMBER = re.compile(
    r"^[-+]?(?:nan|inf(?:inity)?|true|false|yes|no|0[xob][0-9a-f]+|\d[\d_]*_[\d_]*\d)\.?$", re.IGNORECASE | re.ASCII
)


class Token(NamedTuple):
    """A number of a text with its place; `value` is null where it is too large for a float."""

    value: Number | None
    start: int
    end: int
    percent: bool


def tokens(folded: str) -> tuple[Token, ...]:
    """Every number of a folded text in reading order."""
    return tuple(
        Token(_value(match), match.start(), match.end(), bool(match["percent"])) for match in TOKEN.finditer(folded)
    )


def alone(folded: str) -> Token | None:
    """The number that a folded text consists of, or None."""
    kept = folded.strip(" \t\r\n*_`$\"'")
    place = folded.find(kept)
    match = TOKEN.match(folded, place)
    rest = folded[match.end() :] if match else ""
    if match and not rest.strip(" \t\r\n*_`$\"'."):
        return Token(_value(match), match.start(), match.end(), bool(match["percent"]))
    return None


def foreign_digits(text: str) -> bool:
    """Whether a text holds digits of another script, which Python's float would read without a word."""
    return any(character.isdigit() and not character.isascii() for character in text.translate(SUPERSCRIPT))


def comma_decimal(token: str) -> float:
    """The value of a number with a decimal comma."""
    return float(token.replace(".", "").replace(",", "."))


def _value(match: re.Match[str]) -> Number | None:
    sign = "-" if (match["sign"] or "").startswith("-") else ""
    digits = re.sub(r"[,{} ]", "", match["digits"])
    power = re.sub(r"[ {}]", "", (match["power"] or "").translate(SUPERSCRIPT))
    exponent = re.sub(r"^(?:[eE]|[x*]10\^?)", "", power)
    if not exponent and "." not in digits:
        # Whole numbers stay whole: above 2**53 a float loses a unit.
        return int(sign + digits)
    value = float(f"{sign}{digits}e{exponent or 0}")
    return value if math.isfinite(value) else None
