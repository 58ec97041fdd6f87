"""Recorded runs graded again from their answers, and every disagreement with the recorded verdict explained."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
from pydantic import JsonValue

from counterproof.domain.record import Record
from counterproof.evaluators.graders.blocks import read_block
from counterproof.evaluators.graders.registry import Grader, grade
from counterproof.evaluators.graders.verdict import Verdict

COLUMNS = ("item", "agent", "replicate", "recorded", "ours", "why")


class Regraded(Record):
    """One recorded run: the verdict that stands in its log, and ours on the same answer.

    `recorded_fields` are the parts that the log says passed, by name.
    """

    item: str
    agent: str
    replicate: str
    answer: JsonValue
    recorded: bool
    recorded_fields: dict[str, bool]
    ours: Verdict

    @property
    def agrees(self) -> bool:
        """Whether both say pass, or both say fail."""
        return self.recorded == self.ours.passed


def read_evals(folder: Path) -> dict[str, Grader]:
    """The grader of every eval in a folder of eval files, by the eval's id."""
    graders = {}
    for path in sorted(folder.glob("*.json")):
        said = json.loads(path.read_bytes())
        if isinstance(said, dict) and "grader" in said:
            graders[str(said["id"])] = read_block(said["grader"], file=path.name)
    return graders


def regrade(results: Path, *, graders: Mapping[str, Grader]) -> tuple[Regraded, ...]:
    """Every run of a results file that ended with a verdict, graded again from its recorded answer.

    Raises
    ------
    ValueError
        If a run belongs to an eval without a grader here.
    """
    lines = [line for line in results.read_bytes().split(b"\n") if line.strip()]
    return tuple(_regraded(json.loads(line), graders) for line in lines)


def agreement(runs: Sequence[Regraded]) -> float:
    """Share of runs whose verdict is the recorded one, in [0, 1]."""
    if not runs:
        msg = "agreement needs at least one run, got 0: check the results file"
        raise ValueError(msg)
    return sum(run.agrees for run in runs) / len(runs)


def disagreements(runs: Sequence[Regraded]) -> pd.DataFrame:
    """One row for each run graded differently, with the parts that differ and why."""
    rows = [
        (run.item, run.agent, run.replicate, run.recorded, run.ours.passed, _why(run)) for run in runs if not run.agrees
    ]
    return pd.DataFrame(rows, columns=list(COLUMNS))


def _regraded(run: dict[str, Any], graders: Mapping[str, Grader]) -> Regraded:
    item = str(run["item"])
    if item not in graders:
        msg = f"no grader for {item!r}: read the evals that hold it"
        raise ValueError(msg)
    result = run["result"]["result"]
    answer = result["agent_answer"]
    fields = (result.get("grader_result") or {}).get("field_scores") or {}
    return Regraded(
        item=item,
        agent=f"{run['harness']} {run['model']}",
        replicate=str(run["replicate"]),
        answer=answer,
        recorded=bool(result["passed"]),
        recorded_fields={name: score == 1 for name, score in fields.items()},
        ours=grade(answer, grader=graders[item]),
    )


def _why(run: Regraded) -> str:
    """The parts that we judge otherwise, with our reason; the recorded verdict may also differ as a whole only."""
    parts = [
        f"{part.name}: {part.reason}"
        for part in run.ours.components
        if run.recorded_fields.get(part.name, part.passed) != part.passed
    ]
    return "; ".join(parts) or f"every part agrees, the whole does not: {run.ours.reason or 'every part passes'}"
