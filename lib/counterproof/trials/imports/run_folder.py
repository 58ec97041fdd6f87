"""One run's folder in the layout of latch's tools: its log, its answer, and what its runner recorded."""

import hashlib
import json
from pathlib import Path
from typing import Any, NamedTuple

from counterproof.domain.trajectory import Trajectory
from counterproof.trajectories import parse
from counterproof.trajectories.fields import mapping, number, string
from counterproof.trials.imports.naming import Names

LOGS = ("trajectory.json", "harness_outputs.jsonl")
ANSWER, RESULT = "eval_answer.json", "result.json"
FILES = (*LOGS, ANSWER, RESULT)
NO_LOG = Trajectory(format="none", ending="empty")


class Ran(NamedTuple):
    """What the files of a run hold. `told` is how the runner calls it."""

    trajectory: Trajectory
    answer: bytes | None
    told: Names
    seconds: float | None
    timed_out: bool
    passed: bool | None
    sha256: str


def is_run(names: set[str]) -> bool:
    """Whether a folder with files of these names holds a run."""
    return not names.isdisjoint(FILES)


def read_run(folder: Path) -> Ran:
    """The run in a folder.

    Raises
    ------
    InputError
        If its log is of no known tool.
    ValueError
        If what its runner recorded is no JSON object.
    """
    there = [folder / name for name in FILES if (folder / name).is_file() and not (folder / name).is_symlink()]
    logs = [path for path in there if path.name in LOGS]
    record = _record(folder / RESULT) if folder / RESULT in there else {}
    result = mapping(record.get("result"))
    about = mapping(result.get("metadata"))
    trajectory = parse(logs[0]) if logs else NO_LOG
    timings = (number(about.get("duration_s")), number(record.get("agent_runtime_seconds")), trajectory.totals.seconds)
    return Ran(
        trajectory=trajectory,
        answer=(folder / ANSWER).read_bytes() if folder / ANSWER in there else None,
        told=Names(
            item=string(record.get("task")) or None,
            model=string(record.get("model_name")) or None,
            harness=string(record.get("harness")) or None,
            replicate=str(record["trial_index"]) if isinstance(record.get("trial_index"), int) else None,
        ),
        seconds=next((seconds for seconds in timings if seconds is not None), None),
        timed_out=about.get("timed_out") is True,
        passed=result["passed"] if isinstance(result.get("passed"), bool) else None,
        sha256=digest_of_files(there),
    )


def digest_of_files(paths: list[Path]) -> str:
    """Hex SHA-256 of files' names and bytes."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            digest.update(f"{path.name}\0{hashlib.file_digest(file, 'sha256').hexdigest()}\0".encode())
    return digest.hexdigest()


def _record(path: Path) -> dict[str, Any]:
    try:
        record = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        msg = f"{path.name} is no JSON: {error}"
        raise ValueError(msg) from error
    if not isinstance(record, dict):
        msg = f"{path.name} is no JSON object"
        raise ValueError(msg)  # noqa: TRY004, a fault of the file, told like the others
    return record
