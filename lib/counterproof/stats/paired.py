"""Two conditions on the same items: the difference of their rates, and the exact test of it."""

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import bdtr


class PairedDifference(NamedTuple):
    """Rate of `a` minus rate of `b` over the same pairs.

    `low`, `high` and `standard_error` are nan where `reason` tells why; `only_a` and `only_b` count discordant pairs.
    """

    value: float
    standard_error: float
    low: float
    high: float
    p_value: float
    only_a: int
    only_b: int
    n_pairs: int
    reason: str | None = None


def mcnemar_p(only_a: int, only_b: int) -> float:
    """Two-sided exact McNemar p-value: a binomial test on the discordant pairs, 1 when there are none.

    References
    ----------
    McNemar (1947). Psychometrika 12, 153-157; exact form as in Fay (2010), Biostatistics 11, 373-374.
    """
    if min(only_a, only_b) < 0:
        msg = f"discordant pairs are counted from 0, got {only_a} and {only_b}"
        raise ValueError(msg)
    n = only_a + only_b
    return 1.0 if n == 0 else min(1.0, 2 * float(bdtr(min(only_a, only_b), n, 0.5)))


def paired_difference(a: NDArray[np.bool_], b: NDArray[np.bool_], *, level: float = 0.95) -> PairedDifference:
    """The difference of two rates over pairs, with its paired Wald interval and exact McNemar p-value.

    Parameters
    ----------
    a, b
        One verdict per pair, shape (n_pairs,), in the same order. Pairs must be independent: one replicate an item.
    level
        Coverage of the interval, in (0, 1).

    Returns
    -------
    PairedDifference
        In [-1, 1]. Where all pairs differ by the same amount (above all where none is discordant) the standard error
        would be 0 and the interval would lie: both are nan, with the reason.

    Raises
    ------
    ValueError
        If the lengths differ or there is no pair.
    """
    if a.shape != b.shape or a.size == 0:
        msg = f"paired_difference needs two equally long arrays of at least one pair, got {a.shape} and {b.shape}"
        raise ValueError(msg)
    n, only_a, only_b = a.size, int((a & ~b).sum()), int((~a & b).sum())
    value = (only_a - only_b) / n
    p_value = mcnemar_p(only_a, only_b)
    variance = (only_a + only_b) / n - value**2
    if n < 2 or max(only_a, only_b, n - only_a - only_b) == n:
        reason = "fewer than 2 pairs" if n < 2 else "every pair differs by the same amount: no standard error"
        return PairedDifference(value, math.nan, math.nan, math.nan, p_value, only_a, only_b, n, reason)
    error = math.sqrt(variance / n)
    half = NormalDist().inv_cdf((1 + level) / 2) * error
    return PairedDifference(value, error, max(-1, value - half), min(1, value + half), p_value, only_a, only_b, n)
