"""What a study of few items and several replicates could find, by simulating it."""

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from counterproof.stats.power import Detectable
from counterproof.stats.resample import draws_of, weights_of

Floats = NDArray[np.float64]

STUDIES = 2000
RESAMPLES = 1000
NO_WIDTH = 1e-12
STEP = 0.005
"""How finely the smallest difference is sought."""


def bootstrap_power(
    difference: float,
    *,
    n_items: int,
    replicates: int,
    discordance: float,
    between_items: float,
    seed: int,
    studies: int = STUDIES,
) -> float:
    """The share of simulated studies whose 95% item-bootstrap interval of the difference leaves out 0.

    In a study every item draws which of the two conditions alone is correct, or neither; a replicate repeats its item's
    draw with the probability `sqrt(between_items)`, and else draws anew. An interval without width finds nothing.

    Parameters
    ----------
    difference
        Rate of one condition minus that of the other, in [-discordance, discordance].
    discordance
        Share of pairs that differ, in [0, 1].
    between_items
        Correlation of an item's replicates, in [0, 1]: at 1 replicates add nothing, at 0 they are as good as items.

    Raises
    ------
    ValueError
        If the difference is larger than the discordance, or there are fewer than 2 items or no replicate.

    References
    ----------
    Field and Welsh (2007). J. R. Stat. Soc. B 69, 369-390, for the bootstrap of whole clusters.
    """
    if n_items < 2 or replicates < 1 or not abs(difference) <= discordance <= 1 or not 0 <= between_items <= 1:
        msg = (
            "needs 2 items, a replicate, |difference| <= discordance <= 1 and between_items in [0, 1], got "
            f"{n_items}, {replicates}, {difference}, {discordance}, {between_items}"
        )
        raise ValueError(msg)
    totals = _item_totals(
        difference,
        shape=(studies, n_items, replicates),
        discordance=discordance,
        repeats=math.sqrt(between_items),
        seed=seed,
    )
    found = _leaves_out_0(totals, seed=seed) & (np.ptp(totals, axis=1) > 0)
    return float(found.mean())


def _leaves_out_0(totals: Floats, *, seed: int) -> NDArray[np.bool_]:
    """Whether the 95% interval of each study's resamples leaves out 0, shape (studies,).

    By counting the resamples on either side, since to sort them takes ten times as long. Totals are whole numbers, and
    so are their sums: single precision holds them exactly.
    """
    n_studies, n_items = totals.shape
    values = totals.T.astype(np.float32)
    below, above = np.zeros(n_studies, dtype=int), np.zeros(n_studies, dtype=int)
    for weights in weights_of(n_items, seed=seed, resamples=RESAMPLES):
        draws = weights.astype(np.float32) @ values
        below += np.count_nonzero(draws <= 0, axis=0)
        above += np.count_nonzero(draws >= 0, axis=0)
    before = math.floor(0.025 * (RESAMPLES - 1))
    found: NDArray[np.bool_] = np.minimum(below, above) <= before
    # Here the quantile lies between one resample on this side of 0 and one on the other, or on it.
    open_ = np.flatnonzero(np.minimum(below, above) == before + 1)
    draws = draws_of(lambda weights: weights @ totals[open_].T, n_items=n_items, seed=seed, resamples=RESAMPLES)
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    found[open_] = (low > NO_WIDTH) | (high < -NO_WIDTH)
    return found


# Several contrasts of a study are assumed to differ alike.
@lru_cache(maxsize=32)
def smallest_by_bootstrap(
    n_items: int, *, replicates: int, discordance: float, between_items: float, seed: int, power: float = 0.8
) -> Detectable:
    """The smallest difference that the item bootstrap finds with `power`, to 0.005; `unattainable` where none is."""

    def reaches(difference: float) -> bool:
        found = bootstrap_power(
            min(difference, discordance),
            n_items=n_items,
            replicates=replicates,
            discordance=discordance,
            between_items=between_items,
            seed=seed,
        )
        return found >= power

    if n_items < 2 or not reaches(discordance):
        reason = "unattainable" if n_items > 1 else "fewer than 2 items"
        return Detectable(math.nan, n_items, discordance, power, reason)
    low, high = 0, math.ceil(discordance / STEP)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle * STEP) else (middle, high)
    return Detectable(min(high * STEP, discordance), n_items, discordance, power)


def _item_totals(
    difference: float, *, shape: tuple[int, int, int], discordance: float, repeats: float, seed: int
) -> Floats:
    """Difference of each item of each study, summed over its replicates, shape (studies, n_items)."""
    of_item, own, anew = _chances(shape, seed)
    drawn = np.where(anew < repeats, of_item, own)
    better, worse = (discordance + difference) / 2, (discordance - difference) / 2
    # One number decides: a larger difference never turns a win into a loss, so that power rises with it.
    totals: Floats = np.count_nonzero(drawn < better, axis=2) - np.count_nonzero(drawn >= 1 - worse, axis=2).astype(
        float
    )
    return totals


# The search for the smallest difference asks about the same studies again and again.
@lru_cache(maxsize=2)
def _chances(shape: tuple[int, int, int], seed: int) -> tuple[Floats, Floats, Floats]:
    rng = np.random.default_rng(seed)
    return rng.random((*shape[:2], 1)), rng.random(shape), rng.random(shape)
