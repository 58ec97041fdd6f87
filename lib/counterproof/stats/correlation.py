"""Correlations whose intervals resample whole items: each draw is computed from sums over items, exactly.

A draw of items in which one side is constant has no correlation: it is nan, never 0.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Items = NDArray[np.intp]
Statistic = Callable[[Floats], Floats]

CONSTANT = 1e-9
"""Variance, as a share of the largest squared deviation, below which rounding is all that varies."""
DRAWS_AT_ONCE = 2_000_000
"""Largest block of resampled ranks held in memory, in numbers."""


class Correlation(NamedTuple):
    """A correlation in [-1, 1]; nan where one side is constant or there is no pair."""

    value: float
    n: int


def spearman(x: Floats, y: Floats) -> Correlation:
    """Spearman's correlation of finite pairs, ties with their middle ranks.

    References
    ----------
    Spearman (1904). Am. J. Psychol. 15, 72-101.
    """
    one = np.zeros(x.size, dtype=np.intp)
    return Correlation(float(clustered_spearman(x, y, one, n_items=1)(np.ones((1, 1)))[0, 0]), x.size)


def centred(values: Floats, item: Items) -> Floats:
    """Each value less the mean of its item; exactly 0 in an item whose values are all the same."""
    if not values.size:
        return values
    place = np.unique(item, return_inverse=True)[1]
    apart = values - (np.bincount(place, weights=values) / np.bincount(place))[place]
    return np.where(np.abs(apart) <= CONSTANT * np.abs(values).max(), 0.0, apart)


def clustered_pearson(x: Floats, y: Floats, item: Items, *, n_items: int) -> Statistic:
    """A statistic for `resample.item_bootstrap`: Pearson's correlation over all pairs of the drawn items.

    Parameters
    ----------
    x, y, item
        One entry per trial: two finite values, and the number of its item in 0 to n_items - 1.
    """
    if not x.size:
        return undefined
    a, b = _scaled(x), _scaled(y)
    sums = np.zeros((n_items, 6))
    np.add.at(sums, item, np.stack([np.ones_like(a), a, b, a * a, b * b, a * b], axis=1))

    def statistic(weights: Floats) -> Floats:
        n, sa, sb, saa, sbb, sab = (weights @ sums).T
        return _ratio(n, n * sab - sa * sb, n * saa - sa**2, n * sbb - sb**2)

    return statistic


def clustered_spearman(x: Floats, y: Floats, item: Items, *, n_items: int) -> Statistic:
    """A statistic for `resample.item_bootstrap`: Spearman's correlation, ranks taken anew in every draw.

    Parameters
    ----------
    x, y, item
        As in `clustered_pearson`.
    """
    if not x.size:
        return undefined
    first, second = _Ranks(x, item, n_items), _Ranks(y, item, n_items)
    few, many = (first, second) if first.n_levels <= second.n_levels else (second, first)
    product = _few_levels if few.n_levels * n_items <= many.n_levels else _cubic if n_items**2 <= x.size else _by_trial
    covered = product(few, many, item)
    sizes = np.bincount(item, minlength=n_items).astype(np.float64)

    def statistic(weights: Floats) -> Floats:
        n = weights @ sizes
        # Items without a trial may be all that a draw holds: 0/0 then has no correlation.
        there = np.where(n > 0, n, np.nan)
        # With middle ranks less one half, the mean rank is n / 2 whatever the ties.
        covariance = 12 * (covered(weights) / there - n**2 / 4)
        return _ratio(n, covariance, *(n**2 - side.ties(weights) / there for side in (few, many)))

    return statistic


def undefined(weights: Floats) -> Floats:
    """The statistic of nothing: nan in every draw."""
    return np.full((len(weights), 1), np.nan)


class _Ranks:
    """The ranks of one variable in any draw: that of a trial is `weights @ below`, at its level."""

    def __init__(self, values: Floats, item: Items, n_items: int) -> None:
        levels, self.level = np.unique(values, return_inverse=True)
        self.n_items, self.n_levels = n_items, levels.size
        self.counts = np.zeros((n_items, self.n_levels))
        np.add.at(self.counts, (item, self.level), 1)
        self.below = np.cumsum(self.counts, axis=1) - self.counts / 2
        # Most values are of one trial only: their cubes are those of how often its item is drawn.
        tied = self.counts.sum(axis=0) > 1
        self._alone = self.counts[:, ~tied].sum(axis=1)
        self._patterns, self._times = np.unique(self.counts[:, tied], axis=1, return_counts=True)

    def ties(self, weights: Floats) -> Floats:
        """The sum over levels of the cubed number of trials at that level, one a draw."""
        return np.asarray(_cubed(weights) @ self._alone + _cubed(weights @ self._patterns) @ self._times)


def _cubed(values: Floats) -> Floats:
    return values * values * values


def _few_levels(few: _Ranks, many: _Ranks, item: Items) -> Statistic:
    """The sum of products of ranks, level by level of the variable with few of them."""
    forms = np.zeros((few.n_levels, few.n_items, few.n_items))
    np.add.at(forms, (few.level, item), many.below[:, many.level].T)

    def product(weights: Floats) -> Floats:
        at_level = np.stack([((weights @ form) * weights).sum(axis=1) for form in forms], axis=1)
        return np.asarray(((weights @ few.below) * at_level).sum(axis=1))

    return product


def _cubic(few: _Ranks, many: _Ranks, item: Items) -> Statistic:
    """The same from one number for every three items: fast where items are few and trials many."""
    n_items = few.n_items
    form = np.zeros((n_items, n_items, n_items))
    for own in range(n_items):
        rows = item == own
        form[own] = few.below[:, few.level[rows]] @ many.below[:, many.level[rows]].T
    flat = form.reshape(n_items, -1)

    def product(weights: Floats) -> Floats:
        block = max(1, DRAWS_AT_ONCE // flat.shape[1])
        parts = [weights[start : start + block] for start in range(0, len(weights), block)]
        inner = [(part @ flat).reshape(-1, n_items, n_items) for part in parts]
        return np.concatenate(
            [np.einsum("dj,djk,dk->d", part, one, part, optimize=True) for part, one in zip(parts, inner, strict=True)]
        )

    return product


def _by_trial(few: _Ranks, many: _Ranks, item: Items) -> Statistic:
    """The same trial by trial, in blocks of draws: for many items of few trials each."""
    one, other = few.below[:, few.level], many.below[:, many.level]

    def product(weights: Floats) -> Floats:
        block = max(1, DRAWS_AT_ONCE // item.size)
        parts = (weights[start : start + block] for start in range(0, len(weights), block))
        return np.concatenate([((part @ one) * (part @ other) * part[:, item]).sum(axis=1) for part in parts])

    return product


def _scaled(values: Floats) -> Floats:
    """Deviations from the mean, the largest of size 1; zeros where rounding is all that varies."""
    apart = values - values.mean()
    largest, size = float(np.abs(apart).max()), float(np.abs(values).max())
    return np.zeros_like(apart) if largest <= CONSTANT * size else apart / largest


def _ratio(n: Floats, covariance: Floats, first: Floats, second: Floats) -> Floats:
    value = np.full(n.shape, np.nan)
    floor = CONSTANT * n**2
    there = (first > floor) & (second > floor)
    value[there] = covariance[there] / np.sqrt(first[there] * second[there])
    return np.asarray(np.clip(value, -1, 1)[:, None])
