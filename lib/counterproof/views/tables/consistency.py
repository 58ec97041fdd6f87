"""Transform consistency beside rerun agreement, as a table."""

import pandas as pd

from counterproof.audit.consistency import ALL_ITEMS
from counterproof.views.tables.scores import estimate
from counterproof.views.tables.table import Cell, Column, Table, number

NAMES = {
    "transform_consistency": "transform consistency",
    "rerun_agreement": "rerun agreement",
}


def consistency_table(frame: pd.DataFrame) -> Table:
    """For every agent, over all items and for each: how often numbers moved as the truth does, and how often reruns on
    the same data agree.
    """
    rows = [
        (
            Cell(text=str(agent)),
            Cell(text="all items" if item == ALL_ITEMS else str(item)),
            *(_share(part, metric) for metric in NAMES),
            number(float(part["n_pairs"].iloc[0]), digits=0),
            number(float(part["n_excluded"].iloc[0]), digits=0),
        )
        for (agent, item), part in frame.groupby(["agent", "item"], sort=False)
    ]
    columns = (
        Column(name="agent"),
        Column(name="item"),
        Column(name="transform consistency", numeric=True, title="share of pairs of an original and a flipped answer"),
        Column(name="rerun agreement", numeric=True, title="share of pairs of answers on the original that agree"),
        Column(name="pairs", numeric=True, title="original and flipped trials, every one with every other"),
        Column(name="left out", numeric=True, title="trials that the machinery spoilt"),
    )
    caption = "Do the numbers move as the truth does?" if rows else "No item of this study asks for a number"
    return Table(caption=caption, columns=columns, rows=tuple(rows))


def _share(part: pd.DataFrame, metric: str) -> Cell:
    row = part[part["metric"] == metric].iloc[0]
    if row["item"] == ALL_ITEMS:
        return estimate(row)
    value = None if pd.isna(row["value"]) else float(row["value"])
    return number(value, digits=2, reason=str(row["reason"] or ""))
