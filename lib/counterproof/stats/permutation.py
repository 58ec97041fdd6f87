"""p-values by flipping signs or permuting, for scores that are no single verdict."""

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

EXACT_AT_MOST = 15
"""So many non-zero units have all their 2**n sign patterns enumerated."""


class PermutationP(NamedTuple):
    """A two-sided p-value, in (0, 1]; nan where `reason` tells why. `draws` is 0 where all patterns were enumerated."""

    p_value: float
    n: int
    draws: int
    reason: str | None = None


def sign_flip_p(values: Floats, *, seed: int, draws: int = 20_000) -> PermutationP:
    """The two-sided sign-flip p-value of a mean of 0.

    Parameters
    ----------
    values
        One value an independent unit (an item's mean over replicates, a call's sum), shape (n_units,).
    seed
        Of the random sign patterns, used when more than 15 units are not 0. The observed pattern counts among them,
        so that no p-value is 0.

    References
    ----------
    Fisher (1935), The Design of Experiments; Phipson and Smyth (2010), Stat. Appl. Genet. Mol. Biol. 9, 39.
    """
    if values.size == 0:
        return PermutationP(math.nan, 0, 0, "no unit")
    told = values[values != 0]
    if told.size == 0:
        return PermutationP(1.0, values.size, 0)
    observed = abs(told.sum()) - 1e-12 * np.abs(told).sum()
    if told.size <= EXACT_AT_MOST:
        patterns = (np.arange(2**told.size)[:, None] >> np.arange(told.size)) & 1
        sums = np.abs((1 - 2 * patterns) @ told)
        return PermutationP(float((sums >= observed).mean()), values.size, 0)
    # A stream of its own: a bare seed gives that of a bootstrap's resamples, which stand beside this p.
    signs = np.random.default_rng([seed, *b"signs"]).integers(0, 2, size=(draws, told.size), dtype=np.int8)
    sums = np.abs((1.0 - 2.0 * signs) @ told)
    return PermutationP(float(((sums >= observed).sum() + 1) / (draws + 1)), values.size, draws)


class RankCorrelation(NamedTuple):
    """Spearman's rho in [-1, 1] with a permutation p; nan where `reason` tells why."""

    value: float
    p_value: float
    n: int
    reason: str | None = None


def spearman_permuted(x: Floats, y: Floats, *, seed: int, draws: int = 2000) -> RankCorrelation:
    """Spearman's rho of two series, with a two-sided p-value from permutations of one of them.

    References
    ----------
    Spearman (1904). Am. J. Psychol. 15, 72-101.
    """
    if x.size != y.size:
        msg = f"both series have one value a unit, got {x.size} and {y.size}"
        raise ValueError(msg)
    if x.size < 3:
        return RankCorrelation(math.nan, math.nan, x.size, "fewer than 3 units")
    if np.ptp(x) == 0 or np.ptp(y) == 0:
        return RankCorrelation(math.nan, math.nan, x.size, "one of the series is constant")
    from scipy.stats import rankdata  # noqa: PLC0415, scipy.stats costs half a second that few callers need

    a, b = (rankdata(side) - (side.size + 1) / 2 for side in (x, y))
    scale = math.sqrt(float((a**2).sum() * (b**2).sum()))
    rho = float((a * b).sum() / scale)
    rng = np.random.default_rng([seed, *b"ranks"])
    null = np.abs(rng.permuted(np.tile(b, (draws, 1)), axis=1) @ a) / scale
    return RankCorrelation(rho, float(((null >= abs(rho) - 1e-12).sum() + 1) / (draws + 1)), x.size)
