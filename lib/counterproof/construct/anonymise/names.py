"""Which opaque name stands for which real one, drawn anew for every item."""

import re
from collections.abc import Iterable, Sequence

import numpy as np
import pandas as pd

from counterproof.domain.record import Record
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.cells import as_text

ALPHABET = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels: a name never spells a word."""
LENGTHS = {"Gene": 6, "Id": 7, "Group": 4}
WORD = re.compile(r"[0-9A-Za-z_.\-]+")
PARTED = re.compile(r"[.\-_]")
LEAST_NAME = 2
"""A gene of one letter is renamed in the data, but not looked for in texts, where each A and T would be one."""


class Renaming(Record):
    """The opaque name of every gene, identifier and label that gets one."""

    genes: dict[str, str]
    identifiers: dict[str, str]
    groups: dict[str, str]


def renaming_of(arrangements: Sequence[Arrangement], *, seed: int, columns: Iterable[str] = ()) -> Renaming:
    """Opaque names for all genes of these variants, for their identifiers, and for labels of cells.

    Parameters
    ----------
    columns
        Columns of cells whose labels all get one. A label that holds the name of a gene gets one in any column.
    """
    tables = [table for one in arrangements for table in one.var.values()]
    genes = sorted({str(name) for table in tables for name in table.index})
    known = set(genes)
    identifiers = sorted({label for table in tables for name in table for label in _labels(table[name])} - known)
    asked = set(columns)
    groups = sorted(
        {
            label
            for one in arrangements
            for name in one.obs
            if not pd.api.types.is_numeric_dtype(one.obs[name])
            for label in _labels(one.obs[name])
            if name in asked or names_in(label, known)
        }
    )
    rng = np.random.default_rng([seed, *b"anonymise"])
    taken = {name.lower() for name in (*genes, *identifiers, *groups)}
    return Renaming(
        genes=_drawn("Gene", genes, taken, rng),
        identifiers=_drawn("Id", identifiers, taken, rng),
        groups=_drawn("Group", groups, taken, rng),
    )


def names_in(text: str, names: set[str]) -> list[str]:
    """The names that stand in a text as words, or as the pieces of one that dashes and dots part."""
    found = {word for word in WORD.findall(text) if len(word) >= LEAST_NAME}
    pieces = {piece for word in found for piece in (word.strip(".-_"), *PARTED.split(word)) if len(piece) >= LEAST_NAME}
    return sorted((found | pieces) & names)


def _labels(column: pd.Series) -> set[str]:
    return set(as_text(column).dropna())


def _drawn(kind: str, names: Sequence[str], taken: set[str], rng: np.random.Generator) -> dict[str, str]:
    found: dict[str, None] = {}
    while len(found) < len(names):
        drawn = rng.integers(len(ALPHABET), size=(len(names) - len(found), LENGTHS[kind]))
        tokens = (f"{kind}-" + "".join(ALPHABET[place] for place in row) for row in drawn)
        found |= dict.fromkeys(token for token in tokens if token.lower() not in taken)
    return dict(zip(names, found, strict=True))
