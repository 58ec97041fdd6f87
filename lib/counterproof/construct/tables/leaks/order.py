"""The order of rows: every file has one of its own, and none has the source's."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from counterproof.construct.tables.leaks.files import Finding, TableFiles
from counterproof.edits.columns import touched

Rows = Sequence[tuple[str | None, ...]]
MOST_NEIGHBOURS = 0.2
"""Share of rows that may keep the row after them. In a random order about one in as many as there are rows does."""
FEWEST_ROWS = 30
"""Below it chance alone keeps too many neighbours together."""


def own_order(files: TableFiles) -> Finding:
    """No two files, and no file and the source, keep their rows in one order."""
    tables = {"source": files.source} | {name: file.frame for name, file in files.written.items()}
    compared = []
    for first, second in combinations(tables, 2):
        known = _known_by(files, first, second)
        if not known or files.source.n_rows < FEWEST_ROWS:
            continue
        compared.append(f"{first} and {second}")
        share = shared_neighbours(tables[first].rows(known), tables[second].rows(known))
        if share > MOST_NEIGHBOURS:
            return f"{first} and {second} share the order of {share:.0%} of their rows", "", ""
    looked = f"neighbouring rows in {len(compared)} pairs of files, the source among them"
    return "", looked if compared else "no column tells the rows apart: there is no order to compare", ""


def shared_neighbours(one: Rows, other: Rows) -> float:
    """The share of neighbouring rows of one table that are neighbours in the other, in [0, 1]. Equal rows count not."""
    pairs = {pair for pair in pairwise(other) if pair[0] != pair[1]}
    mine = [pair for pair in pairwise(one) if pair[0] != pair[1]]
    return sum(pair in pairs for pair in mine) / len(mine) if mine else 0.0


def _known_by(files: TableFiles, first: str, second: str) -> list[str]:
    """Columns by whose cells the rows of two files are known again: neither edit changed them, nor renamed them."""
    edits = [files.written[name].edit for name in (first, second) if name in files.written]
    changed = {name for edit in edits for name in touched(edit)}
    renamed = any(edit.kind == "permute" for edit in edits)
    columns = [
        column.name
        for column in files.source.schema.columns
        if column.name not in changed and not (renamed and column.kind == "id")
    ]
    return columns if len(set(files.source.rows(columns))) > files.source.n_rows / 2 else []
