"""Columns that say what an edited column said: with them an edit can be undone or seen."""

from collections.abc import Iterator
from itertools import product

import pandas as pd

from counterproof.construct.leaks.tells import codes_of, told_by
from counterproof.construct.tables.leaks.files import Finding, TableFiles
from counterproof.edits.columns import touched
from counterproof.matter.table.frame import Frame

TELLS = 0.9
"""Share of an edited column's information from which another column re-encodes it."""
SEEDED = 0


def no_tellers(files: TableFiles) -> Finding:
    """No untouched column tells the cells of an edited one, unless the item's author declared it."""
    source, decisions = files.source, files.registration.decisions
    codes = {name: codes_of(_series(source, name)) for name in source.schema.names}
    edits = {name: touched(file.edit) for name, file in files.written.items() if touched(file.edit)}
    found: list[str] = []
    declared: list[str] = []
    looked = 0
    for variant, edited in edits.items():
        for name, other in _pairs(source, edited):
            looked += 1
            share = told_by(codes[other], codes[name], seed=SEEDED).share
            if share >= TELLS:
                words = f"{other} tells {share:.0%} of {name} ({variant})"
                (declared if other in decisions else found).append(words)
    told = f"{looked} pairs of an edited and an untouched column"
    fix = "; take the column out of the table, edit it too, or declare it: `decisions: {column: keep}`"
    return ("; ".join(found) + fix if found else ""), told, "; ".join(declared)


def _pairs(frame: Frame, edited: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    # A name that stands once tells nothing of others; one that stands on many rows is a label.
    once = {name for name, cells in frame.cells.items() if len(set(cells)) > frame.n_rows / 2}
    free = [
        column.name
        for column in frame.schema.columns
        if column.name not in edited and not (column.kind in ("id", "text") and column.name in once)
    ]
    return product(edited, free)


def _series(frame: Frame, name: str) -> pd.Series:
    cells = frame.cells[name]
    if frame.column(name).kind in ("integer", "number"):
        return pd.Series([float(text) if text is not None else float("nan") for text in cells], dtype="float64")
    return pd.Series(list(cells), dtype="object").astype("category")
