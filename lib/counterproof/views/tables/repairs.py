"""Tables of repairs: two conditions beside each other, with their difference."""

from collections.abc import Mapping, Sequence

import pandas as pd

from counterproof.audit.repairs.anonymisation import RECALL
from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.study import Study
from counterproof.views.note import Note
from counterproof.views.tables.scores import EVALUATOR_COLUMNS, estimate
from counterproof.views.tables.table import Cell, Column, Table, number, verdict

ABSTENTION = {
    "accuracy": "accuracy on the original",
    "abstained_original": "abstained on the original",
    "abstained_null": "abstained on the null",
    "abstained_withdraw": "abstained on the withdrawal",
    "abstained_flip": "abstained on the flip",
    "key_withdraw": "key after the withdrawal",
    "key_flip": "key after the flip",
    "followed": "followed the flip",
}
CONDITIONS = {
    "standard": "standard prompt",
    "abstain_option": "with the option",
    "before": "before",
    "after": "after",
    "named": "real names",
    "anonymised": "opaque names",
    "difference": "difference",
}
ANONYMISATION = {"accuracy": "accuracy on the original", "followed": "followed the flip", "ega": "EGA"}


def abstention_table(found: pd.DataFrame) -> Table | Note:
    """What the option to abstain changes: a row each agent and metric, both arms and their difference."""
    if found.empty:
        return Note("No agent has run in the arm `abstain_option`: add it to `arms` in study.yaml and run the agents.")
    return _beside(found, names=["agent", "metric"], words=ABSTENTION, caption="With and without an option to abstain")


def regraded_table(found: pd.DataFrame) -> Table | Note:
    """The same trials under two evaluators: a row each pair and metric, before, after, and the difference."""
    if found.empty:
        return Note("No pair of evaluators: a standard judge and a grounding judge of one model make one.")
    words = {metric: words for metric, (words, _) in EVALUATOR_COLUMNS.items()}
    caption = "The same trials, scored before and after the repair"
    return _beside(found, names=["before", "after", "metric"], words=words, caption=caption)


def anonymisation_table(found: pd.DataFrame) -> Table | Note:
    """Real against opaque names: a row each agent, set of items and metric, both arms and their difference."""
    compared = found[found["metric"] != RECALL]
    if compared.empty:
        return Note("No agent has run in the arm `anonymised`: add it to `arms` in study.yaml and run the agents.")
    caption = "The same items under real and under opaque names"
    return _beside(as_named(compared), names=["agent", "items", "metric"], words=ANONYMISATION, caption=caption)


def as_named(found: pd.DataFrame) -> pd.DataFrame:
    """The comparison of both arms with the standard one called by its names, which are the real ones."""
    return found.assign(condition=found["condition"].replace("standard", "named"))


def recall_share_table(found: pd.DataFrame, study: Study) -> Table | Note:
    """What share of its answers each agent takes from the names, a row an agent and set of items.

    Beside it stands the probability that the study states of a mixed agent, and whether the interval holds it.
    """
    stated = {one.name: one.recalls for one in study.agents if isinstance(one, ReferenceAgent)}
    shares = found[found["metric"] == RECALL]
    if shares.empty:
        return Note("No agent has run in the arm `anonymised`.")
    rows = tuple(
        (
            Cell(text=row["agent"]),
            Cell(text=row["items"]),
            estimate(row),
            number(row["n_items"], digits=0),
            *_stated(row, stated.get(row["agent"])),
        )
        for _, row in shares.iterrows()
    )
    heads = (
        Column(name="agent"),
        Column(name="items"),
        Column(name="share", numeric=True),
        Column(name="number of items", numeric=True),
        Column(name="stated", numeric=True, title="the probability that study.yaml gives to a mixed agent"),
        Column(name="the interval"),
    )
    return Table(caption="Share of answers that the names decide; 95% intervals over items", columns=heads, rows=rows)


def _stated(row: pd.Series, recalls: float | None) -> tuple[Cell, Cell]:
    if recalls is None:
        return number(None, reason="no mixed agent: nobody stated what it recalls"), Cell(text="")
    if pd.isna(row["low"]):
        return number(recalls, digits=2), number(None, reason="no interval")
    covers = bool(row["low"] <= recalls <= row["high"])
    return number(recalls, digits=2), verdict(passed=covers, yes="holds it", no="misses it", why="")


def _beside(found: pd.DataFrame, *, names: Sequence[str], words: Mapping[str, str], caption: str) -> Table:
    conditions = list(dict.fromkeys(found["condition"]))
    rows = []
    for who, part in found.groupby(list(names), sort=False):
        by_condition = {row["condition"]: row for _, row in part.iterrows()}
        cells = [
            estimate(by_condition[name]) if name in by_condition else number(None, reason="not computed")
            for name in conditions
        ]
        rows.append((*(Cell(text=words.get(str(name), str(name))) for name in who), *cells))
    weak = " (* fewer than 10 items: unreliable)" if found["unreliable"].fillna(value=False).any() else ""
    heads = (
        *(Column(name=name) for name in names),
        *(Column(name=CONDITIONS[name], numeric=True) for name in conditions),
    )
    return Table(caption=f"{caption}; 95% intervals over items{weak}", columns=heads, rows=tuple(rows))
