"""Whether the order of agents by accuracy is their order by evidence-grounded accuracy."""

from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.estimates import NO_WIDTH, RELIABLE_ITEMS, tidy
from counterproof.audit.measures import agent_measures
from counterproof.audit.paired import pair_variants
from counterproof.stats.resample import item_bootstrap, ratio_of_sums

METRICS = ("accuracy", "ega", "ega_strict")
COLUMNS = ("agent", "other_agent", "metric", "value", "low", "high", "n_items", "reason", "unreliable")


def rank_agents(scores: pd.DataFrame) -> pd.DataFrame:
    """Each agent's accuracy and EGA with its rank by either, best first: agent, accuracy, rank_accuracy, ega, rank_ega.

    Parameters
    ----------
    scores
        From `grounding.score_agents` without groups. Agents with one score share the mean of their ranks.
    """
    wide = scores[scores["group"] == "all"].pivot_table(index="agent", columns="metric", values="value", dropna=False)
    wide = wide.reindex(columns=list(dict.fromkeys([*wide.columns, "accuracy", "ega"])))
    ranks = {f"rank_{name}": wide[name].rank(ascending=False) for name in ("accuracy", "ega")}
    columns = ["agent", "accuracy", "rank_accuracy", "ega", "rank_ega"]
    return wide.assign(**ranks).reset_index()[columns].sort_values("rank_ega", ignore_index=True)


def agent_differences(table: pd.DataFrame, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """The difference of every two agents on the items both have, with its paired item-bootstrap interval.

    `value` is the agent's score minus the other's, for accuracy, EGA and strict EGA; null with a reason where they
    share no item, without an interval where it would have no width.
    """
    kept = pair_variants(table).complete()
    means = kept.index[["agent", "item"]].assign(
        **{measure.name: measure.numerator for measure in agent_measures(kept) if measure.name in METRICS}
    )
    by_item = means.groupby(["agent", "item"])[list(METRICS)].mean()
    rows: list[dict[str, Any]] = []
    for agent, other in combinations(sorted(set(kept.index["agent"])), 2):
        apart = (by_item.loc[agent] - by_item.loc[other]).dropna()
        rows += _differences(apart, seed=seed, resamples=resamples, names={"agent": agent, "other_agent": other})
    return tidy(rows, COLUMNS)


def _differences(apart: pd.DataFrame, *, seed: int, resamples: int, names: dict[str, str]) -> list[dict[str, Any]]:
    n_items, values = len(apart), apart.to_numpy(dtype=np.float64)
    counts = {"n_items": n_items, "unreliable": n_items < RELIABLE_ITEMS}
    if n_items == 0:
        return [{**names, "metric": metric, "reason": "no item in common", **counts} for metric in METRICS]
    found = item_bootstrap(ratio_of_sums(values, np.ones_like(values)), n_items=n_items, seed=seed, resamples=resamples)
    rows = []
    for place, metric in enumerate(METRICS):
        row: dict[str, Any] = {**names, "metric": metric, "value": found.value[place], **counts}
        if found.reason is None and found.high[place] - found.low[place] > NO_WIDTH:
            row |= {"low": found.low[place], "high": found.high[place], "reason": None}
        else:
            row["reason"] = f"{found.reason or 'the same in every resample'}: no interval"
        rows.append(row)
    return rows
