"""LAB-Bench's multiple-choice sets (DbQA, LitQA2, SeqQA and others of their form) as items to choose an option of."""

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from counterproof.benchmarks.json_lines import json_lines
from counterproof.benchmarks.loading import Loaded, Row, RowNote, item_id, loaded
from counterproof.domain.problem import InputError, Problem

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NEEDED = ("id", "question", "ideal", "distractors")
FIGURES = ("figure-path", "figures", "table-path", "tables", "protocol")


def load_labbench(path: Path, *, data: Path | None = None) -> Loaded:  # noqa: ARG001, its questions bring no data
    """Every row of a JSON Lines file, or of all such files below a folder, as an item.

    The order of the options follows from the row's id and their texts, so that it is the same everywhere. The benchmark
    itself adds an option "Insufficient information"; here it is left out. The canary goes along with the item.

    Raises
    ------
    InputError
        If there is no such file.
    """
    files = sorted(path.rglob("*.jsonl")) if path.is_dir() else [path]
    if not files:
        fix = "give the folder of LAB-Bench, or one of its files"
        raise InputError([Problem(file=str(path), wrong="holds no .jsonl file", fix=fix)])
    root = path if path.is_dir() else path.parent
    return loaded(row for file in files for row in _rows(file, name=file.relative_to(root).as_posix()))


def _rows(file: Path, *, name: str) -> Iterator[Row | RowNote]:
    for place, row in json_lines(file):
        wrong = "is no JSON object" if row is None else _wrong(row)
        if row is None or wrong:
            yield RowNote(file=name, row=place, reason=wrong)
        else:
            yield Row(name, place, _fields(row))


def _wrong(row: dict[str, Any]) -> str:
    missing = [name for name in NEEDED if not row.get(name)]
    if missing:
        return f"has no {', '.join(missing)}"
    if not isinstance(row["distractors"], list) or len(row["distractors"]) >= len(LETTERS):
        return "its distractors are no list of at most 25"
    texts = _texts(row)
    if not all(texts):
        return "an option is empty"
    figures = [name for name in FIGURES if row.get(name)]
    if figures:
        return f"asks about {', '.join(figures)}, which is no text"
    same = [text for text in texts[1:] if text.casefold() == texts[0].casefold()]
    if same:
        return f"a distractor is the key: {same[0]!r}"
    twice = [text for text in texts if texts.count(text) > 1]
    return f"an option stands there twice: {twice[0]!r}" if twice else ""


def _texts(row: dict[str, Any]) -> list[str]:
    return [str(text).strip() for text in (row["ideal"], *row["distractors"])]


def _fields(row: dict[str, Any]) -> dict[str, Any]:
    texts = _texts(row)
    order = sorted(texts, key=lambda text: hashlib.sha256(f"{row['id']}\n{text}".encode()).hexdigest())
    options = dict(zip(LETTERS, order, strict=False))
    key = next(letter for letter, text in options.items() if text == texts[0])
    return {
        "id": item_id(str(row.get("tag") or "labbench"), str(row["id"])),
        "benchmark": "labbench",
        "source_id": str(row["id"]),
        "question": str(row["question"]).strip(),
        "options": options,
        "key": key,
        "canary": str(row.get("canary") or ""),
    }
