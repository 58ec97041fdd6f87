"""Tables of scores with their intervals."""

from collections.abc import Mapping, Sequence

import pandas as pd

from counterproof.views.palette import ROUTES, VARIANT_LABELS
from counterproof.views.tables.table import Cell, Column, Table, number, signed, verdict

AGENT_COLUMNS = {
    "accuracy": ("accuracy", "share of trials with the key on the original"),
    "ega": ("EGA", "right on the original, responded to the withdrawal, followed the flip"),
    "ega_strict": ("EGA strict", "as EGA, with a flag on the withdrawal"),
    "ega_noise_floor": ("EGA noise floor", "EGA with the null in place of the withdrawal"),
    "no_data_accuracy": ("no data", "share of trials with the key when no data were given"),
    "followed": ("followed", "share of flips answered with the flip answer"),
    "kept": ("kept", "share of flips answered with the key"),
    "withdrawal_credit": ("withdrawal credit", "share of withdrawals answered with the key"),
    "flagged_withdraw": ("flagged", "share of withdrawals called undecidable, and not so on the original"),
    "null_agreement": ("null agreement", "share of nulls answered as the original"),
}
EVALUATOR_COLUMNS = {
    "null_sensitivity": ("null sensitivity", "mean change of the score on the null; low is good"),
    "withdrawal_sensitivity": ("withdrawal sensitivity", "mean change of the score on the withdrawal; high is good"),
    "flip_sensitivity": ("flip sensitivity", "mean change of the score on the flip; high is good"),
    "blind_spot": ("blind spot", "mean score on the withdrawal against the original key; low is good"),
    "flip_auc": ("flip AUC", "P(score of a flip that followed > one that did not); near 1 is good"),
    "flip_auc_within_item": ("within item", "flip AUC within items"),
}


def metric_words(metric: str) -> str:
    """How a metric is called in tables: `ega_strict` is EGA strict, `route_recall` the route recall."""
    name, comma, arm = metric.partition(", ")
    route = ROUTES.get(name.removeprefix("route_"))
    if name in AGENT_COLUMNS:
        said = AGENT_COLUMNS[name][0]
    elif name in EVALUATOR_COLUMNS:
        said = EVALUATOR_COLUMNS[name][0]
    elif route:
        said = f"route: {route.label}"
    else:
        said = name.replace("_", " ")
    return said + comma + arm


COUNTS = {"n_items": "items", "n_trials": "trials"}
MAIN = (
    "accuracy",
    "ega",
    "ega_strict",
    "ega_noise_floor",
    "no_data_accuracy",
    "followed",
    "withdrawal_credit",
    "flagged_withdraw",
)
"""What a report's first page has room for."""
MEASURES = {
    "confidence": "confidence (%)",
    "support_full": "says full support",
    "support_partial": "says partial support",
    "support_none": "says no support",
}
LEFT_OUT = Column(
    name="left out",
    numeric=True,
    title="replicates in no score: spoilt by the machinery, or without a trial on original, withdraw or flip",
)


def scores_table(scores: pd.DataFrame, *, main: bool = False) -> Table:
    """Accuracy, EGA and their parts, a row per agent (and group), as `0.41 (0.33, 0.49)`; or the `main` ones alone."""
    names = ["agent"]
    if "group" in scores and len(set(scores["group"])) > 1:
        names.append("group")
    columns = {name: AGENT_COLUMNS[name] for name in MAIN} if main else AGENT_COLUMNS
    return wide_table(scores, names=names, columns=columns, caption="Scores with 95% intervals over items")


def evaluators_table(validity: pd.DataFrame) -> Table:
    """Sensitivities, blind spot and flip AUC, a row per evaluator (and agent), as `0.41 (0.33, 0.49)`.

    Sub-scores of judges are left out: `subscores_table` has them.
    """
    validity = validity[~validity["evaluator"].str.contains(".", regex=False)]
    names = ["evaluator"] if len(set(validity["agent"])) == 1 else ["evaluator", "agent"]
    caption = "Do evaluators see what the data say? 95% intervals over items"
    return wide_table(validity, names=names, columns=EVALUATOR_COLUMNS, caption=caption)


