"""Tables of endpoints and of what rubric scores tell, in words."""

from collections.abc import Mapping, Sequence

import pandas as pd

from counterproof.audit.rubrics.findings import RubricFindings
from counterproof.audit.rubrics.sample import STRATA
from counterproof.evaluators.graders.regrade import disagreements
from counterproof.evaluators.rubric.judge import RubricSummary
from counterproof.views.note import Note
from counterproof.views.tables.frame import frame_table
from counterproof.views.tables.scores import estimate
from counterproof.views.tables.table import Cell, Column, Table, number

QUANTITIES = {
    "pair_correlation_mean": ("correlation of two judges, mean", "Pearson, over trials that every judge scored"),
    "pair_correlation_min": ("correlation of two judges, lowest", "the pair of judges that agree least"),
    "pair_difference": ("difference of two judges", "mean absolute difference, in parts of the rubric's maximum"),
    "judge_sd": ("SD between judges of one trial", "mean over trials with two scores or more"),
    "replicate_sd": ("SD between replicates", "of their mean scores; mean over an agent's replicates of an item"),
    "correlation": ("correlation", "Pearson, over trials that both scored"),
    "difference": ("difference", "passing less failing trials; of two judges, the mean absolute difference"),
    "mean_passing": ("mean score of passing trials", "of trials that every judge scored"),
    "mean_failing": ("mean score of failing trials", "of trials that every judge scored"),
    "pearson_passed": ("Pearson with passing", "score against passed or not"),
    "spearman_passed": ("Spearman with passing", "ranks of the score against passed or not"),
    "auc_passed": ("AUC", "P(a passing trial scores above a failing one), ties one half"),
    "pearson_rate": ("Pearson with the replicate rate", "score against the share of its replicates that passed"),
    "spearman_rate": ("Spearman with the replicate rate", "ranks of the same"),
    "within_item_passed": ("within items: Pearson with passing", "after each item's mean was taken away"),
    "within_item_rate": ("within items: Pearson with the replicate rate", "after each item's mean was taken away"),
    "endpoint": ("the endpoint", "share of trials that passed"),
    "replicate_rate": ("the replicate rate", "share of trials of which any replicate passed"),
    "rubric": ("the rubric score", "share of trials with a mean score above 0"),
    "spearman_mean": ("Spearman of two judges, mean", "of their mean scores of the models"),
    "spearman_min": ("Spearman of two judges, lowest", "the pair of judges whose order differs most"),
    "kendall_w": ("Kendall's W", "1 where all judges put the models in one order"),
}
"""A quantity's name in words, and what it is of."""

USED = {
    "cost_usd": ("cost (USD)", "mean of the runs that log it", 2),
    "turns": ("turns", "the harness's own count, which compares within a harness only", 1),
    "tokens": ("tokens", "in and out, mean of the runs that log them", 0),
    "seconds": ("seconds", "wall time, mean of the runs that log it", 1),
}


def rubrics_note(findings: RubricFindings) -> Note:
    """A sentence on where the runs and the scores come from."""
    left_out = findings.matrix.n_excluded
    spoilt = f" {left_out} of the scored runs are left out because the machinery spoilt them." if left_out else ""
    return Note(findings.origin + spoilt, quiet=False)


def rubric_judges_table(summaries: Sequence[RubricSummary]) -> Table | Note:
    """What the study's rubric judges were asked just now; a sentence where the study has none."""
    if not summaries:
        return Note("The study has no rubric judges (`rubric_judges` in study.yaml): no model was asked.")
    rows = pd.DataFrame([summary.model_dump() for summary in summaries])
    return frame_table(rows, caption="Rubric judges: trials to read, replies asked for now, and why no further")


def endpoints_table(findings: RubricFindings) -> Table:
    """Each agent's pass rate, the items it passed by any, most and all replicates, and what a run took."""
    frame = findings.endpoints
    columns = (
        Column(name="agent"),
        Column(name="passed", numeric=True, title="runs that passed, of runs that count"),
        Column(name="rate (Wilson)", numeric=True, title="describes these runs: it treats replicates as independent"),
        Column(
            name="over items", numeric=True, title="95% interval with items drawn again: for other items like these"
        ),
        *(Column(name=f"items by {name}", numeric=True, title=f"passed by {name} of the replicates") for name in ITEMS),
        *(Column(name=name, numeric=True, title=about) for name, about, _ in USED.values()),
        Column(name="left out", numeric=True, title="runs that the machinery spoilt, in no number"),
    )
    rows = tuple(_endpoint(row) for _, row in frame.iterrows())
    caption = "Endpoints by agent, 95% intervals"
    weak = len(frame) and bool(frame["unreliable"].any())
    return Table(
        caption=f"{caption} (* fewer than 10 items: unreliable)" if weak else caption, columns=columns, rows=rows
    )


ITEMS = ("any", "majority", "all")


