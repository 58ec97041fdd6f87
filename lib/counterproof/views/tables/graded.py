"""Runs on an item without a registration: what each answered, and what the item's own grader or key gives it."""

from collections.abc import Hashable, Mapping, Sequence

import pandas as pd

from counterproof.domain.trial import Trial
from counterproof.store.digest import digest_of
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.tables.table import DASH, Cell, Column, Table, verdict


def graded_table(trials: Sequence[Trial], scores: pd.DataFrame, *, links: Mapping[str, str] | None = None) -> Table:
    """A row a trial; `scores` as `own_verdicts` gives them, `links` are where an agent's trials are shown."""
    said = {row["digest"]: row for row in scores.to_dict("records")}
    passed = sum(row["score"] == 1 for row in said.values())
    rows = tuple(
        (
            Cell(text=trial.key.agent, href=(links or {}).get(trial.key.agent, "")),
            Cell(text=VARIANT_LABELS[trial.key.variant]),
            Cell(text=str(trial.key.replicate)),
            _score(said[digest_of(trial.key)[:16]]),
            _recorded(trial),
            _answer(trial),
        )
        for trial in trials
    )
    columns = (
        Column(name="agent"),
        Column(name="data"),
        Column(name="replicate", numeric=True),
        Column(name="grader", title="the verdict of the item's own grader, or of its key, as we read it"),
        Column(name="as recorded", title="the verdict of the grader that ran there"),
        Column(name="answer", wide=True),
    )
    caption = f"{passed} of {len(trials)} trials pass by the item's own grader; an agent's name leads to its steps"
    return Table(caption=caption, columns=columns, rows=rows)


def _score(row: Mapping[Hashable, object]) -> Cell:
    why = str(row["reason"] or "")
    if row["status"] != "scored":
        return Cell(text="not scored", title=why, tone="quiet")
    return verdict(passed=row["score"] == 1, yes="passed", no="failed", why=why)


def _recorded(trial: Trial) -> Cell:
    passed = trial.imported.passed if trial.imported else None
    if passed is None:
        return Cell(text=DASH, title="no verdict was recorded", tone="quiet")
    return Cell(text="passed" if passed else "failed")


def _answer(trial: Trial) -> Cell:
    answer = trial.answer
    if answer is None or not answer.given:
        return Cell(text=trial.outcome.replace("_", " "), title=trial.reason or "", tone="bad")
    return Cell(text=" ".join(answer.given))
