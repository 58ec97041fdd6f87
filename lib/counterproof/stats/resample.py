"""Intervals by drawing whole items again: what stays together inside an item is never split.

It is done in this process, also where a cluster does the rest: a study's takes less than a second (see
`benchmarks/README.md`), and less than giving it out would.
"""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

CELLS_AT_ONCE = 4_000_000
"""Largest block of resampling weights held in memory, in numbers."""


class Interval(NamedTuple):
    """Values with their percentile intervals, one entry per statistic.

    `low` and `high` are nan where `reason` tells why, or where the value itself is undefined.
    """

    value: Floats
    low: Floats
    high: Floats
    reason: str | None = None

    def only(self, place: int) -> "Interval":
        """One of the statistics with its interval, as arrays of one entry."""
        value, low, high = (side[[place]] for side in self[:3])
        return Interval(value, low, high, self.reason)


def item_bootstrap(
    statistic: Callable[[Floats], Floats],
    *,
    n_items: int,
    seed: int,
    resamples: int = 2000,
    level: float = 0.95,
) -> Interval:
    """The percentile interval of a statistic over resampled items.

    Parameters
    ----------
    statistic
        From weights, shape (n_draws, n_items), how often each item was drawn, to values, shape (n_draws, n_statistics);
        nan where a draw leaves the statistic undefined. Such draws are left out of the percentiles.
    n_items
        How many items there are. Fewer than 2 have no interval.
    seed
        The same seed and number of items give the same draws, so that two agents on the same items stay paired.

    Returns
    -------
    Interval
        Arrays of shape (n_statistics,); the value is that of the items as they are.

    References
    ----------
    Efron (1979). Ann. Statist. 7, 1-26; Field and Welsh (2007), J. R. Stat. Soc. B 69, 369-390, for whole clusters.
    """
    value = statistic(np.ones((1, n_items)))[0]
    undefined = np.full_like(value, np.nan)
    if n_items < 2:
        return Interval(value, undefined, undefined, "fewer than 2 items")
    draws = draws_of(statistic, n_items=n_items, seed=seed, resamples=resamples)
    return Interval(value, *limits_of(draws, value, level=level))


def limits_of(draws: Floats, value: Floats, *, level: float) -> Floats:
    """The percentiles between which the draws of each statistic lie, shape (2, n_statistics); nan without a value."""
    limits = np.full((2, value.size), np.nan)
    ends = [(1 - level) / 2, (1 + level) / 2]
    there = np.isfinite(draws)
    whole = there.all(axis=0) & np.isfinite(value)
    # Most statistics are defined in every draw: all of these at once take a third of the time of one by one.
    if whole.any():
        limits[:, whole] = np.quantile(draws[:, whole], ends, axis=0)
    for place in np.flatnonzero(np.isfinite(value) & ~whole):
        limits[:, place] = np.quantile(draws[there[:, place], place], ends)
    return limits


def draws_of(statistic: Callable[[Floats], Floats], *, n_items: int, seed: int, resamples: int) -> Floats:
    """The statistic of every resample, shape (resamples, n_statistics)."""
    return np.concatenate([statistic(some) for some in weights_of(n_items, seed=seed, resamples=resamples)])


def weights_of(n_items: int, *, seed: int, resamples: int) -> Iterator[Floats]:
    """How often each resample drew each item, in blocks of shape (some of the resamples, n_items)."""
    block = max(1, CELLS_AT_ONCE // n_items)
    for start in range(0, resamples, block):
        yield _weights(n_items, min(block, resamples - start), seed, start)


# An audit resamples the same items for every evaluator and agent: the draws cost more than what is computed from them.
@lru_cache(maxsize=2)
def _weights(n_items: int, n_draws: int, seed: int, start: int) -> Floats:
    rng = np.random.default_rng([seed, start])
    # Draws counted by their place: ten times as fast as rng.multinomial, and the same distribution.
    drawn = rng.integers(n_items, size=(n_draws, n_items)) + n_items * np.arange(n_draws)[:, None]
    counts = np.bincount(drawn.ravel(), minlength=n_draws * n_items).reshape(n_draws, n_items)
    weights = counts.astype(np.float64)
    weights.setflags(write=False)
    return weights


def ratio_of_sums(numerators: Floats, denominators: Floats) -> Callable[[Floats], Floats]:
    """A statistic for `item_bootstrap`: sum of numerators over sum of denominators, nan at 0/0.

    Parameters
    ----------
    numerators, denominators
        One row an item, shape (n_items, n_statistics). With item means above denominators of 1 (0 where an item has no
        mean) this is the mean of the item means.
    """

    def statistic(weights: Floats) -> Floats:
        with np.errstate(divide="ignore", invalid="ignore"):
            ratio = (weights @ numerators) / (weights @ denominators)
        return np.where(np.isfinite(ratio), ratio, np.nan)

    return statistic
