"""The reversal of group proportions between two conditions, by resampling cells."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.problem import InputError, Problem
from counterproof.edits.identifiers import opaque_names
from counterproof.edits.labels import cells_with, labels_of
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.cells import as_text


def reverse_proportions(
    arrangement: Arrangement, *, column: str, first: str, second: str, groups: str, samples: str | None, seed: int
) -> Arrangement:
    """With cells resampled so that each sample of one condition has the group proportions of one of the other.

    `column` has the two conditions, `groups` and `samples` name the columns of the groups and of the samples; without
    samples each condition is one. Every sample keeps its number of cells and every cell its own labels; only how often
    a cell stands there changes. A group is thinned without replacement, or keeps all its cells and repeats some under
    new names. A group of which a sample has no cell cannot grow there: the others share its part.
    """
    labels = labels_of(arrangement, column)
    kinds = as_text(labels_of(arrangement, groups))
    names = as_text(labels_of(arrangement, samples)) if samples else None
    sides = [_samples_of(cells_with(labels, value, file=arrangement.source), names) for value in (first, second)]
    shares = [[kinds.iloc[rows].value_counts(normalize=True) for rows in side] for side in sides]
    rng = np.random.default_rng([seed, *b"proportions"])
    drawn = [
        _resampled(rows, kinds, shares[1 - place][number % len(shares[1 - place])], rng)
        for place, side in enumerate(sides)
        for number, rows in enumerate(side)
    ]
    edited = np.concatenate([rows for side in sides for rows in side])
    untouched = np.setdiff1d(np.arange(len(kinds)), edited)
    return _with_own_names(arrangement, np.sort(np.concatenate([untouched, *drawn])), seed=seed)


def _samples_of(side: NDArray[np.bool_], samples: pd.Series | None) -> list[NDArray[np.int64]]:
    if samples is None:
        return [np.flatnonzero(side)]
    names = sorted(samples[side].dropna().unique())
    return [np.flatnonzero(side & (samples == name).to_numpy(dtype=bool)) for name in names]


def _resampled(
    rows: NDArray[np.int64], groups: pd.Series, shares: pd.Series, rng: np.random.Generator
) -> NDArray[np.int64]:
    own = groups.iloc[rows]
    labelled = int(own.notna().sum())
    present = sorted(set(own.dropna()))
    wanted = whole_numbers(np.array([shares.get(name, 0.0) for name in present]), total=labelled)
    drawn = [rows[own.isna().to_numpy()]]
    for name, number in zip(present, wanted, strict=True):
        cells = rows[(own == name).to_numpy(dtype=bool)]
        repeats = rng.choice(cells, size=max(0, number - cells.size), replace=True)
        drawn += [rng.choice(cells, size=min(number, cells.size), replace=False), repeats]
    return np.concatenate(drawn)


def whole_numbers(shares: NDArray[np.float64], *, total: int) -> NDArray[np.int64]:
    """Whole numbers nearest to the shares (any positive scale) that add up to `total`, by largest remainders.

    Where all shares are 0, the total is split evenly.
    """
    weights = shares if shares.sum() > 0 else np.ones_like(shares)
    exact = weights / weights.sum() * total
    numbers: NDArray[np.int64] = np.floor(exact).astype(np.int64)
    largest = np.argsort(-(exact - numbers), kind="stable")
    numbers[largest[: total - int(numbers.sum())]] += 1
    return numbers


def _with_own_names(arrangement: Arrangement, rows: NDArray[np.int64], *, seed: int) -> Arrangement:
    taken = arrangement.take_rows(rows)
    repeated = pd.Series(rows).duplicated().to_numpy()
    names = [str(name) for name in arrangement.obs.index]
    known = set(names)
    fresh = iter([name for name in opaque_names(names, seed=seed) if name not in known])
    labels = [next(fresh, None) if again else name for name, again in zip(taken.obs.index, repeated, strict=True)]
    if None in labels:
        wrong = "has too few names of one shape for the cells that are repeated"
        raise InputError([Problem(file=arrangement.source, place="obs", wrong=wrong, fix="give cells longer names")])
    return taken.with_obs(taken.obs.set_axis(pd.Index(labels, dtype=object), axis="index"))
