"""Krippendorff's alpha for numbers, over resampled items."""

import numpy as np
from numpy.typing import NDArray

from counterproof.stats.correlation import CONSTANT, Floats, Statistic, undefined


def clustered_alpha(x: Floats, y: Floats, item: NDArray[np.intp], *, n_items: int) -> Statistic:
    """A statistic for `resample.item_bootstrap`: alpha of two raters at the level of intervals.

    It is 1 less the mean squared difference within a trial over that between any two of all ratings; nan in a draw in
    which all ratings are the same.

    Parameters
    ----------
    x, y, item
        One entry per trial: two finite ratings, and the number of its item in 0 to n_items - 1.

    References
    ----------
    Krippendorff (2011). Computing Krippendorff's Alpha-Reliability. University of Pennsylvania.
    """
    if not x.size:
        return undefined
    centre = np.concatenate([x, y]).mean()
    a, b = x - centre, y - centre
    sums = np.zeros((n_items, 4))
    np.add.at(sums, item, np.stack([np.ones_like(a), a + b, a**2 + b**2, (a - b) ** 2], axis=1))
    least = CONSTANT * max(float(np.abs(np.concatenate([a, b])).max()), np.finfo(float).tiny) ** 2

    def statistic(weights: Floats) -> Floats:
        trials, total, squares, apart = (weights @ sums).T
        n = 2 * trials
        with np.errstate(divide="ignore", invalid="ignore"):
            expected = 2 * (n * squares - total**2) / (n * (n - 1))
            alpha = 1 - (apart / trials) / expected
        return np.where(expected > least, alpha, np.nan)[:, None]

    return statistic
