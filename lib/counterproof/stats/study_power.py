"""What a study of few items and several replicates could find, by simulating it: a difference, or a slope of it."""

import math
from collections.abc import Sequence

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
    effect: float,
    *,
    n_items: int,
    replicates: int,
    discordance: float,
    between_items: float,
    seed: int,
    levels: Sequence[float] = (1.0,),
    items_per_call: int = 1,
) -> float:
    """The share of simulated studies whose 95% bootstrap interval of the effect leaves out 0.

    In a study every item draws which of the two conditions alone is correct, or neither; a replicate repeats its item's
    draw with the probability `sqrt(between_items)`, and else draws anew. An interval without width finds nothing.

    Parameters
    ----------
    effect
        Rate of one condition minus that of the other; with several levels, by how much this difference grows for each
        unit of the level. Its size at the highest level is at most `discordance`.
    discordance
        Share of pairs that differ, in [0, 1], alike at every level.
    between_items
        Correlation of an item's draws, those of several levels among them, in [0, 1]: at 1 replicates add nothing, at 0
        they are as good as items.
    levels
        Of the gradient, from 0 to 1, over which an item's least-squares slope is taken; 1 alone for a difference.
    items_per_call
        So many items are drawn together by the bootstrap; they are no more alike than others.

    Raises
    ------
    ValueError
        If the effect is larger than the discordance, or there are fewer than 2 calls or no replicate.

    References
    ----------
    Field and Welsh (2007). J. R. Stat. Soc. B 69, 369-390, for the bootstrap of whole clusters.
    """
    calls = math.ceil(n_items / items_per_call)
    if calls < 2 or replicates < 1 or not abs(effect) <= discordance <= 1 or not 0 <= between_items <= 1:
        msg = (
            "needs 2 items or calls, a replicate, |difference| <= discordance <= 1 and between_items in [0, 1], got "
            f"{n_items} / {items_per_call}, {replicates}, {effect}, {discordance}, {between_items}"
        )
        raise ValueError(msg)
    effects = _item_effects(
        effect,
        shape=(STUDIES, n_items, replicates),
        discordance=discordance,
        repeats=math.sqrt(between_items),
        levels=levels,
        seed=seed,
    )
    starts = np.arange(0, n_items, items_per_call)
    sums, sizes = np.add.reduceat(effects, starts, axis=1), np.diff(starts, append=n_items).astype(np.float64)
    draws = draws_of(
        lambda weights: (weights @ sums.T) / (weights @ sizes)[:, None], n_items=calls, seed=seed, resamples=RESAMPLES
    )
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    # A sum of thirds that should be 0 is not quite.
    found = ((low > NO_WIDTH) | (high < -NO_WIDTH)) & (high - low > NO_WIDTH)
    return float(found.mean())


def smallest_by_bootstrap(
    n_items: int,
    *,
    replicates: int,
    discordance: float,
    between_items: float,
    seed: int,
    power: float = 0.8,
    levels: Sequence[float] = (1.0,),
    items_per_call: int = 1,
) -> Detectable:
    """The smallest effect that the bootstrap finds with `power`, to 0.005; `unattainable` where there is none.

    Parameters as of `bootstrap_power`.
    """

    def reaches(effect: float) -> bool:
        found = bootstrap_power(
            min(effect, discordance),
            n_items=n_items,
            replicates=replicates,
            discordance=discordance,
            between_items=between_items,
            seed=seed,
            levels=levels,
            items_per_call=items_per_call,
        )
        return found >= power

    enough = n_items > items_per_call
    if not enough or not reaches(discordance):
        few = "fewer than 2 items" if items_per_call == 1 else "fewer than 2 calls"
        return Detectable(math.nan, n_items, discordance, power, "unattainable" if enough else few)
    low, high = 0, math.ceil(discordance / STEP)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(middle * STEP) else (middle, high)
    return Detectable(min(high * STEP, discordance), n_items, discordance, power)


def _item_effects(
    effect: float,
    *,
    shape: tuple[int, int, int],
    discordance: float,
    repeats: float,
    levels: Sequence[float],
    seed: int,
) -> Floats:
    """Mean difference of each item of each study, or the slope of it over the levels, shape (studies, n_items)."""
    rng = np.random.default_rng(seed)
    of_item = rng.random((*shape[:2], 1))
    effects = np.zeros(shape[:2])
    for level, weight in zip(levels, slope_weights(levels), strict=True):
        own, anew = rng.random(shape), rng.random(shape)
        drawn = np.where(anew < repeats, of_item, own)
        better, worse = (discordance + effect * level) / 2, (discordance - effect * level) / 2
        # One number decides: a larger effect never turns a win into a loss, so that power rises with it.
        values = (drawn < better).astype(np.float64) - (drawn >= 1 - worse)
        effects += weight * values.mean(axis=2)
    return effects


def slope_weights(levels: Sequence[float]) -> Floats:
    """What each level adds to a least-squares slope; 1 for a single level, whose value itself is meant."""
    if len(levels) == 1:
        return np.ones(1)
    centred = np.asarray(levels, dtype=np.float64) - np.mean(levels)
    return np.asarray(centred / (centred**2).sum())
