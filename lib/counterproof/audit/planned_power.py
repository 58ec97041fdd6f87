"""The smallest effect that a study could find, for each of its contrasts, before it is run."""

from collections.abc import Sequence

import numpy as np
import pandas as pd

from counterproof.audit.paired import pair_variants
from counterproof.domain.record import Record
from counterproof.domain.variant import VariantName
from counterproof.evaluators.scores import gives, is_excluded
from counterproof.stats.power import Detectable, smallest_detectable
from counterproof.stats.study_power import smallest_by_bootstrap

ASSUMED: dict[VariantName, float] = {
    "null": 0.02,
    "withdraw": 0.22,
    "withdraw_shuffle": 0.22,
    "flip": 0.67,
    "no_data": 0.2,
    "no_data_no_background": 0.2,
}
"""Share of trials whose verdict differs from that on the original: what Claude agents showed on 18 single-cell
questions (VC, appendix E) for the first four; the last two are ours, above the 0.12 by which their rates differed."""

BETWEEN_ITEMS = 0.5
"""Correlation of an item's replicates that is assumed."""

POWER = 0.8


class ContrastPower(Record):
    """What one contrast could find: the smallest difference in the share of answers that are the key.

    `exact` is for exact McNemar on one replicate, `bootstrap` for the item bootstrap over all replicates; null with the
    reason. `discordance` is the share of pairs whose verdicts differ, `measured` on `n_pairs` pairs or assumed.
    """

    variant: VariantName
    n_items: int
    replicates: int
    discordance: float
    measured: bool
    n_pairs: int
    exact: float | None
    exact_reason: str | None
    bootstrap: float | None
    bootstrap_reason: str | None


def planned_power(
    variants: Sequence[VariantName],
    *,
    n_items: int,
    replicates: int,
    seed: int,
    measured: dict[VariantName, tuple[float, int]] | None = None,
    between_items: float = BETWEEN_ITEMS,
) -> tuple[ContrastPower, ...]:
    """What each variant against the original could find at a two-sided 5%, with a power of 0.8.

    Parameters
    ----------
    measured
        By variant, the share of pairs that differ, and of how many pairs, as `measured_discordance` gives it.
    between_items
        Correlation of an item's replicates, in [0, 1].
    """
    found = []
    for variant in variants:
        if variant == "original":
            continue
        share, n_pairs = (measured or {}).get(variant, (ASSUMED[variant], 0))
        exact = _exact(n_items, share)
        several = smallest_by_bootstrap(
            n_items, replicates=replicates, discordance=share, between_items=between_items, seed=seed, power=POWER
        )
        found.append(
            ContrastPower(
                variant=variant,
                n_items=n_items,
                replicates=replicates,
                discordance=share,
                measured=n_pairs > 0,
                n_pairs=n_pairs,
                exact=None if exact.reason else exact.value,
                exact_reason=exact.reason,
                bootstrap=None if several.reason else several.value,
                bootstrap_reason=several.reason,
            )
        )
    return tuple(found)


def measured_discordance(table: pd.DataFrame, *, without: Sequence[str] = ()) -> dict[VariantName, tuple[float, int]]:
    """By variant, the share of pairs with the original whose verdicts differ, and the number of pairs.

    Parameters
    ----------
    table
        A trial table (`audit.table.trial_table`).
    without
        Agents to leave out: those of known behaviour say nothing of others.
    """
    table = table[~table["agent"].isin(without) & (table["arm"] == "standard")]
    if table.empty:
        return {}
    paired = pair_variants(table)
    correct, usable = gives(paired.table, "key"), ~is_excluded(paired.table).to_numpy(dtype=bool)
    shares: dict[VariantName, tuple[float, int]] = {}
    for variant in ASSUMED:
        both = (paired.at(usable, "original") > 0) & (paired.at(usable, variant) > 0)
        differs = paired.true(correct, "original") != paired.true(correct, variant)
        if both.any():
            shares[variant] = float(np.mean(differs[both])), int(both.sum())
    return shares


def _exact(n_items: int, discordance: float) -> Detectable:
    if n_items < 1:
        return Detectable(float("nan"), n_items, discordance, POWER, "no item")
    if discordance == 0:
        return Detectable(float("nan"), n_items, discordance, POWER, "no pair differs")
    return smallest_detectable(n_items, discordance=discordance, power=POWER)
