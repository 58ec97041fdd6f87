"""Tables of endpoints and of what rubric scores tell, in words."""

from collections.abc import Mapping, Sequence

import pandas as pd

from counterproof.audit.rubrics.findings import RubricFindings
from counterproof.audit.rubrics.sample import STRATA
from counterproof.evaluators.graders.regrade import disagreements
from counterproof.evaluators.rubric.judge import RubricSummary
from counterproof.views.note import Note
from counterproof.views.tables.frame import frame_table
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
    """Each agent's pass rate, and on how many items any, most and all of its replicates passed."""
    frame = findings.endpoints
    columns = (
        Column(name="agent"),
        Column(name="passed", numeric=True, title="runs that passed, of runs that count"),
        Column(name="rate (Wilson)", numeric=True, title="describes these runs: it treats replicates as independent"),
        Column(
            name="over items", numeric=True, title="95% interval with items drawn again: for other items like these"
        ),
        *(
            Column(name=f"by {name}", numeric=True, title=f"items that {name} of the replicates passed")
            for name in ITEMS
        ),
        Column(name="left out", numeric=True, title="runs that the machinery spoilt, in no number"),
    )
    rows = tuple(_endpoint(row) for _, row in frame.iterrows())
    caption = "Endpoints by agent, 95% intervals"
    weak = len(frame) and bool(frame["unreliable"].any())
    return Table(
        caption=f"{caption} (* fewer than 10 items: unreliable)" if weak else caption, columns=columns, rows=rows
    )


def costs_table(findings: RubricFindings) -> Table:
    """What a run of each agent took, where its harness logs it; else an en dash."""
    columns = (
        Column(name="agent"),
        *(Column(name=name, numeric=True, title=about) for name, about, _ in USED.values()),
    )
    rows = tuple(
        (Cell(text=str(row["agent"])), *(_mean(row, name, digits=digits) for name, (_, _, digits) in USED.items()))
        for _, row in findings.endpoints.iterrows()
    )
    return Table(caption="What a run took: means of the runs that log it", columns=columns, rows=rows)


ITEMS = ("any", "majority", "all")


def _endpoint(row: pd.Series) -> tuple[Cell, ...]:
    return (
        Cell(text=str(row["agent"])),
        Cell(text=f"{row['n_passed']}/{row['n_trials']}", sort=str(row["n_passed"])),
        _rate(row),
        _interval(row),
        *(Cell(text=f"{row[name]}/{row['n_items']}", sort=str(row[name])) for name in ITEMS),
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
    notes = [_note(row) for _, row in frame.iterrows()]
    heads = (Column(name="quantity"), Column(name="value (95%)", numeric=True))
    counts = (Column(name="items", numeric=True), Column(name="trials", numeric=True))
    tail = (Column(name="note", wide=True),) if any(notes) else ()
    rows = tuple(
        (
            Cell(text=QUANTITIES[row["metric"]][0], title=QUANTITIES[row["metric"]][1]),
            _value(row),
            Cell(text=str(row["n_items"])),
            Cell(text=str(row["n_trials"])),
            *((Cell(text=note, tone="quiet"),) if tail else ()),
        )
        for note, (_, row) in zip(notes, frame.iterrows(), strict=True)
    )
    return Table(caption=caption, columns=(*heads, *counts, *tail), rows=rows)


def pairs_table(findings: RubricFindings) -> Table:
    """Each two judges over the trials that both scored: their correlation and mean absolute difference."""
    columns = (
        Column(name="judges"),
        Column(name="correlation (95%)", numeric=True, title="Pearson"),
        Column(name="difference (95%)", numeric=True, title="mean absolute difference, in parts of the maximum"),
        Column(name="trials", numeric=True, title="scored by both"),
    )
    rows = []
    for (one, two), part in findings.pairs.groupby(["judge", "other_judge"], sort=False):
        by_metric = {row["metric"]: row for _, row in part.iterrows()}
        values = [_value(by_metric[name]) for name in ("correlation", "difference")]
        rows.append((Cell(text=f"{one}, {two}"), *values, Cell(text=str(part["n_trials"].iloc[0]))))
    return Table(caption="Each two judges, 95% intervals over items", columns=columns, rows=tuple(rows))


def _value(row: pd.Series) -> Cell:
    """A value with three digits and its interval: rubric judges agree too closely for two."""
    if pd.isna(row["value"]):
        return number(None, reason=str(row["reason"]))
    interval = f" ({row['low']:.3f}, {row['high']:.3f})" if pd.notna(row["low"]) else ""
    text = f"{row['value']:.3f}{interval}{'*' if row['unreliable'] else ''}".replace("-", "\N{MINUS SIGN}")
    return Cell(text=text, title=f"{row['n_items']} items, {row['n_trials']} trials", sort=f"{float(row['value'])!r}")


def _note(row: pd.Series) -> str:
    if isinstance(row["reason"], str):
        return row["reason"]
    weak = "fewer than 10 items: unreliable" if row["unreliable"] else ""
    return "Wilson over items: the draws do not vary" if row["interval"] == "Wilson over items" else weak


def runs_to_read_table(findings: RubricFindings) -> Table:
    """The runs that people should read, with why each was picked; a pointer over the stratum tells what it means."""
    frame = findings.to_read
    head = (Column(name="run"), Column(name="replicate"), Column(name="why"), Column(name="passed"))
    tail = (
        Column(name="rubric", numeric=True, title="mean over its valid judges, in parts of the maximum"),
        Column(name="SD of judges", numeric=True),
    )
    rows = tuple(
        (
            Cell(text=f"{row['agent']}, {row['item']}", title=str(row["trial"])),
            Cell(text=str(row["replicate"])),
            Cell(text=str(row["stratum"]), title=STRATA[row["stratum"]]),
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
    told = f"{sum(run.agrees for run in runs)} of {len(runs)} recorded verdicts are reached again from the answers"
    table = disagreements(runs)
    if table.empty:
        return Note(f"{told}: there is no disagreement to explain.", quiet=False)
    return frame_table(table, caption=f"{told}; those that are not")


def _known(row: Mapping[str, float] | pd.Series, name: str) -> float | None:
    return None if pd.isna(row[name]) else float(row[name])
