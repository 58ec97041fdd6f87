"""Whether an option to abstain is taken where the evidence is gone, and only there (SPEC section 2, repairs)."""

from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.grounding import tidy
from counterproof.audit.repairs.paired_means import paired_rows
from counterproof.domain.variant import VariantName
from counterproof.evaluators.scores import gives, is_excluded

METRICS: dict[str, tuple[str, VariantName]] = {
    "accuracy": ("key", "original"),
    "abstained_original": ("abstained", "original"),
    "abstained_null": ("abstained", "null"),
    "abstained_withdraw": ("abstained", "withdraw"),
    "abstained_flip": ("abstained", "flip"),
    "key_withdraw": ("key", "withdraw"),
    "key_flip": ("key", "flip"),
    "followed": ("flip", "flip"),
}
"""Metric: what a trial did, on which variant. Each is a share of trials that the machinery did not break."""
CONDITIONS = ("standard", "abstain_option")
ALL_AGENTS = "all"
COLUMNS = (
    "agent", "metric", "condition", "value", "low", "high", "n_items", "n_trials", "reason", "unreliable", "interval",
)  # fmt: skip


def abstention(standard: pd.DataFrame, option: pd.DataFrame, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """What the option to abstain changes, tidy: one row for each agent, metric and condition.

    Parameters
    ----------
    standard, option
        Trial tables of the two arms. Only agents and items that both arms have are compared; replicates are averaged
        within an item first, so that their number need not be the same.

    Returns
    -------
    DataFrame
        `condition` is `standard`, `abstain_option`, or `difference` (the second less the first) with its paired item
        bootstrap. The agent `all`, first, averages the agents within an item.
    """
    agents = sorted(set(standard["agent"]) & set(option["agent"]))
    rows: list[dict[str, Any]] = []
    for name in (ALL_AGENTS, *agents) if agents else ():
        mine = agents if name == ALL_AGENTS else [name]
        sides = [table[table["agent"].isin(mine) & ~is_excluded(table)] for table in (standard, option)]
        before, after = (_means(side) for side in sides)
        items = before.index.intersection(after.index)
        n_trials = [sum(int((side["variant"] == variant).sum()) for side in sides) for _, variant in METRICS.values()]
        rows += [
            {"agent": name, **row}
            for row in paired_rows(
                before.loc[items].to_numpy(dtype=np.float64),
                after.loc[items].to_numpy(dtype=np.float64),
                metrics=tuple(METRICS),
                conditions=CONDITIONS,
                n_trials=n_trials,
                seed=seed,
                resamples=resamples,
            )
        ]
    return tidy(rows, COLUMNS)


def _means(table: pd.DataFrame) -> pd.DataFrame:
    """A row an item, a column a metric: replicates averaged within an agent, agents within the item."""
    did = table.assign(key=gives(table, "key"), flip=gives(table, "flip_to"), abstained=table["outcome"] == "abstained")
    columns = {}
    for metric, (what, variant) in METRICS.items():
        own = did[did["variant"] == variant]
        columns[metric] = own.groupby(["item", "agent"])[what].mean().groupby("item").mean()
    return pd.DataFrame(columns, index=sorted(set(table["item"])), dtype="float64")
