"""Whether scores put one kind of trial above another."""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


class Auc(NamedTuple):
    """P(score of a positive > score of a negative), ties one half; nan where `reason` tells why."""

    value: float
    n_positive: int
    n_negative: int
    reason: str | None = None


def auc(scores: Floats, positive: NDArray[np.bool_]) -> Auc:
    """How often a positive trial scores above a negative one, over all such pairs; ties count one half.

    Parameters
    ----------
    scores
        One finite score per trial, shape (n_trials,).
    positive
        Which trials are positive, same shape.

    Returns
    -------
    Auc
        In [0, 1]; nan with the reason where either side is empty.

    References
    ----------
    Mann and Whitney (1947). Ann. Math. Stat. 18, 50-60; Hanley and McNeil (1982), Radiology 143, 29-36.
    """
    n_positive, n_negative = int(positive.sum()), int((~positive).sum())
    if not n_positive or not n_negative:
        side = "positive" if not n_positive else "negative"
        return Auc(math.nan, n_positive, n_negative, f"no {side} trial")
    value = clustered_auc(scores, positive, np.zeros(scores.size, dtype=np.intp), n_items=1)(np.ones((1, 1)))
    return Auc(float(value[0, 0]), n_positive, n_negative)


def clustered_auc(
    scores: Floats, positive: NDArray[np.bool_], item: NDArray[np.intp], *, n_items: int
) -> Callable[[Floats], Floats]:
    """A statistic for `resample.item_bootstrap`: the AUC over all pairs of trials of the drawn items.

    Parameters
    ----------
    scores, positive, item
        One entry per trial: its finite score, its side, and the number of its item in 0 to n_items - 1.
    """
    levels, place = np.unique(scores, return_inverse=True)
    above, below = (np.zeros((n_items, levels.size)) for _ in range(2))
    np.add.at(above, (item[positive], place[positive]), 1)
    np.add.at(below, (item[~positive], place[~positive]), 1)
    # Every draw is a sum over pairs of items, or over levels: the fewer of the two is the shorter way.
    wins = _wins_by_items(above, below) if n_items < levels.size else _wins_by_levels(above, below)
    n_positive, n_negative = above.sum(axis=1), below.sum(axis=1)

    def statistic(weights: Floats) -> Floats:
        pairs = (weights @ n_positive) * (weights @ n_negative)
        value = np.full(len(weights), np.nan)
        np.divide(wins(weights), pairs, out=value, where=pairs > 0)
        return value[:, None]

    return statistic


def _wins_by_items(above: Floats, below: Floats) -> Callable[[Floats], Floats]:
    lower = np.cumsum(below, axis=1) - below / 2
    form = above @ lower.T
    return lambda weights: np.asarray(((weights @ form) * weights).sum(axis=1))


def _wins_by_levels(above: Floats, below: Floats) -> Callable[[Floats], Floats]:
    lower = np.cumsum(below, axis=1) - below / 2
    return lambda weights: np.asarray(((weights @ above) * (weights @ lower)).sum(axis=1))


def auc_by_item(scores: Floats, positive: NDArray[np.bool_], item: NDArray[np.intp], *, n_items: int) -> Floats:
    """The AUC inside each item, shape (n_items,); nan where an item lacks one side."""
    return clustered_auc(scores, positive, item, n_items=n_items)(np.eye(n_items))[:, 0]
