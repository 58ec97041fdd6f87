"""What a cell of each kind may hold, and the one way in which it is written."""

import math
import re
from typing import NamedTuple

from counterproof.domain.table import TableColumn

WHOLE = re.compile(r"[+-]?[0-9]+")
DECIMAL = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?")
GROUPED = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")
TOO_LARGE = ("is larger than a float can hold", "rescale the column, or declare it text")
NO_VALUE = {"", "na", "n/a", "nan", "none", "null", ".", "-", "?"}


class Read(NamedTuple):
    """A cell as it is written in every variant (null: no value), or what is wrong with it and the way out."""

    text: str | None
    wrong: str = ""
    fix: str = ""


def read_cell(text: str, column: TableColumn) -> Read:
    """The canonical text of a cell.

    Labels, identifiers and text are kept letter by letter. `1.50`, `+1.5` and `15e-1` are all written `1.5`, so that no
    way of writing tells an edited column from an untouched one.
    """
    if text in column.missing:
        return Read(None)
    if column.kind == "integer":
        return _whole(text, column)
    if column.kind == "number":
        return _number(text, column)
    if column.kind == "id" and not text:
        return Read(None, "an identifier is empty", "name every row, or list '' as missing")
    if column.levels and text not in column.levels:
        return Read(None, f"is none of the levels {', '.join(column.levels)}", "correct the cell, or list the level")
    return Read(text)


def number_text(value: float) -> str:
    """The shortest text that reads back as this float; zero has no sign."""
    return repr(value + 0.0) if value else "0.0"


def number_of(text: str, column: TableColumn) -> int | float:
    """The number of a canonical cell."""
    return int(text) if column.kind == "integer" else float(text)


def text_of(value: float, column: TableColumn) -> str:
    """The canonical cell of a number."""
    return str(int(value)) if column.kind == "integer" else number_text(float(value))


def _whole(text: str, column: TableColumn) -> Read:
    if not WHOLE.fullmatch(text):
        return Read(None, f"{_no_number(text)}is no whole number", _way_out(text, column))
    if not math.isfinite(float(text)):
        return Read(None, *TOO_LARGE)
    # Python reads no more than some thousand digits, be they zeros.
    digits = text.lstrip("+-").lstrip("0") or "0"
    return Read(f"-{digits}" if text[0] == "-" and digits != "0" else digits)


def _number(text: str, column: TableColumn) -> Read:
    if not DECIMAL.fullmatch(text):
        return Read(None, f"{_no_number(text)}is no number", _way_out(text, column))
    value = float(text)
    if not math.isfinite(value):
        return Read(None, *TOO_LARGE)
    if value == 0 and re.search(r"[1-9]", re.split(r"[eE]", text)[0]):
        # Read as a float it would silently become 0: a p-value of 2.5e-400 is not 0.
        return Read(None, "is smaller than a float can hold", "give the column as logarithms, or declare it text")
    return Read(number_text(value))


def _no_number(text: str) -> str:
    return "an empty cell " if not text else ""


def _way_out(text: str, column: TableColumn) -> str:
    if text.strip().lower() in NO_VALUE:
        return f"where it means no value, list {text!r} in the column's `missing`"
    if GROUPED.fullmatch(text):
        return "remove the thousands separators"
    return f"correct the cell, or declare column {column.name!r} text"
