"""Evals of scBench and SpatialBench: one JSON file each with `id`, `task`, `data_node` and the eval's own `grader`."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from counterproof.benchmarks.loading import Loaded, Row, RowNote, item_id, loaded
from counterproof.benchmarks.option_lines import split_options
from counterproof.domain.problem import InputError, Problem

MANIFEST = "manifest.json"
CHOICE = "multiple_choice"


def load_latch(path: Path, *, data: Path | None = None) -> Loaded:
    """Every eval of a file, or of all JSON files below a folder, as an item with the eval's grader block.

    Manifests list evals and hold none: they are passed over. Of a multiple-choice task the options are taken out of the
    text, so that a prompt does not hold them twice. Vocabularies stand in the task or the grader block, as written.

    Parameters
    ----------
    data
        Folder of the evals' data files, where a file has the eval's id as its name.

    Raises
    ------
    InputError
        If there is no such file.
    """
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
    if not files:
        fix = "give the folder that holds the evals"
        raise InputError([Problem(file=str(path), wrong="holds no .json file", fix=fix)])
    root = path if path.is_dir() else path.parent
    rows = (_row(file, name=file.relative_to(root).as_posix(), data=data) for file in files if file.name != MANIFEST)
    return loaded(row for some in rows for row in some)


def _row(file: Path, *, name: str, data: Path | None) -> Iterator[Row | RowNote]:
    try:
        said = json.loads(file.read_bytes())
    except ValueError as error:
        yield RowNote(file=name, row="", reason=f"is no JSON: {error}")
        return
    needed = ("id", "task", "grader")
    missing = [each for each in needed if not (isinstance(said, dict) and said.get(each))]
    if missing:
        yield RowNote(file=name, row="", reason=f"is no eval: it has no {', '.join(missing)}")
        return
    if not isinstance(said["grader"], dict):
        yield RowNote(file=name, row=str(said["id"]), reason="its grader is no block")
        return
    yield Row(name, str(said["id"]), _fields(said, data=data))


def _fields(said: dict[str, Any], *, data: Path | None) -> dict[str, Any]:
    task, grader, nodes = str(said["task"]).strip(), said["grader"], said.get("data_node") or ()
    fields: dict[str, Any] = {
        "id": item_id(str(said["id"])),
        "benchmark": "latch",
        "source_id": str(said["id"]),
        "question": task,
        "grader": grader,
        "files": tuple(map(str, nodes if isinstance(nodes, list) else [nodes])),
        "canary": str(said.get("canary") or ""),
    }
    local = data / f"{said['id']}.h5ad" if data else None
    if local is not None and local.is_file():
        fields["data"] = {"source": str(local)}
    if grader.get("type") == CHOICE:
        split = split_options(task)
        letter = str((grader.get("config") or {}).get("correct_answer") or "").strip().upper()
        if split.question and letter in split.options:
            fields |= {"question": split.question, "options": split.options, "key": letter}
    return fields
