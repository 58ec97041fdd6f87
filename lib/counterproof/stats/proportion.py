"""Rates of independent trials, with their intervals."""

import math
from statistics import NormalDist
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaincinv


class PassRate(NamedTuple):
    """Share of trials passed, with an interval; all in [0, 1]."""

    value: float
    low: float
    high: float
    n_trials: int


def pass_rate(passed: NDArray[np.bool_], *, level: float = 0.95) -> PassRate:
    """Share of trials passed, with its Wilson score interval.

    Parameters
    ----------
    passed
        One verdict per trial, shape (n_trials,). Trials must be independent: for repeats of one item use
        `resample.item_bootstrap`.
    level
        Coverage of the interval, in (0, 1).

    Returns
    -------
    PassRate
        Proportions in [0, 1].

    Raises
    ------
    ValueError
        If there is no trial: the rate of nothing is not 0.

    References
    ----------
    Wilson (1927). J. Am. Stat. Assoc. 22, 209-212.
    """
    if passed.size == 0:
        msg = "pass_rate needs at least one trial, got 0: run the agent or drop this row"
        raise ValueError(msg)
    return wilson(float(passed.mean()), n=passed.size, level=level)


def wilson(share: float, *, n: int, level: float = 0.95) -> PassRate:
    """The Wilson score interval of a share of `n` independent units.

    The units' scores need not be 0 or 1: a score between them varies less than a verdict with the same mean, so that
    the interval of a mean of scores in [0, 1] is wider than it need be, never too narrow for that reason.

    Raises
    ------
    ValueError
        If `share` lies outside [0, 1], or there is no unit.
    """
    if n < 1 or not 0 <= share <= 1:
        msg = f"wilson needs a share in [0, 1] of at least one unit, got {share} of {n}"
        raise ValueError(msg)
    z = NormalDist().inv_cdf((1 + level) / 2)
    centre = share + z**2 / (2 * n)
    half = z * math.sqrt(share * (1 - share) / n + z**2 / (4 * n**2))
    scale = 1 + z**2 / n
    # The interval holds the share by construction; rounding breaks that at 0 and 1.
    low = max(0.0, min(share, (centre - half) / scale))
    high = min(1.0, max(share, (centre + half) / scale))
    return PassRate(share, low, high, n)


def exact_rate(n_passed: int, *, n: int, level: float = 0.95) -> PassRate:
    """Share passed, with the exact Clopper-Pearson interval: its coverage is at least `level` for every true rate.

    Raises
    ------
    ValueError
        If there is no trial, or more passed than there are.

    References
    ----------
    Clopper and Pearson (1934). Biometrika 26, 404-413.
    """
    if n < 1 or not 0 <= n_passed <= n:
        msg = f"exact_rate needs 0 <= n_passed <= n and n >= 1, got {n_passed} of {n}"
        raise ValueError(msg)
    tail = (1 - level) / 2
    low = 0.0 if n_passed == 0 else float(betaincinv(n_passed, n - n_passed + 1, tail))
    high = 1.0 if n_passed == n else float(betaincinv(n_passed + 1, n - n_passed, 1 - tail))
    return PassRate(n_passed / n, low, high, n)
