"""Whether an option to abstain is taken where the evidence is gone, and only there (SPEC section 2, repairs)."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from counterproof.audit.estimates import ESTIMATED, tidy
from counterproof.audit.groups import ALL_AGENTS
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
COLUMNS = ("agent", "metric", "condition", *ESTIMATED)


def abstention(standard: pd.DataFrame, option: pd.DataFrame, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """What the option to abstain changes, tidy: one row for each agent, metric and condition.

    Parameters
    ----------
    standard, option
        Trial tables of the two arms. An agent's trials on a variant of an item are compared where both arms have some;
        replicates are averaged first, so that their number need not be the same.

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
        (before, n_before), (after, n_after) = (_by_agent(side) for side in sides)
        shared = before.index.intersection(after.index)
        there = before.loc[shared].notna() & after.loc[shared].notna()
        old, new = (side.loc[shared].where(there).groupby("item").mean() for side in (before, after))
        n_trials = (n_before.loc[shared] + n_after.loc[shared]).where(there, 0).sum()
        rows += [
            {"agent": name, **row}
            for row in paired_rows(
                old.to_numpy(dtype=np.float64),
                new.to_numpy(dtype=np.float64),
                metrics=tuple(METRICS),
                conditions=CONDITIONS,
                n_trials=[int(n_trials[metric]) for metric in METRICS],
                seed=seed,
                resamples=resamples,
            )
        ]
    return tidy(rows, COLUMNS)


class _ByAgent(NamedTuple):
    """A row an item and agent, a column a metric: the mean over replicates (nan without any), and their number."""

    means: pd.DataFrame
    counts: pd.DataFrame


def _by_agent(table: pd.DataFrame) -> _ByAgent:
    did = table.assign(key=gives(table, "key"), flip=gives(table, "flip_to"), abstained=table["outcome"] == "abstained")
    everything = did.groupby(["item", "agent"]).size().index
    means, counts = {}, {}
    for metric, (what, variant) in METRICS.items():
        own = did[did["variant"] == variant].groupby(["item", "agent"])[what]
        means[metric], counts[metric] = own.mean(), own.size()
    return _ByAgent(
        pd.DataFrame(means, index=everything, dtype="float64"),
        pd.DataFrame(counts, index=everything).fillna(0),
    )
