"""A study made from another benchmark's files: its items, drafts of registrations, and a table of what was not read."""

import csv
import io
import os
import re
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from counterproof.benchmarks.drafting import Drafted, draft_for
from counterproof.benchmarks.files import STUDY_FILE
from counterproof.benchmarks.fit import misfits
from counterproof.benchmarks.loading import Loaded
from counterproof.benchmarks.yaml_text import yaml_text
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import BUNDLED, NO_DATA, BenchmarkKind, LoadedItem
from counterproof.domain.problem import InputError, Problem
from counterproof.matter.contents import Contents
from counterproof.matter.source import locate

ROUTES = ("analyst", "reciter", "fallback", "eliminator", "guesser")
ROWS_FILE = "rows.csv"
SEED = 20261130
HEAD = """\
# Made from {what} by `counterproof new`. {n} items are in items/; rows.csv lists the rows that are none, and why.
# Every key is explained by `counterproof.domain.study`.
"""


class NewStudy(NamedTuple):
    """A study that was written: its folder, its items by what they still need, and why an item has no draft."""

    folder: Path
    drafts: tuple[str, ...]
    open: dict[str, str]


def write_new_study(folder: Path, kind: BenchmarkKind, found: Loaded) -> NewStudy:
    """The study at `folder`, which must not be there yet; it appears whole or not at all.

    Raises
    ------
    InputError
        If the folder holds something, or its name can be no study's.
    """
    if folder.is_symlink() and not folder.exists():
        raise InputError([Problem(file=str(folder), wrong="is a symbolic link that leads nowhere")])
    name = re.sub(r"[^a-z0-9_-]+", "_", folder.resolve().name.lower()).strip("_-")
    if not name:
        raise InputError([Problem(file=str(folder), wrong="its name can be no study's", fix="use a-z, 0-9 and '_'")])
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        fix = "give a folder that does not exist yet"
        raise InputError([Problem(file=str(folder), wrong="is there already, and holds something", fix=fix)])
    placed = [_placed(item, folder) for item in found.items]
    drafted = _drafts(placed, folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".part", dir=folder.parent))
    except OSError as error:
        # Nobody knows the name of the temporary folder.
        raise OSError(error.errno, error.strerror, str(folder)) from None
    try:
        (scratch / "items").mkdir()
        for item in placed:
            text = yaml_text(_fields(drafted[item.id].item or item))
            (scratch / "items" / f"{item.id}.yaml").write_text(text, encoding="utf-8")
        (scratch / STUDY_FILE).write_text(_study(name, kind, len(placed)), encoding="utf-8")
        (scratch / ROWS_FILE).write_text(_rows(found), encoding="utf-8")
        scratch.chmod(0o755)
        if folder.exists():
            folder.rmdir()
        scratch.rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return NewStudy(
        folder=folder,
        drafts=tuple(name for name, draft in drafted.items() if draft.item is not None),
        open={name: draft.reason for name, draft in drafted.items() if draft.item is None},
    )


def _placed(item: LoadedItem, folder: Path) -> LoadedItem:
    """The item with its data's path as the study's folder sees it."""
    if item.data.source == NO_DATA or item.data.source.startswith(BUNDLED):
        return item
    source = os.path.relpath(Path(item.data.source).resolve(), folder.resolve())
    return item.model_copy(update={"data": item.data.model_copy(update={"source": source})})


def _drafts(items: Sequence[LoadedItem], folder: Path) -> dict[str, Drafted]:
    contents: dict[str, Contents | str] = {}
    drafted = {}
    for item in items:
        source = item.data.source
        if source == NO_DATA:
            drafted[item.id] = Drafted(None, "no data file of it is here")
            continue
        if source not in contents:
            contents[source] = _contents(source, folder)
        opened = contents[source]
        drafted[item.id] = Drafted(None, opened) if isinstance(opened, str) else _fitting(item, opened, folder)
    return drafted


def _contents(source: str, folder: Path) -> Contents | str:
    try:
        path = locate(source, study=folder, sources=folder) if source.startswith(BUNDLED) else folder.resolve() / source
        return Contents(Path(os.path.normpath(path)))
    except InputError as error:
        return error.problems[0].wrong


def _fitting(item: LoadedItem, contents: Contents, folder: Path) -> Drafted:
    drafted = draft_for(item, contents)
    if drafted.item is None:
        return drafted
    # The study's folder is not there yet: the data are looked up from where they are.
    there = drafted.item.model_copy(
        update={"data": item.data.model_copy(update={"source": str(contents.path)})},
    )
    wrong = misfits([(item.id, there)], keep_obs=(), study=folder, sources=folder)
    return Drafted(None, f"its draft does not fit the data: {wrong[0].wrong}") if wrong else drafted


def _fields(item: Item) -> dict[str, object]:
    """An item's fields in the order of a file: those that say what it is first, those that say nothing left out."""
    fields = {"family": item.family} | item.model_dump(mode="json", exclude_defaults=True, exclude_none=True)
    if item.registration is not None:
        # The name of the statistic is its record's default, and needed all the same.
        ask = item.registration.ask.model_dump(mode="json", exclude_none=True)
        fields["registration"] = {**fields["registration"], "ask": ask}
    first = ("id", "draft", "family", "benchmark", "source_id")
    return {name: fields[name] for name in dict.fromkeys((*first, *fields)) if name in fields}


def _study(name: str, kind: str, n_items: int) -> str:
    agents = [{"name": route, "kind": "reference", "route": route} for route in ROUTES]
    fields = {
        "study": name,
        "title": "Questions of our own" if kind == "own" else f"Items of {kind}",
        "benchmark": {"kind": "own", "items": "items"},
        "agents": agents,
        "replicates": 3,
        "seed": SEED,
    }
    what = "a list of questions" if kind == "own" else kind
    return HEAD.format(what=what, n=n_items) + yaml_text(fields)


def _rows(found: Loaded) -> str:
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("file", "row", "status", "reason"))
    for status, notes in (("refused", found.refused), ("irregular", found.irregular)):
        table.writerows((note.file, note.row, status, note.reason) for note in notes)
    return out.getvalue()
