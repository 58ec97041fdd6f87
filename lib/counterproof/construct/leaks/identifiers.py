"""Other identifiers of genes: they must stay with the names, or a swap can be undone."""

import pandas as pd

from counterproof.construct.leaks.files import DataFile, Files
from counterproof.construct.leaks.finding import Found
from counterproof.matter.cells import as_text


def identifiers_follow_names(files: Files) -> Found:
    """Every gene has the identifiers that the source gives to its name, on every axis of every file."""
    looked = set()
    for name, file in files.written.items():
        for axis, key in file.frames.items():
            table = file.table(key)
            for column in table.columns:
                known = _by_name(files.source, column)
                looked.add(column)
                pairs = zip(map(str, table.index), as_text(table[column]), strict=True)
                wrong = [gene for gene, value in pairs if value not in known.get(gene, set())]
                if wrong:
                    told = f"{key} column {column} gives {wrong[0]} another gene's value"
                    return Found(f"{name}: {told} ({len(wrong)} of {len(table)} on axis {axis})", _looked_at(looked))
    return Found("", _looked_at(looked))


def _looked_at(columns: set[str]) -> str:
    if not columns:
        return "no file has a column of genes beside their names"
    return f"{', '.join(sorted(columns))}: each value stands with the name it has in the source"


def _by_name(source: DataFile, column: str) -> dict[str, set[object]]:
    found: dict[str, set[object]] = {}
    for key in source.frames.values():
        if column in source.columns(key):
            values: pd.Series = as_text(source.table(key, columns=[column])[column])
            for gene, value in values.items():
                found.setdefault(str(gene), set()).add(value)
    return found
