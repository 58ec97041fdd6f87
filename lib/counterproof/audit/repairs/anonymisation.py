"""What agents do without the names that they may know: named against opaque, and the share that names decide."""

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.estimates import ESTIMATED, Floats, tidy, with_interval
from counterproof.audit.measures import agent_measures
from counterproof.audit.paired import pair_variants
from counterproof.audit.repairs.paired_means import paired_rows
from counterproof.audit.table import trial_table
from counterproof.construct.anonymise.run import read_anonymised
from counterproof.domain.construction import Construction
from counterproof.stats.resample import item_bootstrap, ratio_of_sums
from counterproof.store.study import OpenStudy
from counterproof.trials.read import read_trials

METRICS = ("accuracy", "followed", "ega")
CONDITIONS = ("standard", "anonymised")
ITEMS = ("all", "not from background")
RECALL = "recall share"
COLUMNS = ("agent", "items", "metric", "condition", *ESTIMATED)


def anonymised_trials(study: OpenStudy, constructions: Sequence[Construction]) -> pd.DataFrame:
    """The trial table of the arm `anonymised`, read in the terms that its agents were given."""
    hidden = read_anonymised(study, constructions)
    renamed = [
        made.model_copy(update={"registration": hidden[made.item].registration})
        if made.item in hidden and hidden[made.item].registration is not None
        else made
        for made in constructions
    ]
    return trial_table(study, renamed, read_trials(study, constructions, arm="anonymised"))


def from_background(study: OpenStudy) -> frozenset[str]:
    """The items whose background tells the answer under opaque names as well, as their authors say."""
    return frozenset(item.id for item in study.items if getattr(item, "from_background", None))


def anonymisation(
    named: pd.DataFrame, hidden: pd.DataFrame, *, background: Collection[str] = (), seed: int, resamples: int = 2000
) -> pd.DataFrame:
    """What opaque names change, tidy: one row for each agent, set of items, metric and condition.

    Parameters
    ----------
    named, hidden
        Trial tables of the standard arm and of the arm `anonymised`. Only agents and items that both have complete are
        compared; replicates are averaged within an item first, so that their number need not be the same.
    background
        Items that the background alone answers: `items` is `all`, and once more `not from background` without them.

    Returns
    -------
    DataFrame
        `condition` is `standard`, `anonymised`, or `difference` (the second less the first), whose interval resamples
        items. The metric `recall share` has the condition `standard` only: the share of what an agent followed under
        opaque names and did not follow under the real ones. For an agent that recalls named genes with probability p
        and else analyses, it estimates p. Where it does not vary over items, the interval is Wilson's, or none below 0.
    """
    before, after = _means(named), _means(hidden)
    both = before.index.intersection(after.index)
    rows: list[dict[str, Any]] = []
    for agent in dict.fromkeys(both.get_level_values("agent")):
        mine = both[both.get_level_values("agent") == agent]
        for items in ITEMS:
            kept = mine if items == "all" else mine[~mine.get_level_values("item").isin(list(background))]
            sides = before.loc[kept], after.loc[kept]
            old, new = (side[list(METRICS)].to_numpy(dtype=np.float64) for side in sides)
            n_trials = int(sum(side["n"].sum() for side in sides))
            found = paired_rows(
                old,
                new,
                metrics=METRICS,
                conditions=CONDITIONS,
                n_trials=[n_trials] * len(METRICS),
                seed=seed,
                resamples=resamples,
            )
            place = METRICS.index("followed")
            found.append(_recall_share(old[:, place], new[:, place], n_trials=n_trials, seed=seed, resamples=resamples))
            rows += [{"agent": agent, "items": items, **row} for row in found]
    return tidy(rows, COLUMNS)


def _means(table: pd.DataFrame) -> pd.DataFrame:
    """A row an agent and item: the mean of each metric over its complete replicates, and their number `n`."""
    paired = pair_variants(table).complete()
    measures = {one.name: one for one in agent_measures(paired) if one.name in METRICS}
    frame = paired.index[["agent", "item"]].assign(
        **{name: measures[name].numerator for name in METRICS}, n=np.ones(len(paired.index))
    )
    grouped = frame.groupby(["agent", "item"])
    return grouped[list(METRICS)].mean().assign(n=grouped["n"].sum())


def _recall_share(old: Floats, new: Floats, *, n_trials: int, seed: int, resamples: int) -> dict[str, Any]:
    names = {"metric": RECALL, "condition": "standard"}
    if new.sum() == 0:
        reason = "nothing was followed under opaque names" if new.size else "no item with both"
        return {**names, "value": None, "n_items": 0, "n_trials": 0, "reason": reason, "unreliable": True}
    found = item_bootstrap(
        ratio_of_sums((new - old)[:, None], new[:, None]), n_items=new.size, seed=seed, resamples=resamples
    )
    # Below 0 where more was followed under the real names: no proportion then, and none of Wilson's intervals.
    bounded = bool(found.value[0] >= 0)
    return {**names, **vars(with_interval(found, n_items=int((new > 0).sum()), n_trials=n_trials, bounded=bounded))}