def instrument_table(instrument: pd.DataFrame) -> Table:
    """The reference agents: each expected score beside the one found, and whether it holds."""
    checked = int(instrument["holds"].notna().sum())
    held = int(instrument["holds"].sum())
    columns = (
        Column(name="agent"),
        Column(name="score"),
        Column(name="expected", numeric=True),
        Column(name="found", numeric=True),
        Column(name="holds"),
    )
    rows = tuple(
        (
            Cell(text=str(row["agent"])),
            Cell(text=metric_words(str(row["metric"]))),
            number(row["expected"], digits=2),
            estimate(row),
            Cell(text="not checked", title=_text(row["reason"]), tone="quiet")
            if pd.isna(row["holds"])
            else verdict(passed=bool(row["holds"]), yes="holds", no="broken", why=_text(row["reason"])),
        )
        for _, row in instrument.iterrows()
    )
    caption = f"{held} of {checked} expectations about the reference agents hold"
    if not checked:
        caption = "Not checked: no reference agent shows that the scores would move if they should"
    # Where all hold, the sentence says it; what is broken is read first.
    return Table(caption=caption, columns=columns, rows=rows, folded=bool(checked) and held == checked)


def estimate(row: pd.Series) -> Cell:
    """A value with its interval, `0.41 (0.33, 0.49)`; an en dash with the reason where there is none.

    An asterisk marks an interval over fewer than 10 items, which is unreliable.
    """
    value, low, high = row["value"], row["low"], row["high"]
    if pd.isna(value):
        return number(None, reason=_text(row["reason"]))
    interval = f" ({signed(low, digits=2)}, {signed(high, digits=2)})" if pd.notna(low) and pd.notna(high) else ""
    weak = bool(row.get("unreliable", False))
    told = ", ".join(f"{row[name]} {word}" for name, word in COUNTS.items() if name in row)
    if weak:
        told += "; fewer than 10 items: the interval is unreliable"
    text = f"{signed(value, digits=2)}{interval}{'*' if weak else ''}"
    return Cell(text=text, title=told, sort=f"{float(value)!r}")


def wide_table(
    scores: pd.DataFrame, *, names: Sequence[str], columns: Mapping[str, tuple[str, str]], caption: str
) -> Table:
    """Tidy scores as a table: a row for each of the names, a column a metric, with what was left out."""
    shown = [metric for metric in columns if metric in set(scores["metric"])]
    rows = []
    for who, part in scores.groupby(list(names), sort=False):
        by_metric = {row["metric"]: row for _, row in part.iterrows()}
        cells = [
            estimate(by_metric[metric]) if metric in by_metric else number(None, reason="not computed")
            for metric in shown
        ]
        left_out = [_left_out(part)] if "n_excluded" in part else []
        rows.append((*(Cell(text=str(name)) for name in who), *cells, *left_out))
    heads = tuple(Column(name=name) for name in names)
    counted = (LEFT_OUT,) if "n_excluded" in scores else ()
    metrics = tuple(Column(name=columns[metric][0], numeric=True, title=columns[metric][1]) for metric in shown)
    return Table(
        caption=caption + _weak(scores[scores["metric"].isin(shown)]),
        columns=(*heads, *metrics, *counted),
        rows=tuple(rows),
    )


def _left_out(part: pd.DataFrame) -> Cell:
    spoilt = int(part["n_excluded"].max())
    lacking = int(part["n_incomplete"].max()) if "n_incomplete" in part else 0
    why = f"{spoilt} spoilt by the machinery, {lacking} without a trial on original, withdraw or flip"
    return Cell(text=str(spoilt + lacking), title=why if spoilt + lacking else "")


def _weak(scores: pd.DataFrame) -> str:
    marked = scores["unreliable"].fillna(value=False) & scores["value"].notna()
    return " (* fewer than 10 items: unreliable)" if marked.any() else ""


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def behaviour_table(behaviour: pd.DataFrame) -> Table:
    """Confidence, stated support, wall time and tool calls, a row per agent and variant or flip outcome."""
    measures = list(dict.fromkeys(behaviour["measure"]))
    rows = []
    for names, part in behaviour.groupby(["agent", "by", "level"], sort=False):
        by_measure = {row["measure"]: row for _, row in part.iterrows()}
        first = (Cell(text=VARIANT_LABELS.get(str(name), str(name).replace("_", " "))) for name in names)
        left_out = [_left_out(part)] if "n_excluded" in part else []
        rows.append((*first, *(estimate(by_measure[name]) for name in measures), *left_out))
    heads = (Column(name="agent"), Column(name="by"), Column(name="level"))
    shown = (Column(name=MEASURES.get(name, name.replace("_", " ")), numeric=True) for name in measures)
    counted = (LEFT_OUT,) if "n_excluded" in behaviour else ()
    caption = "What trials state and use, with 95% intervals over items" + _weak(behaviour)
    return Table(caption=caption, columns=(*heads, *shown, *counted), rows=tuple(rows))
