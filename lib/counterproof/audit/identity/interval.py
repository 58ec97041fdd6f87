"""The interval of a mean over instances whose calls are drawn whole."""

import math

import numpy as np
from numpy.typing import NDArray

from counterproof.audit.estimates import NO_WIDTH
from counterproof.stats.resample import item_bootstrap, ratio_of_sums


def call_interval(
    values: NDArray[np.float64],
    cluster: NDArray[np.intp],
    *,
    seed: int,
    resamples: int,
) -> tuple[float, float]:
    """The 95% percentile interval of a mean, drawing whole calls; nan where there are fewer than 2, or no width."""
    group = np.unique(cluster, return_inverse=True)[1]
    sums = np.bincount(group, values).astype(np.float64)
    sizes = np.bincount(group).astype(np.float64)
    found = item_bootstrap(
        ratio_of_sums(sums[:, None], sizes[:, None]), n_items=sums.size, seed=seed, resamples=resamples
    )
    low, high = float(found.low[0]), float(found.high[0])
    return (low, high) if high - low > NO_WIDTH else (math.nan, math.nan)
