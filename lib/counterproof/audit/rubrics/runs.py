"""Runs with their endpoint verdict, from a results file, a table, or a study's own trials."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from counterproof.audit.review import family_of, model_family, model_of
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.trial import Trial
from counterproof.evaluators.rubric.plain_table import missing_columns, numbers, read_frame, repeated
from counterproof.evaluators.scores import gives, is_excluded
from counterproof.store.digest import digest_of

DTYPES = {
    "trial": "object",
    "item": "object",
    "agent": "object",
    "model": "object",
    "family": "object",
    "replicate": "object",
    "passed": "bool",
    "score": "float64",
    "excluded": "bool",
    "cost_usd": "float64",
    "turns": "float64",
    "tokens": "float64",
    "seconds": "float64",
}
"""The columns of a runs table, a row a run: `score` is the endpoint score in [0, 1], `excluded` marks a run that the
machinery spoilt. Cost, turns, tokens and wall time are nan where the harness did not log them. `turns` is the harness's
own count: it compares within a harness only."""

NEEDED = ("trial", "item", "agent", "passed")


def read_runs(path: Path) -> pd.DataFrame:
    """The runs of a results file: latch's `.jsonl`, or a `.csv` or `.parquet` table with columns of `DTYPES`.

    A table needs trial, item, agent and passed. Where it has no `score`, that is 1 or 0 for passed; where it has no
    `model`, that is the agent; `replicate` numbers the runs of an agent on an item in their order.

    Raises
    ------
    InputError
        If the file cannot be read as such, with every problem of it.
    """
    if not path.is_file():
        raise InputError([Problem(file=path.name, wrong="no such file", fix="give the path of a results file")])
    if path.suffix == ".jsonl":
        return framed_runs([_recorded(run) for run in _lines(path)])
    return _from_table(read_frame(path), file=path.name)


def study_runs(table: pd.DataFrame, trials: Sequence[Trial], *, models: Mapping[str, str]) -> pd.DataFrame:
    """The runs of a study's standard trials on the original data: passed means that the choice is the key.

    Parameters
    ----------
    table
        The trial table; `trials` are the records that it was made from.
    models
        The model of each agent that is a program (`review.models_of`).
    """
    own = table[(table["variant"] == "original") & (table["arm"] == "standard")]
    records = {digest_of(trial.key)[:16]: trial for trial in trials}
    passed, excluded = gives(own, "key"), is_excluded(own).to_numpy(dtype=bool)
    rows = [
        {
            "trial": row["digest"],
            "item": row["item"],
            "agent": row["agent"],
            "model": model_of(records[row["digest"]], models) or row["agent"],
            "replicate": str(row["replicate"]),
            "passed": bool(passed[place]),
            "score": float(passed[place]),
            "excluded": bool(excluded[place]),
            "family": model_family(records[row["digest"]], models),
            **_used(records[row["digest"]]),
        }
        for place, row in enumerate(own.to_dict("records"))
    ]
    return framed_runs(rows)


def framed_runs(rows: Sequence[dict[str, Any]]) -> pd.DataFrame:
    """Rows as a runs table; what a row lacks is unknown, and `family` follows from `model`."""
    known = [{"family": family_of(str(row["model"])), "excluded": False, **row} for row in rows]
    return pd.DataFrame(known, columns=list(DTYPES)).astype(DTYPES)


def _lines(path: Path) -> list[dict[str, Any]]:
    runs, problems = [], []
    for number, line in enumerate(path.read_bytes().split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            run = json.loads(line)
            missing = [name for name in ("item", "model", "harness", "replicate", "result") if name not in run]
            wrong = f"lacks {', '.join(missing)}" if missing else ""
        except (ValueError, TypeError) as error:
            wrong = f"is no JSON object: {error}"
        if wrong:
            problems.append(Problem(file=path.name, place=f"line {number}", wrong=wrong))
        else:
            runs.append(run)
    if problems:
        raise InputError(problems)
    return runs


def _recorded(run: dict[str, Any]) -> dict[str, Any]:
    """One run of a latch results file; a run without a verdict did not pass."""
    outer = run["result"]
    inner = outer.get("result") or {}
    told, graded = inner.get("metadata") or {}, inner.get("grader_result") or {}
    passed = bool(inner.get("passed"))
    name = f"{run['model']} / {run['harness']}"
    return {
        "trial": f"{run['item']} / {name} / {run['replicate']}",
        "item": str(run["item"]),
        "agent": name,
        "model": str(run["model"]),
        "replicate": str(run["replicate"]),
        "passed": passed,
        "score": float(graded.get("score", passed)),
        "cost_usd": told.get("total_cost"),
        "turns": told.get("n_turns", told.get("n_steps")),
        "tokens": _tokens(told.get("usage")),
        "seconds": outer.get("agent_runtime_seconds"),
    }


def _tokens(usage: dict[str, Any] | None) -> int | None:
    """All tokens in and out; Claude Code counts what a cache took apart, Codex within the input."""
    if not usage:
        return None
    names = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")
    return sum(int(usage[name]) for name in names if isinstance(usage.get(name), int))


def _used(trial: Trial) -> dict[str, Any]:
    totals = trial.trajectory.totals
    counted = (totals.input_tokens, totals.cached_input_tokens, totals.cache_write_tokens, totals.output_tokens)
    known = [count for count in counted if count is not None]
    return {
        "cost_usd": totals.cost_usd,
        "turns": totals.turns,
        "tokens": sum(known) if known else None,
        "seconds": trial.seconds,
    }


def _from_table(table: pd.DataFrame, *, file: str) -> pd.DataFrame:
    problems = missing_columns(table, NEEDED, file=file)
    if problems:
        raise InputError(problems)
    passed, wrong = _truths(table["passed"], file=file)
    problems += [*wrong, *repeated(table, ["trial"], file=file)]
    columns: dict[str, Any] = {name: table[name] for name in ("model", "family", "replicate") if name in table}
    for name in ("score", "cost_usd", "turns", "tokens", "seconds"):
        if name in table:
            columns[name], wrong = numbers(table[name], file=file, low=0, high=1 if name == "score" else None)
            problems += wrong
    if "excluded" in table:
        columns["excluded"], wrong = _truths(table["excluded"], file=file)
        problems += wrong
    if problems:
        raise InputError(problems)
    made = {"model": table["agent"], "score": passed.astype(float), "excluded": False}
    made["replicate"] = table.groupby(["item", "agent"]).cumcount().astype(str)
    runs = table[["trial", "item", "agent"]].astype(str).assign(passed=passed, **{**made, **columns})
    if "family" not in runs:
        runs["family"] = [family_of(str(name)) for name in runs["model"]]
    return runs.reindex(columns=list(DTYPES)).astype(DTYPES).reset_index(drop=True)


def _truths(column: pd.Series, *, file: str) -> tuple[pd.Series, list[Problem]]:
    words = {"true": True, "1": True, "1.0": True, "false": False, "0": False, "0.0": False}
    read = column.map(lambda value: words.get(str(value).strip().lower()))
    fix = "write true or false in every row"
    problems = [
        Problem(file=file, place=f"row {place + 1}, {column.name}", wrong="is no verdict", seen=str(value), fix=fix)
        for place, value in enumerate(column)
        if str(value).strip().lower() not in words
    ]
    return (read if problems else read.astype(bool)), problems
