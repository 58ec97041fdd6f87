"""Two conditions on the same items: both means and their difference, with intervals over items."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from counterproof.audit.estimates import Floats, with_interval
from counterproof.stats.resample import item_bootstrap, ratio_of_sums


def paired_rows(
    before: Floats,
    after: Floats,
    *,
    metrics: Sequence[str],
    conditions: tuple[str, str],
    n_trials: Sequence[int],
    seed: int,
    resamples: int,
) -> list[dict[str, Any]]:
    """Rows of condition, metric and estimate: the first condition, the second, and the second less the first.

    Parameters
    ----------
    before, after
        One mean an item and metric, shape (n_items, n_metrics); nan where an item has none. Only items that have both
        are used, so that the two conditions stay paired.
    n_trials
        Trials behind each metric, both conditions together.
    """
    there = np.isfinite(before) & np.isfinite(after)
    sides = [np.where(there, side, 0) for side in (before, after, after - before)]
    n_items = before.shape[0]
    numerator = np.concatenate(sides, axis=1)
    found = (
        item_bootstrap(
            ratio_of_sums(numerator, np.concatenate([there.astype(float)] * 3, axis=1)),
            n_items=max(n_items, 1),
            seed=seed,
            resamples=resamples,
        )
        if n_items
        else None
    )
    rows: list[dict[str, Any]] = []
    for place, metric in enumerate(metrics):
        count = int(there[:, place].sum())
        for number, condition in enumerate((*conditions, "difference")):
            names = {"metric": metric, "condition": condition}
            at = number * len(metrics) + place
            if found is None or count == 0:
                why = {"value": None, "n_items": 0, "n_trials": 0, "reason": "no item with both", "unreliable": True}
                rows.append({**names, **why})
                continue
            estimate = with_interval(
                found.only(at), n_items=count, n_trials=n_trials[place], bounded=condition != "difference"
            )
            rows.append({**names, **vars(estimate)})
    return rows
