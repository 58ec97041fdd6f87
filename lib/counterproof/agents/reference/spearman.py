"""Spearman's rank correlation with average ranks."""

import numpy as np
from numpy.typing import NDArray


def spearman(first: NDArray[np.float64], second: NDArray[np.float64]) -> float | None:
    """Spearman's rho of two vectors of one length, or None where one of them is constant or shorter than two.

    Tied values share the mean of their ranks (Spearman 1904; the oracle of the test is scipy.stats.spearmanr).
    """
    if first.size < 2 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None
    return float(np.corrcoef(_ranks(first), _ranks(second))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    mean_rank = np.cumsum(counts) - (counts - 1) / 2
    return np.asarray(mean_rank[place], dtype=np.float64)
