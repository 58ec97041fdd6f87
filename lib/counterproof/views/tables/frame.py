"""Any result table as it is, for those that have no view of their own."""

from typing import Any

import pandas as pd

from counterproof.views.tables.scores import estimate, metric_words
from counterproof.views.tables.table import DASH, Cell, Column, Table, number, p_value

INTERVAL = ["value", "low", "high"]
P_VALUES = {"p", "p_value"}
ABOUT_THE_INTERVAL = {"low", "high", "reason", "unreliable", "interval"}


def frame_table(frame: pd.DataFrame, *, caption: str) -> Table:
    """The frame's rows and columns; `value`, `low` and `high` become one column, `0.41 (0.33, 0.49)`.

    A missing number is an en dash that tells the row's `reason`; that column and what else is about the interval are
    then not shown.
    """
    whole = set(INTERVAL) <= set(frame)
    names = [str(name) for name in frame if not (whole and name in ABOUT_THE_INTERVAL)]
    columns = tuple(Column(name=_head(name), numeric=_is_number(frame[name])) for name in names)
    digits = {name: _digits(frame[name]) for name in names}
    rows = tuple(
        tuple(estimate(row) if whole and name == "value" else _cell(row, name, digits=digits[name]) for name in names)
        for _, row in frame.iterrows()
    )
    return Table(caption=caption, columns=columns, rows=rows)


def _is_number(column: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)


def _digits(column: pd.Series) -> int:
    """So many decimals its numbers are shown with: a 1 among fractions is 1.000, a rank that two agents share 4.5."""
    told = column.dropna()
    if not _is_number(column) or told.empty:
        return 3
    if (told % 1 == 0).all():
        return 0
    return 1 if (told * 2 % 1 == 0).all() and told.max() > 1 else 3


def _head(name: str) -> str:
    """A column's name in words."""
    words = name.replace("_", " ").split(" ")
    words = words[1:] if words[0] == "n" and len(words) > 1 else words
    return " ".join("EGA" if word == "ega" else word for word in words)


def _cell(row: pd.Series, name: str, *, digits: int) -> Cell:
    value: Any = row[name]
    if name in P_VALUES:
        return p_value(value, reason=str(row.get("reason") or "no test"))
    if name == "metric":
        return Cell(text=metric_words(str(value)))
    if isinstance(value, bool):
        return Cell(text="yes" if value else "no")
    if value is None or value is pd.NA or (isinstance(value, float) and pd.isna(value)):
        return number(None, reason=str(row.get("reason") or "not stated"))
    if isinstance(value, float):
        return number(value, digits=digits)
    return Cell(text=str(value) or DASH, sort=str(value))
