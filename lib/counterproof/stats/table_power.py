"""What Fisher's exact test on a two-by-two table could have found."""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import binom, hypergeom

from counterproof.stats.power import Detectable

SLACK = 1 + 1e-7
"""Tables as likely as the observed one count with it, also where rounding parts them."""


def fisher_power(first: float, second: float, *, n_first: int, n_second: int, alpha: float = 0.05) -> float:
    """The probability that Fisher's two-sided exact test gives p <= `alpha` for two independent groups.

    Parameters
    ----------
    first, second
        The true rates of the two groups, in [0, 1].

    Raises
    ------
    ValueError
        If a group is empty or a rate is none.

    References
    ----------
    Fisher (1922). J. R. Stat. Soc. 85, 87-94; unconditional power as in Bennett and Hsu (1960), Biometrika 47, 393-398.
    """
    if min(n_first, n_second) < 1 or not (0 <= first <= 1 and 0 <= second <= 1):
        msg = f"needs two groups and two rates in [0, 1], got {n_first}, {n_second}, {first}, {second}"
        raise ValueError(msg)
    one = binom.pmf(np.arange(n_first + 1), n_first, first)
    other = binom.pmf(np.arange(n_second + 1), n_second, second)
    return float(one @ _rejects(n_first, n_second, alpha) @ other)


def smallest_by_fisher(
    n_first: int, n_second: int, *, base: float, power: float = 0.8, alpha: float = 0.05
) -> Detectable:
    """By how much the first group's rate must lie above `base`, the second's, for Fisher's test to find it.

    `unattainable` where even a rate of 1 is not found with the power; the groups are no pairs, so that `discordance` is
    nan.
    """
    n = n_first + n_second
    if min(n_first, n_second) < 1:
        return Detectable(math.nan, n, math.nan, power, "one of the two groups is empty")

    def short(difference: float) -> float:
        return fisher_power(base + difference, base, n_first=n_first, n_second=n_second, alpha=alpha) - power

    most = 1 - base
    if most <= 0 or short(most) < 0:
        return Detectable(math.nan, n, math.nan, power, "unattainable")
    return Detectable(float(brentq(short, 0.0, most, xtol=1e-6)), n, math.nan, power)


@lru_cache(maxsize=4)
def _rejects(n_first: int, n_second: int, alpha: float) -> NDArray[np.float64]:
    """Whether each table rejects, shape (n_first + 1, n_second + 1): 1 or 0."""
    rejects = np.zeros((n_first + 1, n_second + 1))
    for total in range(n_first + n_second + 1):
        counts = np.arange(max(0, total - n_second), min(n_first, total) + 1)
        chances = hypergeom.pmf(counts, n_first + n_second, n_first, total)
        order = np.argsort(chances)
        below = np.concatenate([[0.0], np.cumsum(chances[order])])
        p_values = below[np.searchsorted(chances[order], chances * SLACK, side="right")]
        rejects[counts, total - counts] = p_values <= alpha
    rejects.setflags(write=False)
    return rejects
