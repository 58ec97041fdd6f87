"""How far an agent's answers follow the data: every score of an agent, with its interval over items."""

from typing import Any, Literal

import numpy as np
import pandas as pd

from counterproof.audit.estimates import ESTIMATED, estimates, measured, tidy
from counterproof.audit.groups import grouped
from counterproof.audit.measures import agent_measures
from counterproof.audit.paired import Paired, pair_variants
from counterproof.audit.table import leave_out_second_analysis

By = Literal["family", "item", "ordinary_looking"]
LOOKS = {True: "ordinary-looking flip", False: "odd-looking flip"}
COLUMNS = ("agent", "group", "metric", *ESTIMATED, "n_excluded", "n_incomplete")


def score_agents(
    table: pd.DataFrame,
    *,
    by: By | None = None,
    seed: int,
    resamples: int = 2000,
    without_second_analysis: bool = False,
) -> pd.DataFrame:
    """Every score of every agent, tidy: one row for each agent, group and metric.

    Parameters
    ----------
    table
        A trial table (`table.trial_table`) of one arm.
    by
        None for one group named `all`; else a group for each family, each item, or for flips that look ordinary.
    without_second_analysis
        Leave out items for which another defensible analysis exists.

    Returns
    -------
    DataFrame
        `value`, `low`, `high` are null where `reason` tells why. `n_trials` counts replicates: one trial on each
        variant that the metric needs. A replicate is dropped from every metric when the machinery failed on one of its
        original, null, withdraw and flip trials (`n_excluded`) or one of original, withdraw and flip was not run
        (`n_incomplete`). `interval` names the method.
    """
    chosen = leave_out_second_analysis(table) if without_second_analysis else table
    paired = pair_variants(chosen)
    kept = paired.complete()
    over = measured(agent_measures(kept), pd.factorize(kept.index["item"])[0].astype(np.intp))
    rows: list[dict[str, Any]] = []
    for group in grouped(paired, paired.index["agent"], names_of(paired, by)):
        found = estimates(over.rows(group.rows), seed=seed, resamples=resamples)
        names = {"agent": group.names[0], "group": group.names[1]}
        rows += [
            {**names, "metric": measure.name, **vars(estimate), **group.dropped}
            for measure, estimate in zip(over.measures, found, strict=True)
        ]
    return tidy(rows, COLUMNS)


def names_of(paired: Paired, by: By | None) -> pd.Series:
    """The name of each row's group."""
    if by is None:
        return pd.Series("all", index=paired.index.index)
    if by == "ordinary_looking":
        return paired.index["ordinary_looking"].astype(object).map(LOOKS).fillna("not stated")
    return paired.index[by]
