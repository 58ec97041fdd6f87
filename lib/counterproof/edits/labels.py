"""Edits of one obs column: its labels change hands, the cells keep their values."""

from collections.abc import Mapping, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.problem import InputError, Problem
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.cells import as_text


def exchange_labels(arrangement: Arrangement, *, column: str, first: str, second: str) -> Arrangement:
    """With two labels of a column exchanged. Other columns stay: the leak audit finds what re-encodes it."""
    labels = labels_of(arrangement, column)
    cells_with(labels, first, file=arrangement.source)
    cells_with(labels, second, file=arrangement.source)
    exchanged = exchange_values(labels, {first: second, second: first})
    return arrangement.with_obs(arrangement.obs.assign(**{column: exchanged}))


def permute_labels(arrangement: Arrangement, *, column: str, along: Sequence[str], seed: int) -> Arrangement:
    """With the labels of a column dealt anew among all cells, and those of `along` (if kept) dealt with them.

    Every label keeps its number of cells, and a donor that moves along keeps its condition.
    """
    labels_of(arrangement, column)
    order = np.random.default_rng([seed, *b"labels"]).permutation(len(arrangement.obs))
    names = [name for name in (column, *along) if name in arrangement.obs]
    return arrangement.with_obs(
        arrangement.obs.assign(**{name: _taken(arrangement.obs[name], order) for name in names})
    )


def labels_of(arrangement: Arrangement, column: str) -> pd.Series:
    """The obs column of this name.

    Raises
    ------
    InputError
        If the arrangement does not keep it.
    """
    if column not in arrangement.obs:
        kept = ", ".join(arrangement.obs.columns) or "none"
        wrong = f"an edit needs the column {column!r}, which is not kept"
        raise InputError([Problem(file=arrangement.source, place="obs", wrong=wrong, seen=f"kept: {kept}")])
    return arrangement.obs[column]


def cells_with(labels: pd.Series, value: str, *, file: str) -> NDArray[np.bool_]:
    """Whether each cell has this label, shape (n_cells,).

    Raises
    ------
    InputError
        If no cell has it.
    """
    text = as_text(labels)
    found: NDArray[np.bool_] = (text == value).to_numpy(dtype=bool)
    if not found.any():
        seen = ", ".join(sorted(text.dropna().unique())[:20])
        raise InputError([Problem(file=file, place=f"obs/{labels.name}", wrong=f"no cell has {value!r}", seen=seen)])
    return found


def exchange_values(labels: pd.Series, pairs: Mapping[str, str]) -> pd.Series:
    """The column with each label replaced by its partner, in the same dtype and with the same levels.

    `pairs` maps text to text; both must be labels of the column. Missing labels stay missing.
    """
    text = as_text(labels)
    places = np.arange(len(labels))
    first = {label: int(np.flatnonzero((text == label).to_numpy(dtype=bool))[0]) for label in pairs.values()}
    for old, new in pairs.items():
        places[(text == old).to_numpy(dtype=bool)] = first[new]
    return _taken(labels, places)


def _taken(labels: pd.Series, places: NDArray[np.int64]) -> pd.Series:
    return pd.Series(labels.array.take(places), index=labels.index, name=labels.name)
