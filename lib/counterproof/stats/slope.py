"""How a gap changes along a gradient: one slope an item, their mean, and its uncertainty over calls."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterproof.stats.permutation import sign_flip_p
from counterproof.stats.resample import item_bootstrap, ratio_of_sums

Floats = NDArray[np.float64]


ROUNDING = 1e-12
"""Below this a slope is what rounding leaves of none."""


class Slope(NamedTuple):
    """The mean slope per unit of the gradient, with a call bootstrap interval and a sign-flip p; nan with a reason."""

    value: float
    low: float
    high: float
    p_value: float
    n_items: int
    n_clusters: int
    reason: str | None = None


def slopes_by_item(gaps: Floats, levels: Floats) -> Floats:
    """The least-squares slope of each item's gaps, shape (n_items,).

    Parameters
    ----------
    gaps
        Shape (n_items, n_levels).
    levels
        The gradient, shape (n_levels,); at least two different values.
    """
    centred = levels - levels.mean()
    if levels.size < 2 or not centred.any():
        msg = f"a slope needs two different levels or more, got {levels.tolist()}"
        raise ValueError(msg)
    slopes = np.asarray(gaps @ centred / (centred**2).sum())
    # Gaps that do not move have no slope; what rounding leaves of it has a sign, which a sign-flip test would read.
    return np.where(np.abs(slopes) < ROUNDING, 0.0, slopes)


def mean_slope(gaps: Floats, levels: Floats, *, cluster: NDArray[np.intp], seed: int, resamples: int = 2000) -> Slope:
    """The mean of the items' slopes; calls (clusters) are resampled whole, and flip their signs together.

    Items all weigh the same, so the mean slope is the slope of the mean gaps: 0, 1, 9 and 13 of 96 items at 0, 1/3,
    2/3 and 1 give 0.147.

    Parameters
    ----------
    cluster
        The call that each item belongs to, shape (n_items,).

    References
    ----------
    Field and Welsh (2007). J. R. Stat. Soc. B 69, 369-390, for whole clusters.
    """
    slopes = slopes_by_item(gaps, levels)
    group = np.unique(cluster, return_inverse=True)[1]
    if slopes.size == 0:
        return Slope(math.nan, math.nan, math.nan, math.nan, 0, 0, "no item has every level")
    sums = np.bincount(group, slopes).astype(np.float64)
    sizes = np.bincount(group).astype(np.float64)
    found = item_bootstrap(
        ratio_of_sums(sums[:, None], sizes[:, None]), n_items=sums.size, seed=seed, resamples=resamples
    )
    reason = found.reason.replace("items", "calls") if found.reason else None
    low, high = float(found.low[0]), float(found.high[0])
    if reason is None and high - low < ROUNDING:
        # A width of 0 would claim to know; all slopes are alike.
        low, high, reason = math.nan, math.nan, "the same slope in every resample"
    p_value = sign_flip_p(sums, seed=seed).p_value if sums.size > 1 else math.nan
    return Slope(float(slopes.mean()), low, high, p_value, slopes.size, sums.size, reason)
