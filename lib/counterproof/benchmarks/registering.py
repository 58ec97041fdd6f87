"""A registration put into its item's file: checked as a whole, in one step, or not at all."""

import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterproof.benchmarks.fit import misfits
from counterproof.benchmarks.plain_yaml import parse_yaml
from counterproof.benchmarks.wording import Checked, check_record
from counterproof.benchmarks.yaml_change import changed_yaml
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.problem import InputError, Problem
from counterproof.store.atomic import write_text
from counterproof.store.study import OpenStudy

OF_ANOTHER_BENCHMARK = tuple(name for name in LoadedItem.model_fields if name not in Item.model_fields)
"""What an item of another benchmark has and one with a registration has not; it stays in the file as comments."""


@dataclass(frozen=True)
class ItemFile:
    """An item's file as it was read: its name in the study, its text and the value of that."""

    path: Path
    name: str
    text: str
    value: dict[str, Any]

    @property
    def registration(self) -> dict[str, Any] | None:
        """The registration in the file; null where there is none."""
        found = self.value.get("registration")
        return found if isinstance(found, dict) else None

    @property
    def accepted(self) -> bool:
        """Whether the file holds a registration that is no draft."""
        return self.registration is not None and self.value.get("draft") is not True


def read_item_file(study: OpenStudy, item_id: str) -> ItemFile:
    """The file of one item of a study, as it is now.

    Raises
    ------
    InputError
        If it is not there, or no item any more.
    """
    name = f"{study.study.benchmark.items}/{item_id}.yaml"
    path = study.layout.study / name
    try:
        with path.open(encoding="utf-8", newline="") as file:
            text = file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise InputError([Problem(file=name, wrong=f"cannot be read: {error}")]) from error
    value, problems = parse_yaml(text.removeprefix("\ufeff"), name=name)
    if problems or not isinstance(value, dict):
        raise InputError(problems or [Problem(file=name, wrong="is no item: it holds no keys")])
    return ItemFile(path, name, text, value)


def with_registration(file: ItemFile, registration: dict[str, Any]) -> Checked:
    """The item with this registration, of the family that it asks for, or every problem of it. No draft any more."""
    return check_record(_value(file, registration), Item, file=file.name)


def text_with(file: ItemFile, registration: dict[str, Any]) -> str:
    """The text of the file with this registration. Its other lines, comments among them, stay where that can be."""
    return changed_yaml(file.text, _value(file, registration), as_comments=OF_ANOTHER_BENCHMARK)


def save_registration(
    study: OpenStudy, file: ItemFile, registration: dict[str, Any], *, replace: bool = False
) -> ItemFile:
    """The item's file with this registration, written in one step.

    Where the item has been registered before, its frozen registration goes as well, so that the new one is taken and
    not refused; the log of registrations keeps every attempt.

    Parameters
    ----------
    file
        As it was read: a file that has changed since is not overwritten.
    replace
        Whether a registration that was accepted before may be replaced.

    Raises
    ------
    InputError
        If the registration is not valid, does not fit the data, or would replace an accepted one without `replace`:
        every problem at once. Nothing is written then.
    """
    now = read_item_file(study, file.path.stem)
    if now.text != file.text:
        fix = "run the notebook again, and choose anew"
        raise InputError([Problem(file=file.name, wrong="has changed since it was read", fix=fix)])
    item, problems = with_registration(file, registration)
    if item is not None:
        problems += _unfit(study, file.name, item)
    frozen = study.layout.registration(file.path.stem)
    if (file.accepted or frozen.exists()) and not replace:
        wrong = "holds an accepted registration already"
        fix = "say that it is to be replaced: its digest changes, and what was made with it counts no more"
        problems += (Problem(file=file.name, place="registration", wrong=wrong, fix=fix),)
    if problems:
        raise InputError(problems)
    write_text(file.path, text_with(file, registration))
    # Last: a study whose file and frozen registration differ is refused with a clear word, the reverse would not be.
    frozen.unlink(missing_ok=True)
    return read_item_file(study, file.path.stem)


def _value(file: ItemFile, registration: dict[str, Any]) -> dict[str, Any]:
    ask = registration.get("ask")
    family = ask.get("statistic") if isinstance(ask, dict) else None
    kept = {name: value for name, value in file.value.items() if name not in ("draft", *OF_ANOTHER_BENCHMARK)}
    return kept | {"family": family, "registration": registration}


def _unfit(study: OpenStudy, name: str, item: Item) -> tuple[Problem, ...]:
    with tempfile.TemporaryDirectory() as scratch:
        sources = study.layout.sources if study.layout.sources.is_dir() else Path(scratch)
        return misfits([(name, item)], keep_obs=(), study=study.layout.study, sources=sources)
