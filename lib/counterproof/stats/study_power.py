"""What a study of few items and several replicates could find, by simulating it: a difference, or a slope of it."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterproof.stats.power import Detectable
from counterproof.stats.resample import draws_of, weights_of

Floats = NDArray[np.float64]

STUDIES = 2000
RESAMPLES = 1000
NO_WIDTH = 1e-12
NEAR_0 = 1e-9
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
    totals = _item_totals(
        effect,
        shape=(STUDIES, n_items, replicates),
        discordance=discordance,
        repeats=math.sqrt(between_items),
        levels=levels,
        seed=seed,
    )
    starts = np.arange(0, n_items, items_per_call)
    sums, sizes = np.add.reduceat(totals, starts, axis=1), np.diff(starts, append=n_items).astype(np.float64)
    means = sums / sizes
    found = _leaves_out_0(sums, sizes, seed=seed) & (np.ptp(means, axis=1) > NO_WIDTH)
    return float(found.mean())


def _leaves_out_0(sums: Floats, sizes: Floats, *, seed: int) -> NDArray[np.bool_]:
    """Whether the 95% interval of each study's resamples leaves out 0, shape (studies,).

    By counting the resamples on either side, since to sort them takes ten times as long. `sums` are those of calls,
    shape (studies, calls), `sizes` their items, shape (calls,). Whole numbers, and so their sums, are held exactly by
    single precision, which is faster; a sum of the fractions of a slope that should be 0 is not quite.
    """
    n_studies, n_calls = sums.shape
    kind: np.dtype[Any] = np.dtype("float32" if (sums == np.rint(sums)).all() else "float64")
    values = sums.T.astype(kind)
    below, above = np.zeros(n_studies, dtype=int), np.zeros(n_studies, dtype=int)
    for weights in weights_of(n_calls, seed=seed, resamples=RESAMPLES):
        draws = weights.astype(kind) @ values
        below += np.count_nonzero(draws <= NEAR_0, axis=0)
        above += np.count_nonzero(draws >= -NEAR_0, axis=0)
    before = math.floor(0.025 * (RESAMPLES - 1))
    found: NDArray[np.bool_] = np.minimum(below, above) <= before
    # Here the quantile lies between one resample on this side of 0 and one on the other, or on it.
    open_ = np.flatnonzero(np.minimum(below, above) == before + 1)
    draws = draws_of(
        lambda weights: (weights @ sums[open_].T) / (weights @ sizes)[:, None],
        n_items=n_calls,
        seed=seed,
        resamples=RESAMPLES,
    )
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    found[open_] = (low > NO_WIDTH) | (high < -NO_WIDTH)
    return found


# Several contrasts of a study are assumed to differ alike.
@lru_cache(maxsize=32)
def smallest_by_bootstrap(
    n_items: int,
    *,
    replicates: int,
    discordance: float,
    between_items: float,
    seed: int,
    power: float = 0.8,
    levels: tuple[float, ...] = (1.0,),
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


def _item_totals(
    effect: float,
    *,
    shape: tuple[int, int, int],
    discordance: float,
    repeats: float,
    levels: Sequence[float],
    seed: int,
) -> Floats:
    """Difference of each item of each study, or the slope of it over the levels, summed over its replicates, shape
    (studies, n_items).
    """
    totals = np.zeros(shape[:2])
    for place, (level, weight) in enumerate(zip(levels, slope_weights(levels), strict=True)):
        of_item, own, anew = _chances(shape, seed, place)
        drawn = np.where(anew < repeats, of_item, own)
        better, worse = (discordance + effect * level) / 2, (discordance - effect * level) / 2
        # One number decides: a larger effect never turns a win into a loss, so that power rises with it.
        wins, losses = np.count_nonzero(drawn < better, axis=2), np.count_nonzero(drawn >= 1 - worse, axis=2)
        totals += weight * (wins - losses)
    return totals


# The search for the smallest effect asks about the same studies again and again.
@lru_cache(maxsize=4)
def _chances(shape: tuple[int, int, int], seed: int, place: int) -> tuple[Floats, Floats, Floats]:
    """The item's own number, shape (studies, n_items, 1) and one for all levels, and two for each replicate."""
    # A last number that is not 0: otherwise these were the streams that the resamples are drawn from.
    of_item = np.random.default_rng([seed, 0, 1]).random((*shape[:2], 1))
    rng = np.random.default_rng([seed, place, 2])
    return of_item, rng.random(shape), rng.random(shape)


def slope_weights(levels: Sequence[float]) -> Floats:
    """What each level adds to a least-squares slope; 1 for a single level, whose value itself is meant."""
    if len(levels) == 1:
        return np.ones(1)
    centred = np.asarray(levels, dtype=np.float64) - np.mean(levels)
    return np.asarray(centred / (centred**2).sum())
