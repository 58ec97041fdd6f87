"""Which genes and groups of a data file a text names."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from counterproof.domain.problem import InputError
from counterproof.matter.contents import Contents

MANY = 200
"""An obs column with more labels than this is no grouping that a question names."""

WORD = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*[A-Za-z0-9]")
NUMBER = re.compile(r"[-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?")
BLANK = frozenset({"cell", "cells", "the", "of"})


class Mention(NamedTuple):
    """A label of an obs column that a text names."""

    column: str
    value: str


class Vocabulary:
    """What a question may name of a data file: the genes of one block, and the labels of its grouping columns."""

    def __init__(self, contents: Contents, *, block: str) -> None:
        genes = [str(name) for name in contents.genes(block)]
        lower: dict[str, list[str]] = {}
        for name in genes:
            lower.setdefault(name.casefold(), []).append(name)
        self._genes = {name: found[0] for name, found in lower.items() if len(found) == 1}
        self._exact = set(genes)
        self.labels = {column: _labels(contents, column) for column in contents.columns}

    def gene(self, text: str) -> str | None:
        """The one gene with this name, upper or lower case; None for none or several."""
        return self._genes.get(text.strip().casefold())

    def genes_in(self, text: str) -> tuple[str, ...]:
        """The genes that a text names in their exact spelling, in its order. Names of two letters are passed over."""
        found = [word for word in WORD.findall(text) if word in self._exact and len(word) > 2]
        return tuple(dict.fromkeys(found))

    def label(self, column: str, text: str) -> str | None:
        """The label of a column that a text is, plural and the word `cells` aside; None for none or several."""
        found = [value for value in self.labels[column] if _plain(value) == _plain(text)]
        return found[0] if len(found) == 1 else None

    def labels_in(self, text: str) -> dict[str, tuple[str, ...]]:
        """By column, the labels that a text names, in its order; one that is part of a longer one named is left out."""
        found = {column: _named(values, text) for column, values in self.labels.items()}
        return {column: values for column, values in found.items() if values}

    def goes_from(self, text: str, first: str, second: str) -> bool:
        """Whether a text tells of a change from one label to another."""
        one, other = (re.escape(_plain(label)) for label in (first, second))
        # A word may stand between: `from G1 phase to G2M`.
        return re.search(rf" from {one} (?:\S+ )?to {other} ", f" {_plain(text)} ") is not None

    def column_called(self, names: Iterable[str]) -> str | None:
        """The column of labels with the first of these names that one has, with or without `id`; None for none."""
        called = {_plain(column).replace(" ", "").removesuffix("id"): column for column in reversed(self.labels)}
        return next((called[name] for name in names if name in called), None)


def log_block(contents: Contents) -> str | None:
    """The block of log-normalised values: `raw` before `X` before layers; None where there is none."""
    order = sorted(contents.blocks, key=lambda name: (name != "raw", name != "X", name))
    return next((name for name in order if contents.block_class(name) == "log"), None)


def _labels(contents: Contents, column: str) -> tuple[str, ...]:
    try:
        values = contents.values(column)
    except (InputError, ValueError, TypeError):
        return ()
    plain = [value for value in values if not NUMBER.fullmatch(value)]
    return values if len(values) <= MANY and plain else ()


def _named(values: Iterable[str], text: str) -> tuple[str, ...]:
    inside = f" {_plain(text)} "
    places = {value: inside.find(f" {_plain(value)} ") for value in values if len(_plain(value)) > 1}
    there = [value for value, place in places.items() if place >= 0]
    longest = [
        value
        for value in there
        if not any(_plain(value) != _plain(other) and f" {_plain(value)} " in f" {_plain(other)} " for other in there)
    ]
    return tuple(sorted(longest, key=lambda value: places[value]))


def _plain(text: str) -> str:
    words = re.sub(r"[^a-z0-9+]+", " ", text.casefold()).split()
    return " ".join(word.removesuffix("s") if len(word) > 3 else word for word in words if word not in BLANK)
