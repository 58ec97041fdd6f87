"""What a study of few items and several replicates could find, by simulating it."""

import math

import numpy as np
from numpy.typing import NDArray

from counterproof.stats.power import Detectable
from counterproof.stats.resample import draws_of

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
    means = _item_means(
        difference,
        shape=(studies, n_items, replicates),
        discordance=discordance,
        repeats=math.sqrt(between_items),
        seed=seed,
    )
    draws = draws_of(lambda weights: weights @ means.T / n_items, n_items=n_items, seed=seed, resamples=RESAMPLES)
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    # A sum of thirds that should be 0 is not quite.
    found = ((low > NO_WIDTH) | (high < -NO_WIDTH)) & (high - low > NO_WIDTH)
    return float(found.mean())


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


def _item_means(
    difference: float, *, shape: tuple[int, int, int], discordance: float, repeats: float, seed: int
) -> Floats:
    """Mean difference of each item of each study, shape (studies, n_items)."""
    rng = np.random.default_rng(seed)
    of_item, own, anew = rng.random((*shape[:2], 1)), rng.random(shape), rng.random(shape)
    drawn = np.where(anew < repeats, of_item, own)
    better, worse = (discordance + difference) / 2, (discordance - difference) / 2
    # One number decides: a larger difference never turns a win into a loss, so that power rises with it.
    values = (drawn < better).astype(np.float64) - (drawn >= 1 - worse)
    means: Floats = values.mean(axis=2)
    return means
