"""A judge's points on every criterion of a trial as one score in [0, 1], or the reason why there is none."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from counterproof.domain.problem import InputError, Problem
from counterproof.evaluators.rubric.plain_table import missing_columns, numbers, read_frame, repeated
from counterproof.evaluators.rubric.rubric import Rubric

COLUMNS = ("trial", "judge", "points", "maximum", "score", "status", "reason")
VALID = frozenset({"ok", "scored"})
"""Statuses of a reply that counts; with any other the judge's score of that trial is excluded, and counted."""
SLACK = 1e-9
NO_REPLY = "missing"


def read_points(path: Path) -> pd.DataFrame:
    """The points of a `.csv` or `.parquet` table.

    It has either a row for each criterion (trial, judge, criterion, points, and if there are no rubrics to tell it,
    `maximum`), or a row for each judge and trial with a `score` in [0, 1] (trial, judge, score). `status` is `ok` or
    `scored` for a reply that counts; where there is no such column, a row with a number counts.

    Raises
    ------
    InputError
        If the table is neither, with every problem of it. A number that is not on the scale is the judge's fault, not
        the table's: that reply is invalid.
    """
    table, file = read_frame(path), path.name
    whole = "score" in table and "points" not in table
    needed = ("trial", "judge", "score") if whole else ("trial", "judge", "criterion", "points")
    problems = missing_columns(table, needed, file=file)
    if problems:
        raise InputError(problems)
    given, wrong = numbers(table["score" if whole else "points"], file=file)
    key = ["trial", "judge"] if whole else ["trial", "judge", "criterion"]
    problems = [*wrong, *repeated(table, key, file=file)]
    maximum = pd.Series(1.0 if whole else np.nan, index=table.index)
    if not whole and "maximum" in table:
        maximum, wrong = numbers(table["maximum"], file=file, low=0)
        problems += wrong
    if problems:
        raise InputError(problems)
    told = given.notna().map({True: "ok", False: NO_REPLY})
    return pd.DataFrame(
        {
            "trial": table["trial"].astype(str),
            "judge": table["judge"].astype(str),
            "criterion": "whole" if whole else table["criterion"].astype(str),
            "points": given,
            "maximum": maximum,
            "status": table["status"].fillna(told).astype(str) if "status" in table else told,
        }
    )


def rubric_scores(points: pd.DataFrame, *, rubrics: Mapping[str, Rubric] | None = None) -> pd.DataFrame:
    """One row for each trial and judge of a points table: points, maximum, score, status, reason.

    A score is the sum of the points over the rubric's maximum. It counts when every criterion has one valid number
    between 0 and what the criterion gives; else the status tells why not (`out_of_scale`, `incomplete`, or the reply's
    own) and points and score are nan. Nothing is clamped or filled in.

    Parameters
    ----------
    points
        trial, judge, criterion, points, status; and `maximum` for criteria that no rubric tells of.
    rubrics
        The rubric of each trial, by the trial's name.
    """
    rules = rubrics or {}
    most = {(trial, part.id): part.points for trial, rubric in rules.items() for part in rubric.parts}
    ruled = points["trial"].isin(list(rules)).to_numpy(dtype=bool)
    own = pd.Series([most.get(pair, np.nan) for pair in zip(points["trial"], points["criterion"], strict=True)])
    limit = np.where(ruled, own, points["maximum"])
    fine = points["status"].isin(VALID) & (points["points"] >= 0) & (points["points"] <= limit + SLACK)
    rows = points.assign(limit=limit, fine=fine).groupby(["trial", "judge"], sort=False)
    replies = rows.agg(points=("points", "sum"), own=("limit", "sum"), n=("fine", "size"), fine=("fine", "all"))
    replies = replies.reset_index()
    told = replies["trial"].map({trial: rubric.maximum for trial, rubric in rules.items()})
    asked = replies["trial"].map({trial: len(rubric.parts) for trial, rubric in rules.items()})
    maximum = told.fillna(replies["own"]).to_numpy(dtype=np.float64)
    counts = (replies["fine"] & (asked.isna() | (asked == replies["n"]))).to_numpy() & (maximum > 0)
    given = np.where(counts, replies["points"], np.nan)
    faults = {
        place: _fault(rows.get_group(tuple(replies.loc[place, ["trial", "judge"]])), rules)
        for place in np.flatnonzero(~counts).tolist()
    }
    return pd.DataFrame(
        {
            "trial": replies["trial"],
            "judge": replies["judge"],
            "points": given,
            "maximum": maximum,
            "score": np.minimum(1.0, given / np.where(counts, maximum, 1)),
            "status": [faults[place][0] if place in faults else "scored" for place in range(len(replies))],
            "reason": [faults[place][1] if place in faults else None for place in range(len(replies))],
        },
        columns=list(COLUMNS),
    )


def reply_counts(scores: pd.DataFrame, *, trials: Sequence[str]) -> pd.DataFrame:
    """How many scores each judge owed, how many count, and how the others ended: judge, expected, status, n.

    Every judge is expected to score each of `trials`; a trial without any row of a judge is `missing`.
    """
    own = scores[scores["trial"].isin(list(trials))]
    rows: list[dict[str, Any]] = []
    for judge in dict.fromkeys(scores["judge"]):
        ended = own.loc[own["judge"] == judge, "status"].map(lambda status: "valid" if status in VALID else status)
        counts = ended.value_counts().to_dict()
        counts[NO_REPLY] = counts.get(NO_REPLY, 0) + len(trials) - len(ended)
        rows += [
            {"judge": judge, "expected": len(trials), "status": status, "n": n} for status, n in counts.items() if n
        ]
    return pd.DataFrame(rows, columns=["judge", "expected", "status", "n"])


def missing_maxima(points: pd.DataFrame, *, rubrics: Mapping[str, Rubric], file: str) -> list[Problem]:
    """A problem for each criterion of which neither a rubric nor the table says what it gives at most."""
    known = points["trial"].isin(list(rubrics)) | points["maximum"].notna()
    names = sorted(set(points.loc[~known, "criterion"]))
    fix = "add a column `maximum`, or give the rubrics"
    return [Problem(file=file, wrong="a criterion without a maximum", seen=name, fix=fix) for name in names]


def _fault(reply: pd.DataFrame, rules: Mapping[str, Rubric]) -> tuple[str, str]:
    """The status of a reply that does not count, and why."""
    ended = sorted(set(reply["status"]) - VALID)
    if ended:
        return ended[0], f"the reply ended as {', '.join(ended)}"
    rubric = rules.get(str(reply["trial"].iloc[0]))
    asked = {part.id for part in rubric.parts} if rubric else set(reply["criterion"])
    absent = sorted(asked - set(reply.loc[reply["points"].notna(), "criterion"]))
    unknown = sorted(set(reply["criterion"]) - asked)
    if absent or unknown:
        told = [f"no points for {', '.join(absent)}"] if absent else []
        told += [f"points for {', '.join(unknown)}, which the rubric lacks"] if unknown else []
        return "incomplete", "; ".join(told)
    if not reply["limit"].sum() > 0 or reply["limit"].isna().any():
        return "incomplete", "the rubric's maximum is not known, or 0"
    first = reply[~reply["fine"]].iloc[0]
    return "out_of_scale", f"{first['points']:g} points for {first['criterion']}, of {first['limit']:g}"
