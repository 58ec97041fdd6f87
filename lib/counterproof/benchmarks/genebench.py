"""GeneBench: problems of a prompt, data files and a grader, listed by a manifest.

ASSUMED, since no description of the released files is at hand: `manifest.json` is a list of problems, or holds one
under `problems` (or `evals`); a problem has an `id`, a `prompt` (the text, or the path of a text file), `data` (paths)
and a `grader` (a block, or the path of a JSON file). Without a manifest every folder with `prompt.md` or `prompt.txt`
and `grader.json` is a problem, and all its other files are its data. Grader blocks are those that `read_block` knows.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from counterproof.benchmarks.loading import Loaded, Row, RowNote, item_id, loaded
from counterproof.domain.problem import InputError, Problem

MANIFEST = "manifest.json"
LISTS = ("problems", "evals", "items")
PROMPTS = ("prompt.md", "prompt.txt")
GRADER = "grader.json"


def load_genebench(path: Path, *, data: Path | None = None) -> Loaded:  # noqa: ARG001, the data lie beside the prompts
    """Every problem of a folder as an item with its grader; files that are not there are told.

    Raises
    ------
    InputError
        If the folder has neither a manifest nor a problem.
    """
    folder = path.parent if path.name == MANIFEST else path
    manifest = folder / MANIFEST
    if manifest.is_file():
        return loaded(_listed(manifest))
    prompts = sorted(each for name in PROMPTS for each in folder.rglob(name))
    if not prompts:
        fix = f"give the folder that holds {MANIFEST}, or folders with {PROMPTS[0]} and {GRADER}"
        raise InputError([Problem(file=str(path), wrong="holds no problem of GeneBench", fix=fix)])
    return loaded(_of_folder(prompt, root=folder) for prompt in prompts)


def _listed(manifest: Path) -> Iterator[Row | RowNote]:
    try:
        said = json.loads(manifest.read_bytes())
    except ValueError as error:
        raise InputError([Problem(file=MANIFEST, wrong=f"is no JSON: {error}")]) from None
    entries = said if isinstance(said, list) else next((said[name] for name in LISTS if name in said), None)
    if not isinstance(entries, list):
        raise InputError([Problem(file=MANIFEST, wrong=f"holds no list of problems, nor one under {', '.join(LISTS)}")])
    for number, entry in enumerate(entries, 1):
        place = f"problem {number}"
        if not isinstance(entry, dict) or not all(entry.get(name) for name in ("id", "prompt", "grader")):
            yield RowNote(file=MANIFEST, row=place, reason="has no id, prompt or grader")
            continue
        yield _problem(entry, folder=manifest.parent, place=f"{place} ({entry['id']})")


def _problem(entry: dict[str, Any], *, folder: Path, place: str) -> Row | RowNote:
    prompt, grader, data = entry["prompt"], entry["grader"], entry.get("data") or []
    names = [str(name) for name in (data if isinstance(data, list) else [data])]
    file = _file(folder, prompt)
    text = str(prompt) if file is None else _text(file)
    if text is None:
        return RowNote(file=MANIFEST, row=place, reason="its prompt is not UTF-8 text")
    if isinstance(grader, str):
        block = _file(folder, grader)
        grader = None if block is None else _json(block)
    if not isinstance(grader, dict):
        return RowNote(file=MANIFEST, row=place, reason="its grader is no block, nor the path of a JSON file here")
    gone = [name for name in names if _file(folder, name) is None]
    irregular = (f"data files are not there: {', '.join(gone)}",) if gone else ()
    return Row(MANIFEST, place, _fields(str(entry["id"]), prompt=text, grader=grader, names=names), irregular)


def _of_folder(prompt: Path, *, root: Path) -> Row | RowNote:
    folder = prompt.parent
    name = folder.relative_to(root).as_posix()
    grader = _json(folder / GRADER) if (folder / GRADER).is_file() else None
    if not isinstance(grader, dict):
        return RowNote(file=f"{name}/{prompt.name}", row="", reason=f"has no {GRADER} with a grader block beside it")
    text = _text(prompt)
    if text is None:
        return RowNote(file=f"{name}/{prompt.name}", row="", reason="is not UTF-8 text")
    data = [each for each in sorted(folder.iterdir()) if each.is_file() and each.name not in {*PROMPTS, GRADER}]
    fields = _fields(
        folder.name,
        prompt=text,
        grader=grader,
        names=[each.relative_to(root).as_posix() for each in data],
    )
    return Row(f"{name}/{prompt.name}", "", fields)


def _fields(name: str, *, prompt: str, grader: dict[str, Any], names: list[str]) -> dict[str, Any]:
    return {
        "id": item_id(name),
        "benchmark": "genebench",
        "source_id": name,
        "question": prompt.strip(),
        "grader": grader,
        "files": tuple(names),
    }


def _file(folder: Path, name: object) -> Path | None:
    # A prompt may be the text itself, which can be longer than any name of a file.
    if not isinstance(name, str) or len(name) > 255 or "\n" in name:
        return None
    path = (folder / name).resolve()
    return path if path.is_relative_to(folder.resolve()) and path.is_file() else None


def _text(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except ValueError:
        return None
