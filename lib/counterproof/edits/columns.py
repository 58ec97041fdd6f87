"""The edits of tables. Each says what it promises; what a flip makes of the truth stands in its item's registration."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table import TableColumn
from counterproof.domain.variant import Edit
from counterproof.edits.identifiers import opaque_names
from counterproof.matter.table.cells import number_of, read_cell, text_of
from counterproof.matter.table.frame import Frame
from counterproof.store.digest import digest_of

NUMBERS = ("integer", "number")
LABELS = ("text", "category")


class TableEditFacts(NamedTuple):
    """What an edit promises, which of an edit's fields it needs, and its function of the table and a seed."""

    promises: str
    needs: tuple[str, ...]
    apply: Callable[[Edit, Frame, int], Frame]


def edited(frame: Frame, edit: Edit, *, seed: int) -> Frame:
    """The table of one variant: the edit, then an order of its own.

    Every variant, the untouched one too, is shuffled by a seed of its own (drawn from `seed` and the edit): an order
    that only some had would tell them apart.

    Raises
    ------
    InputError
        If the table lacks a column or value that the edit names, or the edit would lose evidence where it must not.
    """
    own = int(digest_of([seed, edit.model_dump(mode="json")])[:12], 16)
    return _in_own_order(apply_to_table(edit, frame, seed=own), seed=own)


def apply_to_table(edit: Edit, frame: Frame, *, seed: int) -> Frame:
    """The table after one edit, its rows where they were (but for `permute`).

    Raises
    ------
    InputError
        As `edited`.
    """
    facts = TABLE_EDITS.get(edit.kind)
    if facts is None:
        raise _refused(frame, f"the edit {edit.kind!r} is none of tables", fix=f"use one of {', '.join(TABLE_EDITS)}")
    missing = [name for name in facts.needs if getattr(edit, name) in ((), None)]
    if missing:
        raise _refused(frame, f"the edit {edit.kind!r} needs {', '.join(missing)}", fix="state it in the item")
    return facts.apply(edit, frame, seed)


def _in_own_order(frame: Frame, *, seed: int) -> Frame:
    return frame.take(np.random.default_rng([seed, *b"order"]).permutation(frame.n_rows))


def _permute(_edit: Edit, frame: Frame, seed: int) -> Frame:
    """With new names for the rows. A name that stands in several places is renamed alike in all of them."""
    columns = [column.name for column in frame.schema.columns if column.kind == "id"]
    names = sorted({text for name in columns for text in frame.cells[name] if text is not None})
    new = dict(zip(names, opaque_names(names, seed=seed), strict=True))
    for name in columns:
        frame = frame.mapped(name, new.__getitem__)
    return frame


def _swap_columns(edit: Edit, frame: Frame, _seed: int) -> Frame:
    touched = [name for pair in edit.pairs for name in pair]
    if len(set(touched)) < len(touched):
        raise _refused(frame, "a column is swapped twice", seen=", ".join(touched))
    changed: dict[str, Sequence[str | None]] = {}
    for first, second in edit.pairs:
        one, other = frame.column(first), frame.column(second)
        if (one.kind, one.missing, one.levels) != (other.kind, other.missing, other.levels):
            seen = f"{first}: {one.kind}, {second}: {other.kind}"
            raise _refused(frame, "columns of two kinds cannot be swapped", seen=seen)
        changed |= {first: frame.cells[second], second: frame.cells[first]}
    return frame.with_cells(changed)


def _relabel(edit: Edit, frame: Frame, _seed: int) -> Frame:
    """Labels that are not named stay. Two labels never become one: what told them apart would be lost."""
    new = _mapping(edit, frame)
    for name in edit.columns:
        _of_kind(frame, name, LABELS, edit)
        present = {text for text in frame.cells[name] if text is not None}
        absent = sorted(set(new) - present)
        if absent:
            raise _refused(frame, f"no row of column {name!r} has this label", seen=", ".join(absent))
        images = [new.get(text, text) for text in present]
        if len(set(images)) < len(images):
            raise _refused(frame, f"two labels of column {name!r} would become one", seen=", ".join(sorted(present)))
        _allowed(frame, name, images)
        frame = frame.mapped(name, lambda text: new.get(text, text))
    return frame


