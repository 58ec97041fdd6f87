"""What a paired comparison could have found, and what finding nothing rules out."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import brentq
from scipy.stats import binom

Floats = NDArray[np.float64]


class Detectable(NamedTuple):
    """The smallest difference of two rates that a test finds; nan where `reason` is `unattainable`.

    `discordance` is the share of pairs that differ, in [0, 1].
    """

    value: float
    n_pairs: int
    discordance: float
    power: float
    reason: str | None = None


def mcnemar_power(difference: float, *, n_pairs: int, discordance: float, alpha: float = 0.05) -> float:
    """The probability that the two-sided exact McNemar test gives p <= `alpha`.

    The number of discordant pairs is binomial with `discordance`, which the difference of the rates splits.

    Raises
    ------
    ValueError
        If the difference is larger than the discordance: the pairs cannot make it.

    References
    ----------
    Card et al. (2020). EMNLP, 9263-9274; unconditional power as in Connor (1987), Biometrics 43, 207-211.
    """
    if n_pairs < 1 or not 0 <= discordance <= 1 or abs(difference) > discordance:
        msg = f"needs |difference| <= discordance <= 1 and a pair, got {difference}, {discordance}, {n_pairs}"
        raise ValueError(msg)
    if discordance == 0:
        return 0.0
    share = min(1.0, max(0.0, (discordance + difference) / (2 * discordance)))
    counts = np.arange(n_pairs + 1)
    # The largest count on the smaller side that is still significant; -1 where none is.
    edge = binom.ppf(alpha / 2, counts, 0.5)
    edge = np.where(2 * binom.cdf(edge, counts, 0.5) <= alpha, edge, edge - 1)
    found = binom.cdf(edge, counts, share) + binom.cdf(edge, counts, 1 - share)
    return float(np.sum(binom.pmf(counts, n_pairs, discordance) * found))


def smallest_detectable(n_pairs: int, *, discordance: float, power: float = 0.8, alpha: float = 0.05) -> Detectable:
    """The smallest difference that exact McNemar finds with `power`, at the stated discordance.

    It is `unattainable` where the test falls short of the power even if all discordant pairs point one way: 96 pairs
    of which 5% differ hold about 5 discordant ones, and the test needs 6.
    """

    def short(difference: float) -> float:
        return mcnemar_power(difference, n_pairs=n_pairs, discordance=discordance, alpha=alpha) - power

    if short(discordance) < 0:
        return Detectable(math.nan, n_pairs, discordance, power, "unattainable")
    return Detectable(float(brentq(short, 0.0, discordance, xtol=1e-6)), n_pairs, discordance, power)


def no_discordance_bound(n_pairs: int, *, alpha: float = 0.05) -> float:
    """The one-sided upper bound on |difference| when none of `n_pairs` pairs differs: 1 - alpha^(1/n).

    References
    ----------
    Clopper and Pearson (1934). Biometrika 26, 404-413, at 0 of n.
    """
    if n_pairs < 1:
        msg = f"a bound needs at least one pair, got {n_pairs}"
        raise ValueError(msg)
    return float(1 - alpha ** (1 / n_pairs))
