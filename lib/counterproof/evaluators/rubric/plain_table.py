"""Tables that people have already: CSV or Parquet, every fault told at once."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from counterproof.domain.problem import InputError, Problem

SHOWN = 5
"""Faulty rows of one kind that are told one by one; the rest is counted."""


def read_frame(path: Path) -> pd.DataFrame:
    """The table of a `.csv` or `.parquet` file; in a CSV every cell is text, and an empty one is missing.

    Raises
    ------
    InputError
        If the file is neither, or cannot be read.
    """
    if not path.is_file():
        raise InputError([Problem(file=path.name, wrong="no such file", fix="give the path of a table")])
    if path.suffix not in {".csv", ".parquet"}:
        raise InputError([Problem(file=path.name, wrong="is no table", seen=path.suffix, fix="give .csv or .parquet")])
    try:
        table = _read_csv(path) if path.suffix == ".csv" else pd.read_parquet(path)
    except (ValueError, OSError) as error:
        raise InputError([Problem(file=path.name, wrong=f"cannot be read: {error}")]) from None
    problems = [
        Problem(file=path.name, wrong="two columns have one name", seen=name, fix="give every column its own name")
        for name in dict.fromkeys(table.columns[table.columns.duplicated()])
    ]
    if problems:
        raise InputError(problems)
    return table


def _read_csv(path: Path) -> pd.DataFrame:
    # Without a header of its own: pandas renames the second of two columns, and shifts rows that have a cell too many.
    cells = pd.read_csv(
        path, dtype=str, keep_default_na=False, na_values=[""], encoding="utf-8-sig", header=None, index_col=False
    )
    names = cells.iloc[0].fillna("").tolist()
    return cells.iloc[1:].reset_index(drop=True).set_axis(names, axis="columns")


def missing_columns(table: pd.DataFrame, needed: Sequence[str], *, file: str) -> list[Problem]:
    """A problem for each column that is not there, or for a table without rows."""
    seen = ", ".join(map(str, table.columns))
    absent = [
        Problem(file=file, wrong=f"has no column {name!r}", seen=seen, fix="name the columns in the first row")
        for name in needed
        if name not in table
    ]
    return absent or (
        [] if len(table) else [Problem(file=file, wrong="has no row", fix="give a table with one row a score")]
    )


def repeated(table: pd.DataFrame, names: list[str], *, file: str) -> list[Problem]:
    """A problem for each row whose key stands in an earlier row, or lacks a part."""
    empty = table[names].isna().any(axis=1)
    twice = table.duplicated(names) & ~empty
    told = [(place, "lacks its " + " or ".join(names)) for place in np.flatnonzero(empty)]
    told += [(place, f"repeats the {', '.join(names)} of an earlier row") for place in np.flatnonzero(twice)]
    problems = [
        Problem(file=file, place=f"row {place + 1}", wrong=wrong, seen=", ".join(map(str, table[names].iloc[place])))
        for place, wrong in told
    ]
    return abridged(problems, file=file)


def numbers(
    column: pd.Series, *, file: str, low: float | None = None, high: float | None = None
) -> tuple[pd.Series, list[Problem]]:
    """The column as numbers, nan where a cell is empty, and a problem for each cell that is none or out of range."""
    read: pd.Series = pd.to_numeric(column, errors="coerce").astype("float64")
    bad = ~np.isfinite(read) & column.notna()
    if low is not None:
        bad |= read < low
    if high is not None:
        bad |= read > high
    problems = [
        Problem(
            file=file,
            place=f"row {place + 1}, {column.name}",
            wrong="is no number" if high is None else f"is no number from {low:g} to {high:g}",
            seen=str(column.iloc[place]),
            fix="leave the cell empty where the value is not known",
        )
        for place in np.flatnonzero(bad)
    ]
    return read, abridged(problems, file=file)


def abridged(problems: list[Any], *, file: str) -> list[Problem]:
    """The first of many problems of one kind, and how many more there are."""
    if len(problems) <= SHOWN:
        return problems
    more = len(problems) - SHOWN
    return [*problems[:SHOWN], Problem(file=file, wrong=f"has {more} more row{'s' if more > 1 else ''} of this kind")]
