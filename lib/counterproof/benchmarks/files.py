"""A study's files as records, each fault of each file told with its place."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

from counterproof.benchmarks.plain_yaml import read_yaml
from counterproof.benchmarks.wording import Checked, check_record
from counterproof.domain.item import ITEM_ID, Item
from counterproof.domain.loaded_item import DraftItem, LoadedItem
from counterproof.domain.problem import Problem
from counterproof.domain.study import Study
from counterproof.domain.table_item import TableItem

STUDY_FILE = "study.yaml"


class ReadItems(NamedTuple):
    """The items that could be read, each with its file (relative to the study), and what is wrong with the others."""

    items: tuple[tuple[str, Item], ...]
    problems: tuple[Problem, ...]


def study_folder(path: Path) -> Path | Problem:
    """The folder that holds `study.yaml`, given that folder or the file itself; else what is wrong."""
    if path.name == STUDY_FILE and path.is_file():
        return path.parent
    if (path / STUDY_FILE).is_file():
        return path
    if path.is_dir():
        return Problem(
            file=str(path), wrong=f"the folder has no {STUDY_FILE}", fix=f"give the folder that holds a {STUDY_FILE}"
        )
    bundled = Path("data", "studies", path.name)
    fix = f"did you mean {bundled}?" if (bundled / STUDY_FILE).is_file() else f"give a folder that holds a {STUDY_FILE}"
    return Problem(file=str(path), wrong=f"is no {STUDY_FILE}" if path.exists() else "no such study", fix=fix)


def read_study(folder: Path) -> Checked:
    """The study of a folder, or every problem of its `study.yaml`."""
    value, problems = read_yaml(folder / STUDY_FILE, name=STUDY_FILE)
    if problems and value is None:
        return Checked(None, problems)
    study, faults = check_record(_with_null_named(value), Study, file=STUDY_FILE)
    return Checked(study, (*problems, *faults))


def read_items(folder: Path, *, items: str) -> ReadItems:
    """The items of the study at `folder`, whose files lie in its subfolder `items`, by file name."""
    inside = folder / items
    if not inside.is_dir():
        fix = "make it with one YAML file an item, or correct benchmark.items"
        return ReadItems(
            (), (Problem(file=STUDY_FILE, place="benchmark.items", wrong="no such folder", seen=items, fix=fix),)
        )
    paths = sorted(path for path in inside.iterdir() if not path.name.startswith("."))
    files = [path for path in paths if path.suffix == ".yaml"]
    problems = [
        Problem(file=f"{items}/{path.name}", wrong="is not read: an item's file ends in .yaml", fix="rename the file")
        for path in paths
        if path.suffix != ".yaml" and path.suffix.lower() in {".yml", ".yaml"}
    ]
    if not files:
        problems.append(Problem(file=items, wrong="holds no item", fix="write one YAML file an item"))
    found, ids = [], defaultdict(list)
    for path in files:
        name = f"{items}/{path.name}"
        value, faults = read_yaml(path, name=name)
        problems += faults
        if value is None and faults:
            continue
        item, wrong = check_record(value, _kind_of(value), file=name)
        problems += wrong
        problems += _unmet_letters(name, value, known=wrong)
        stated = value.get("id") if isinstance(value, dict) else None
        if isinstance(stated, str):
            ids[stated].append(name)
            problems += _misnamed(name, stem=path.stem, stated=stated)
        if item is not None:
            found.append((name, item))
    return ReadItems(tuple(found), (*problems, *_doubles(ids.items())))


def _kind_of(value: Any) -> type[Item]:
    if not isinstance(value, dict):
        return Item
    if value.get("family") == "none":
        return LoadedItem
    if value.get("family") == "table":
        return TableItem
    return DraftItem if value.get("draft") is True else Item


def _with_null_named(value: Any) -> Any:
    """The value with the variant `null` as a word: YAML reads it as nothing, the author meant its name."""
    if isinstance(value, dict) and isinstance(value.get("variants"), list):
        return value | {"variants": ["null" if name is None else name for name in value["variants"]]}
    return value


def _unmet_letters(name: str, value: Any, *, known: Iterable[Problem]) -> list[Problem]:
    """The letters of a choice that are none of its options, where the options themselves are faulty.

    The record's own checks stop at the options then, and the next fault would be told only after they are mended.
    """
    options = value.get("options") if isinstance(value, dict) else None
    faulty = any((problem.place or "").startswith("options") for problem in known)
    if not faulty or not isinstance(options, dict) or value.get("family") in ("none", "table"):
        return []
    registration = value.get("registration")
    flip_to = registration.get("flip_to") if isinstance(registration, dict) else None
    places = {"key": value.get("key"), "registration.flip_to": flip_to}
    letters = ", ".join(map(str, options))
    return [
        Problem(file=name, place=place, wrong=f"is none of the options {letters}", seen=stated, fix="name an option")
        for place, stated in places.items()
        if isinstance(stated, str) and stated not in options
    ]


def _misnamed(name: str, *, stem: str, stated: str) -> list[Problem]:
    if stem == stated or not ITEM_ID.fullmatch(stated):
        # What is no id is told as that: no file can have such a name.
        return []
    fix = f"name the file {stated}.yaml, or give the item the id {stem}"
    return [Problem(file=name, place="id", wrong="the file's name differs from the item's id", seen=stated, fix=fix)]


def _doubles(ids: Iterable[tuple[str, list[str]]]) -> list[Problem]:
    return [
        Problem(file=files[-1], place="id", wrong=f"two items have one id, also {first}", seen=stated, fix="rename one")
        for stated, files in ids
        for first in files[:-1]
    ]