def _recode(edit: Edit, frame: Frame, _seed: int) -> Frame:
    """Every value that is there must be named: a value that is left out has no image, nor has the truth then."""
    new = _mapping(edit, frame)
    for name in edit.columns:
        column = _of_kind(frame, name, NUMBERS, edit)
        canonical = {read_cell(old, column).text: read_cell(text, column).text for old, text in new.items()}
        present = {text for text in frame.cells[name] if text is not None}
        unnamed = sorted(present - {text for text in canonical if text is not None})
        if unnamed:
            wrong = f"column {name!r} has values that the edit does not recode"
            raise _refused(frame, wrong, seen=", ".join(unnamed[:5]), fix="name every value")
        changed = {old: text for old, text in canonical.items() if old is not None and text is not None}
        if len(set(changed.values())) < len(changed):
            raise _refused(frame, f"two values of column {name!r} would become one")
        frame = frame.mapped(name, changed.__getitem__)
    return frame


def _negate(edit: Edit, frame: Frame, _seed: int) -> Frame:
    for name in edit.columns:
        column = _of_kind(frame, name, NUMBERS, edit)
        frame = frame.mapped(name, partial(_changed, column=column, factor=-1, shift=0))
    return frame


def _relocate(edit: Edit, frame: Frame, _seed: int) -> Frame:
    by = edit.shift or 0.0
    for name in edit.columns:
        column = _of_kind(frame, name, NUMBERS, edit)
        if column.kind == "integer" and not by.is_integer():
            raise _refused(frame, f"column {name!r} holds whole numbers, which move by whole numbers", seen=str(by))
        # Whole numbers stay whole: a float would round those above 2**53.
        step = int(by) if column.kind == "integer" else by
        frame = frame.mapped(name, partial(_changed, column=column, factor=1, shift=step))
    return frame


def _changed(text: str, *, column: TableColumn, factor: int, shift: float) -> str:
    return text_of(factor * number_of(text, column) + shift, column)


def _drop_columns(edit: Edit, frame: Frame, _seed: int) -> Frame:
    for name in edit.columns:
        frame.column(name)
    if set(edit.columns) >= set(frame.schema.names):
        raise _refused(frame, "no column would be left")
    return frame.without(edit.columns)


def _permute_columns(edit: Edit, frame: Frame, seed: int) -> Frame:
    """The columns that are named move together: what they say of each other stays, what others say of them does not."""
    order = np.random.default_rng([seed, *b"columns"]).permutation(frame.n_rows)
    for name in edit.columns:
        frame.column(name)
    return frame.with_cells({name: [frame.cells[name][row] for row in order] for name in edit.columns})


TABLE_EDITS: dict[str, TableEditFacts] = {
    "none": TableEditFacts("the source as it is", (), lambda _edit, frame, _seed: frame),
    "permute": TableEditFacts("the same evidence in another order, under other identifiers", (), _permute),
    "swap_columns": TableEditFacts("the cells of two columns exchanged, pair by pair", ("pairs",), _swap_columns),
    "relabel": TableEditFacts("labels exchanged, none lost", ("columns", "pairs"), _relabel),
    "recode": TableEditFacts("every value mapped to another, none lost", ("columns", "pairs"), _recode),
    "negate": TableEditFacts("numbers with the other sign", ("columns",), _negate),
    "relocate": TableEditFacts("numbers moved by one distance", ("columns", "shift"), _relocate),
    "drop_columns": TableEditFacts("no trace of the columns", ("columns",), _drop_columns),
    "permute_columns": TableEditFacts("no relation of the columns to the others", ("columns",), _permute_columns),
}


def touched(edit: Edit) -> tuple[str, ...]:
    """The columns whose cells an edit changes."""
    named = [name for pair in edit.pairs for name in pair] if edit.kind == "swap_columns" else edit.columns
    return tuple(dict.fromkeys(named))


def _mapping(edit: Edit, frame: Frame) -> dict[str, str]:
    new = dict(edit.pairs)
    if len(new) < len(edit.pairs):
        raise _refused(frame, f"the edit {edit.kind!r} maps one value twice", seen=str(edit.pairs))
    return new


def _of_kind(frame: Frame, name: str, kinds: tuple[str, ...], edit: Edit) -> TableColumn:
    column = frame.column(name)
    if column.kind not in kinds:
        wrong = f"the edit {edit.kind!r} is for columns of {' or '.join(kinds)}"
        raise _refused(frame, wrong, seen=f"{name}: {column.kind}")
    return column


def _allowed(frame: Frame, name: str, images: list[str]) -> None:
    column = frame.column(name)
    wrong = sorted(text for text in images if read_cell(text, column).text != text)
    if wrong:
        raise _refused(frame, f"column {name!r} cannot hold this label", seen=", ".join(wrong))


def _refused(frame: Frame, wrong: str, *, seen: str = "", fix: str = "correct the edit") -> InputError:
    return InputError([Problem(file=frame.schema.source, place="table", wrong=wrong, seen=seen, fix=fix)])
