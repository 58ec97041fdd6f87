"""Orders of cells and genes: one that a file shares, or that follows a label, could undo an edit."""

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy.special import chdtrc

from counterproof.construct.leaks.files import Files
from counterproof.construct.leaks.finding import Found
from counterproof.edits.registry import LABELS_ONLY
from counterproof.matter.cells import labels_of

Z_BOUND = 5.0
"""Standard deviations from chance at which an order counts as a trace: 6 in 10 million by chance."""
P_BOUND = 1e-6
LEAST_SHARED = 8
"""Names from which one order in two files is no chance: 1 in 40,320."""


class Order(NamedTuple):
    """The names of cells, or of the genes of an axis, in one file's order."""

    file: str
    of: str
    names: pd.Index


def own_order(files: Files) -> Found:
    """Cells and genes of every file stand in an order of its own, unlike the source's and the other files'.

    Where the study registered that files which differ in labels alone share the original's order, those are held
    against the other files only.
    """
    largest, sharing = 0.0, _sharing(files)
    looked_at = f"Spearman's rho of places in every two files, the source too; at most {Z_BOUND:g} SD from 0"
    looked_at += f"; {', '.join(sorted(sharing))} share an order, as registered" if sharing else ""
    for one, other in combinations(_orders(files), 2):
        if one.of != other.of or one.file == other.file or {one.file, other.file} <= sharing:
            continue
        places = _common_places(one.names, other.names)
        if len(places) < LEAST_SHARED:
            continue
        z = _spearman_z(places)
        largest = max(largest, abs(z))
        if abs(z) > Z_BOUND or bool((np.diff(places) == 1).all()):
            return Found(f"{one.file}: its {one.of} stand in the order of {other.file} ({z:.1f} SD)", looked_at)
    return Found("", f"{looked_at} (largest {largest:.1f})")


def order_tells_no_label(files: Files) -> Found:
    """In no file do the cells stand sorted, or bunched, by a label: their places would give labels back."""
    looked_at = (
        f"places of cells by label: Kruskal-Wallis p at least {P_BOUND:g}, neighbours alike within {Z_BOUND:g} SD"
    )
    for name, file in files.written.items():
        # In the other files a label sits where the edit put it: the order must tell neither old nor new labels.
        for tables in {name: file, "original": files.original}.values():
            obs = tables.table("obs")
            shared = file.cells.intersection(obs.index)
            if not (len(shared) and obs.index.is_unique and file.cells.is_unique):
                continue
            ordered = obs.loc[[cell for cell in file.cells if cell in obs.index]]
            for column in ordered.columns:
                told = _trace(labels_of(ordered[column]).codes)
                if told:
                    return Found(f"{name}: the order of cells tells {column}: {told}", looked_at)
    return Found("", looked_at)


def _sharing(files: Files) -> set[str]:
    if files.registration.label_order == "own":
        return set()
    return {name for name, file in files.written.items() if name == "original" or file.edit.kind in LABELS_ONLY}


def _orders(files: Files) -> Iterator[Order]:
    for name, file in [*files.written.items(), ("the source", files.source)]:
        yield Order(name, "cells", file.cells)
        yield from (Order(name, f"genes of {axis}", genes) for axis, genes in file.genes.items())


def _common_places(one: pd.Index, other: pd.Index) -> NDArray[np.intp]:
    """The ranks, in one order, of the names that both have once, taken in the other's order."""
    one, other = (names[~names.duplicated(keep=False)] for names in (one, other))
    places = one.get_indexer(other)
    return np.argsort(np.argsort(places[places >= 0]))


def _spearman_z(places: NDArray[np.intp]) -> float:
    """Spearman's rho in units of its standard deviation under chance, sqrt(1 / (n - 1))."""
    n = len(places)
    distance = float(((places - np.arange(n)) ** 2).sum())
    rho = 1 - 6 * distance / (n * (n**2 - 1.0))
    return rho * math.sqrt(n - 1)


def _trace(codes: NDArray[np.intp]) -> str:
    """How the order tells these labels, or an empty text."""
    n = len(codes)
    _, codes, sizes = np.unique(codes, return_inverse=True, return_counts=True)
    if len(sizes) < 2 or len(sizes) > n / 2 or n < LEAST_SHARED:
        return ""
    ranks = np.arange(1, n + 1)
    means = np.bincount(codes, weights=ranks) / sizes
    h = 12 / (n * (n + 1)) * float((sizes * (means - (n + 1) / 2) ** 2).sum())
    p = float(chdtrc(len(sizes) - 1, h))
    if p < P_BOUND:
        return f"Kruskal-Wallis p = {p:.1g} of places"
    pairs, triples = float(((sizes / n) ** 2).sum()), float(((sizes / n) ** 3).sum())
    expected = float((sizes * (sizes - 1)).sum()) / (n * (n - 1))
    alike = float(np.mean(codes[1:] == codes[:-1]))
    # Neighbouring pairs share a cell, so that they are not independent.
    spread = math.sqrt(max(pairs - pairs**2 + 2 * (triples - pairs**2), 1e-12) / (n - 1))
    z = (alike - expected) / spread
    return f"{alike:.0%} of neighbours are alike, {expected:.0%} by chance" if abs(z) > Z_BOUND else ""
