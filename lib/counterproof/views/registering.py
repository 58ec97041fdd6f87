"""Registration by looking: choose what decides an item, see at once whether it does, save it into the item's file."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import anywidget
import ipywidgets
import traitlets

from counterproof.benchmarks.registering import ItemFile, read_item_file, save_registration, with_registration
from counterproof.benchmarks.yaml_change import block_text
from counterproof.construct.foresee import Foreseen, foresee, refused_beside, rehearse, resampled
from counterproof.construct.looked import Looked
from counterproof.construct.sources import source_path
from counterproof.domain.item import Item
from counterproof.domain.loaded_item import NO_DATA, DraftItem, LoadedItem
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table_item import TableItem
from counterproof.store.study import OpenStudy
from counterproof.views.note import Note
from counterproof.views.registering_choice import (
    Choice,
    differs,
    families,
    first_choice,
    registration_from,
    still_to_choose,
)
from counterproof.views.registering_facts import Facts, facts_of, lacking_facts, refused_facts, written_facts
from counterproof.views.registering_twin import registering_twin

STATIC = Path(__file__).parent / "static"
AGAIN = "Run this notebook again from its first cell: it then constructs the item."


class RegistrationForm(anywidget.AnyWidget):
    """The form of one item's registration. It shows what its owner computes; choosing is the browser's.

    `item` and `choices` (families, blocks, obs columns with their labels) go to the browser once, `choice` comes back
    after each change, and `facts` answer it. A message asks for genes by a part of their name, for a rehearsal, or for
    saving; `status` and `problems` answer that, and `failed` says that nothing was written.
    """

    _esm = STATIC / "registering.js"
    _css = STATIC / "registering.css"
    item = traitlets.Dict().tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    choice = traitlets.Dict().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    text = traitlets.Unicode().tag(sync=True)
    changed = traitlets.Bool(default_value=False).tag(sync=True)
    status = traitlets.Unicode().tag(sync=True)
    failed = traitlets.Bool(default_value=False).tag(sync=True)
    problems: Any = traitlets.List().tag(sync=True)


class Registering(ipywidgets.VBox):  # type: ignore[misc]  # ipywidgets has no types
    """The registration form of one item, with the data behind it. Notebooks show it by itself."""

    def __init__(self, study: OpenStudy, item: Item, looked: Looked) -> None:
        self._study, self._item, self._looked = study, item, looked
        self._file = read_item_file(study, item.id)
        self._foreseen: Foreseen | None = None
        self.form = RegistrationForm(
            item=_item_facts(item, self._file, study),
            choices=_choices(looked),
            choice=first_choice(item, looked),
        )
        super().__init__((self.form,))
        self._look()
        self.form.observe(lambda _change: self._look(), names="choice")
        self.form.on_msg(lambda _form, content, _buffers: self._told(content))

    def _look(self) -> None:
        """Show what the choice comes to: the values first, the resampled cells, which take longer, after them."""
        self._foreseen = None
        try:
            self._show()
        except InputError as error:
            self._put(refused_facts(error.problems))
        except Exception as error:  # noqa: BLE001, a form that shows old numbers beside new choices would mislead
            self._put(refused_facts([Problem(file="", wrong=f"{type(error).__name__}: {error}")]))

    def _put(self, facts: Facts) -> None:
        # With the number of the choice that they answer: equal facts are no change of a trait, yet an answer.
        self.form.facts = {**facts, "of": self.form.choice.get("of", 0)}

    def _show(self) -> None:
        lacking = still_to_choose(self.form.choice, self._item, self._looked)
        if lacking:
            self.form.text, self.form.changed = "", False
            self._put(lacking_facts(lacking))
            return
        registration = registration_from(self.form.choice, self._item, self._looked)
        item = self._checked(registration)
        self.form.changed = item.registration is not None and differs(item.registration, self._item)
        known = None if self.form.changed else self._file.registration
        self.form.text = block_text({"registration": known or registration})
        foreseen = foresee(item, self._study, self._looked)
        self._put(facts_of(foreseen, item))
        self._foreseen = resampled(foreseen, self._looked)
        self._put(facts_of(self._foreseen, item, beside=refused_beside(item, self._study)))

    def _checked(self, registration: dict[str, Any]) -> Item:
        checked = with_registration(self._file, registration)
        if checked.problems:
            raise InputError(checked.problems)
        item: Item = checked.record
        return item

    def _told(self, content: dict[str, Any]) -> None:
        """Answer a message of the browser. Whatever goes wrong, the author is told that nothing was written."""
        if "genes" in content:
            block = str(self.form.choice.get("block"))
            known = block in self._looked.blocks
            found = self._looked.genes_like(str(content["genes"]), block=block) if known else ()
            self.form.send({"genes": list(found), "field": content.get("field")})
            return
        work: Callable[[dict[str, Any]], str] = self._save if content.get("ask") == "save" else self._rehearse
        try:
            said = work(content)
        except InputError as error:
            self._answer("NOT saved", [str(problem) for problem in error.problems], failed=True)
        except Exception as error:  # noqa: BLE001, a registration must never seem to be saved when it is not
            self._answer(f"NOT saved: {error}", [], failed=True)
        else:
            self._answer(said, [], failed=False)

    def _answer(self, status: str, problems: list[str], *, failed: bool) -> None:
        with self.form.hold_trait_notifications():
            self.form.status, self.form.problems, self.form.failed = status, problems, failed
        # The same words twice are no change of a trait, yet an answer to another request.
        self.form.send({"answered": True})

    def _save(self, content: dict[str, Any]) -> str:
        choice: Choice = content["choice"]
        lacking = still_to_choose(choice, self._item, self._looked)
        if lacking:
            raise InputError([Problem(file=self._file.name, wrong=f"still to choose: {', '.join(lacking)}")])
        registration = registration_from(choice, self._item, self._looked)
        item = self._checked(registration)
        beside = refused_beside(item, self._study)
        if beside:
            wrong = (
                f"{len(beside)} frozen items of the same data would be refused, since their files keep other columns"
            )
            fix = "use the columns that they keep, or put the item into a study of its own"
            raise InputError([Problem(file=self._file.name, wrong=wrong, seen=", ".join(beside), fix=fix)])
        replace = content.get("replace") is True
        self._file = save_registration(self._study, self._file, registration, replace=replace)
        self._item = item
        self.form.item = _item_facts(item, self._file, self._study)
        self.form.changed = False
        return f"Saved into {self._file.name}, {datetime.now(UTC):%H:%M:%S} UTC. {AGAIN}"

    def _rehearse(self, _content: dict[str, Any]) -> str:
        if self._foreseen is None:
            return "There is nothing to build yet."
        made = rehearse(self._foreseen, self._looked, study=self._study)
        if made.excluded:
            return f"Built in a temporary folder. The item would be excluded as {made.excluded}: {made.detail}"
        declared = sum(leak.declared for leak in made.leaks)
        besides = f", beside {declared} declared" if declared else ""
        return (
            f"Built in a temporary folder: {len(made.verifications)} files show what they must, no leak found by "
            f"{len(made.leaks)} checks{besides}. The files are gone again."
        )

    def _repr_mimebundle_(self, **options: Any) -> Any:
        bundle = super()._repr_mimebundle_(**options) or {}
        facts: Facts = dict(self.form.facts)
        plain = f"Registration of {self._item.id}: {written_facts(facts)}"
        twin = registering_twin(dict(self.form.item), facts, text=self.form.text)
        return {**bundle, "text/plain": plain, "text/html": twin}


def register_by_looking(study: OpenStudy, item: str = "") -> Registering | Note:
    """The form in which one item is registered by looking at its data, or why the item cannot be.

    It opens with what the item's file holds. What is saved says that it was made after viewing the data.

    Parameters
    ----------
    item
        The item's id; where none is given, the first that waits for a registration, or else the first.

    Raises
    ------
    KeyError
        If the study has no such item; the message lists those it has.
    """
    waiting = (one for one in study.items if _waits(one))
    one = study.item(item) if item else next(waiting, study.items[0])
    obstacle = _obstacle(one)
    if obstacle:
        return Note(f"{one.id} cannot be registered here: {obstacle}.")
    try:
        return Registering(study, one, Looked(source_path(study, one.data.source)))
    except InputError as error:
        # The rest of the notebook does not need this item's data.
        return Note(f"{one.id} cannot be registered here: {error}")


def _waits(item: Item) -> bool:
    return not _obstacle(item) and (item.registration is None or isinstance(item, DraftItem))


def _obstacle(item: Item) -> str:
    """Why no statistic of cells can decide an item; empty where one may."""
    if isinstance(item, TableItem):
        return "it asks for numbers of a table, which its reference analysis decides"
    if item.data.source == NO_DATA:
        return "no data file of it is here"
    if not item.options or item.key not in item.options:
        return "a registration needs options and one key"
    return ""


def _choices(looked: Looked) -> dict[str, Any]:
    return {
        "families": families(),
        "blocks": [{"name": name, **facts._asdict()} for name, facts in looked.facts.items()],
        "columns": [
            {"name": name, "labels": [{"name": label, "cells": n} for label, n in labels.items()]}
            for name, labels in looked.groupings.items()
        ],
        "cells": len(looked.source.obs),
    }


def _item_facts(item: Item, file: ItemFile, study: OpenStudy) -> dict[str, Any]:
    frozen = study.layout.registration(item.id).exists()
    trials = len(list(study.layout.trials.glob(f"*/{item.id}/*.json")))
    return {
        "id": item.id,
        "question": item.question.strip(),
        "options": dict(item.options),
        "key": item.key,
        "source": item.data.source,
        "file": file.name,
        "accepted": file.accepted or frozen,
        "state": _state(item, file, frozen=frozen),
        "replacing": _replacing(trials, frozen=frozen),
    }


def _state(item: Item, file: ItemFile, *, frozen: bool) -> str:
    if isinstance(item, LoadedItem) or file.registration is None:
        return "has no registration yet"
    if not file.accepted:
        return "has a draft, made by a program from the question's words; saving accepts it"
    return "is registered, and frozen" if frozen else "is registered"


def _replacing(trials: int, *, frozen: bool) -> str:
    lost = (
        f"its versions are made anew and its {trials} trials count no more"
        if frozen
        else "nothing was made with it yet"
    )
    return f"Replace the accepted registration: its digest changes, {lost}, and every page says 'after viewing'."