def _endpoint(row: pd.Series) -> tuple[Cell, ...]:
    over_items = row[["items_low", "items_high", "items_reason", "unreliable", "n_items", "n_trials"]]
    return (
        Cell(text=str(row["agent"])),
        Cell(text=f"{row['n_passed']}/{row['n_trials']}", sort=str(row["n_passed"])),
        _rate(row),
        _interval(over_items),
        *(Cell(text=f"{row[name]}/{row['n_items']}", sort=str(row[name])) for name in ITEMS),
        *(_mean(row, name, digits=digits) for name, (_, _, digits) in USED.items()),
        Cell(text=str(row["n_excluded"])),
    )


def _rate(row: pd.Series) -> Cell:
    if pd.isna(row["rate"]):
        return number(None, reason=str(row["reason"]))
    return Cell(text=f"{row['rate']:.1%} ({row['low']:.1%}, {row['high']:.1%})", sort=f"{float(row['rate'])!r}")


def _interval(row: pd.Series) -> Cell:
    if pd.isna(row["items_low"]):
        return number(None, reason=str(row["items_reason"]))
    mark = "*" if row["unreliable"] else ""
    text = f"({row['items_low']:.1%}, {row['items_high']:.1%}){mark}"
    return Cell(text=text, title=f"{row['n_items']} items, {row['n_trials']} runs", sort=f"{float(row['items_low'])!r}")


def _mean(row: pd.Series, name: str, *, digits: int) -> Cell:
    n_logged = row[f"{name}_logged"]
    if not n_logged:
        return number(None, reason="no run logs it")
    cell = number(float(row[name]), digits=digits)
    return Cell(text=cell.text, sort=cell.sort, title=f"of {n_logged} runs that log it")


def replies_table(findings: RubricFindings) -> Table:
    """How many scores each judge owed, how many count, and how the others ended."""
    counts = findings.replies
    expected = counts.groupby("judge")["expected"].first().sum() if len(counts) else 0
    valid = counts.loc[counts["status"] == "valid", "n"].sum() if len(counts) else 0
    share = f" ({valid / expected:.2%})" if expected else ""
    matched = int(findings.matrix.matched.sum())
    caption = f"{valid:,} valid of {expected:,} expected scores{share}; {matched:,} trials scored by every judge"
    return frame_table(counts, caption=caption)


def quantities_table(frame: pd.DataFrame, *, caption: str) -> Table:
    """Quantities with their 95% intervals over items, a row each; where there is none, why."""
    names = [name for name in frame if name in {"judge", "other_judge"}]
    heads = (*(Column(name=name.replace("_", " ")) for name in names), Column(name="quantity"))
    tail = (Column(name="items", numeric=True), Column(name="trials", numeric=True), Column(name="note", wide=True))
    rows = tuple(
        (
            *(Cell(text=str(row[name])) for name in names),
            Cell(text=QUANTITIES[row["metric"]][0], title=QUANTITIES[row["metric"]][1]),
            estimate(row),
            Cell(text=str(row["n_items"])),
            Cell(text=str(row["n_trials"])),
            Cell(text=_note(row), tone="quiet"),
        )
        for _, row in frame.iterrows()
    )
    return Table(caption=caption, columns=(*heads, Column(name="value (95%)", numeric=True), *tail), rows=rows)


def _note(row: pd.Series) -> str:
    if isinstance(row["reason"], str):
        return row["reason"]
    return "Wilson over items: the draws do not vary" if row["interval"] == "Wilson over items" else ""


def runs_to_read_table(findings: RubricFindings) -> Table:
    """The runs that people should read, with why each was picked; a pointer over the stratum tells what it means."""
    frame = findings.to_read
    head = (Column(name="run"), Column(name="why"), Column(name="agent"), Column(name="item"), Column(name="passed"))
    tail = (
        Column(name="rubric", numeric=True, title="mean over its valid judges, in parts of the maximum"),
        Column(name="SD of judges", numeric=True),
    )
    rows = tuple(
        (
            Cell(text=str(row["replicate"]), title=str(row["trial"])),
            Cell(text=str(row["stratum"]), title=STRATA[row["stratum"]]),
            Cell(text=str(row["agent"])),
            Cell(text=str(row["item"])),
            Cell(text="yes" if row["passed"] else "no"),
            number(_known(row, "rubric"), digits=2, reason="no judge has scored it"),
            number(_known(row, "judge_sd"), digits=2, reason="fewer than two judges have scored it"),
        )
        for _, row in frame.iterrows()
    )
    return Table(caption=f"{len(rows)} runs to read, an equal share of each kind", columns=(*head, *tail), rows=rows)


def regrading_table(findings: RubricFindings) -> Table | Note:
    """The recorded runs that our graders judge otherwise, with the reason; a sentence where nothing was regraded."""
    runs = findings.regraded
    if not runs:
        return Note("No recorded runs were graded again: that needs `results` and the folder of their `evals`.")
    agree = sum(run.agrees for run in runs)
    caption = f"{agree} of {len(runs)} recorded verdicts reached again from the answers; those that are not:"
    return frame_table(disagreements(runs), caption=caption)


def _known(row: Mapping[str, float] | pd.Series, name: str) -> float | None:
    return None if pd.isna(row[name]) else float(row[name])
