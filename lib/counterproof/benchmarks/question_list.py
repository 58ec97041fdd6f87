"""Questions of your own in one plain table: a CSV, or JSON Lines, with a row for each."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from counterproof.benchmarks.json_lines import json_lines
from counterproof.benchmarks.loading import Loaded, Row, RowNote, item_id, loaded
from counterproof.benchmarks.option_lines import same_text
from counterproof.domain.loaded_item import BUNDLED, NO_DATA
from counterproof.domain.problem import InputError, Problem
from counterproof.matter.source import BUNDLED as BUNDLED_FILES

NEEDED = ("id", "question", "key")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KEYS = re.compile(r"[A-Z](?:\s*,\s*[A-Z])*")
OTHER_MARKS = {";": "semicolons", "\t": "tabs"}
FORM = "a CSV with the columns id, question, A, B, ..., key and data; or JSON Lines with options instead of letters"


def load_question_list(path: Path, *, data: Path | None = None) -> Loaded:
    """Every row as an item with options and a key.

    A CSV has the columns `id`, `question`, `key`, and one column a letter for the options; `data` and `background` may
    be there, other columns are passed over. An empty option is none. A line of JSON Lines has the same fields, and its
    `options` as an object by letters or as a list in their order. The key is a letter, several joined by commas, or the
    text of one option.

    Parameters
    ----------
    data
        Folder of the files that the column `data` names; else that of the list. `scanpy:pbmc68k_reduced` names the data
        that come with scanpy.

    Raises
    ------
    InputError
        If the file cannot be read or lacks a column.
    """
    if path.is_dir():
        fix = f"give one file: {FORM}. A folder of item files needs no import: it is a study's `items`"
        raise InputError([Problem(file=str(path), wrong="is a folder, and holds no one list", fix=fix)])
    rows = json_lines(path) if path.suffix == ".jsonl" else _csv_rows(path)
    folder = data or path.parent
    return loaded(_row(row, file=path.name, place=place, folder=folder) for place, row in rows)


def _csv_rows(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = f"is not UTF-8 text at byte {error.start}"
        raise InputError([Problem(file=path.name, wrong=wrong, fix="save the file as UTF-8")]) from None
    except OSError as error:
        raise InputError([Problem(file=path.name, wrong=f"cannot be read: {error.strerror}")]) from None
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        header = [str(name) for name in reader.fieldnames or ()]
        rows = [(f"line {reader.line_num}", dict(row)) for row in reader]
    except csv.Error as error:
        wrong = f"is no CSV: {error}"
        place = f"line {max(reader.line_num, 1)}"
        raise InputError([Problem(file=path.name, place=place, wrong=wrong, fix=f"write {FORM}")]) from None
    missing = [name for name in NEEDED if name not in header]
    twice = sorted({name for name in header if header.count(name) > 1})
    if missing or twice:
        wrong = f"has no column {', '.join(missing)}" if missing else f"has a column twice: {', '.join(twice)}"
        seen = ", ".join(header)[:80]
        parted = next((name for mark, name in OTHER_MARKS.items() if len(header) == 1 and mark in header[0]), "")
        fix = f"its columns are parted by {parted}: save it with commas" if parted else f"write {FORM}"
        raise InputError([Problem(file=path.name, place="line 1", wrong=wrong, seen=seen, fix=fix)])
    # A row that is longer than the header has what is too much under None.
    yield from ((place, {str(name): value for name, value in row.items()}) for place, row in rows)


def _row(said: dict[str, Any] | None, *, file: str, place: str, folder: Path) -> Row | RowNote:
    if said is None:
        return RowNote(file=file, row=place, reason="is no JSON object")
    if said.get("None"):
        return RowNote(file=file, row=place, reason="has more cells than the header: put texts with commas in quotes")
    missing = [name for name in NEEDED if not _text(said.get(name))]
    if missing:
        return RowNote(file=file, row=place, reason=f"has no {', '.join(missing)}")
    fault = _unfit_options(said)
    if fault:
        return RowNote(file=file, row=place, reason=fault)
    options, name = _options(said), _text(said["id"])
    key = _key(_text(said["key"]), options)
    if not key:
        return RowNote(file=file, row=place, reason=f"its key is no option: {_text(said['key'])!r}")
    source = _text(said.get("data"))
    bundled = source.startswith(BUNDLED)
    there = source.removeprefix(BUNDLED) in BUNDLED_FILES if bundled else bool(source) and (folder / source).is_file()
    found = source if bundled else str(folder / source)
    fields = {
        "id": item_id(name),
        "benchmark": "own",
        "source_id": name,
        "question": _text(said["question"]),
        "background": _text(said.get("background")),
        "options": options,
        "key": key,
        "data": {"source": found if there else NO_DATA},
        "files": (source,) if source else (),
    }
    return Row(file, place, fields, tuple(_irregular(options, source="" if there else source)))


def _unfit_options(said: dict[str, Any]) -> str:
    """Why a row's question or options cannot be read as texts, or an empty text."""
    listed = said.get("options")
    texts = [
        said["question"],
        *(listed if isinstance(listed, list) else listed.values() if isinstance(listed, dict) else ()),
    ]
    if any(isinstance(text, list | dict) for text in texts):
        return "its question or an option is no text"
    if isinstance(listed, list) and len(listed) > len(LETTERS):
        return f"has {len(listed)} options, and there are {len(LETTERS)} letters"
    return "" if _options(said) else "has no options: they stand in columns A, B, ..., or under options"


def _irregular(options: dict[str, str], *, source: str) -> Iterator[str]:
    if source:
        yield f"its data file is not there: {source}"
    letters = list(options)
    twins = [f"{a} and {b}" for at, a in enumerate(letters) for b in letters[at + 1 :] if options[a] == options[b]]
    if twins:
        yield f"two of its options are the same text: {', '.join(twins)}"


def _options(said: dict[str, Any]) -> dict[str, str]:
    listed = said.get("options")
    if isinstance(listed, list):
        listed = dict(zip(LETTERS, listed, strict=False))
    given = listed if isinstance(listed, dict) else {letter: said.get(letter) for letter in LETTERS}
    return {str(letter): _text(text) for letter, text in given.items() if _text(text)}


def _key(said: str, options: dict[str, str]) -> str:
    """The key's letters in their order, or an empty text where it names no option."""
    letters = sorted({letter.strip() for letter in said.split(",")}) if KEYS.fullmatch(said) else []
    if letters and set(letters) <= set(options):
        return ",".join(letters)
    # A text may look like a letter: a T among bases.
    found = [letter for letter, text in options.items() if same_text(said, text)]
    return found[0] if len(found) == 1 else ""


def _text(value: object) -> str:
    return "" if value is None else str(value).strip()
