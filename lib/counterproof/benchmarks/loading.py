"""What a loader gives: the items, and every row that it could not read or had to interpret, with the reason."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from pydantic import ValidationError

from counterproof.domain.loaded_item import LoadedItem
from counterproof.domain.record import Record


class RowNote(Record):
    """A row of a benchmark's file and what is to be said of it."""

    file: str
    row: str
    reason: str


class Loaded(NamedTuple):
    """The items of a benchmark in their order; rows that are no item; rows that were read, but are irregular."""

    items: tuple[LoadedItem, ...]
    refused: tuple[RowNote, ...] = ()
    irregular: tuple[RowNote, ...] = ()

    @property
    def n_rows(self) -> int:
        """Rows that hold something."""
        return len(self.items) + len(self.refused)


class Row(NamedTuple):
    """One row on its way to be an item: where it stands, the item's fields, and what is irregular about it."""

    file: str
    place: str
    fields: dict[str, Any]
    irregular: tuple[str, ...] = ()


def loaded(rows: Iterable[Row | RowNote]) -> Loaded:
    """The rows as items; one that is no valid item, or has the id of an earlier one, is refused with its reason."""
    items: list[LoadedItem] = []
    refused, irregular = [], []
    seen: set[str] = set()
    for row in rows:
        if isinstance(row, RowNote):
            refused.append(row)
            continue
        try:
            item = LoadedItem.model_validate(row.fields)
        except ValidationError as error:
            refused.append(RowNote(file=row.file, row=row.place, reason="; ".join(_told(error))))
            continue
        if item.id in seen:
            refused.append(RowNote(file=row.file, row=row.place, reason=f"its id is that of an earlier row: {item.id}"))
            continue
        seen.add(item.id)
        items.append(item)
        irregular += [RowNote(file=row.file, row=row.place, reason=reason) for reason in row.irregular]
    return Loaded(tuple(items), tuple(refused), tuple(irregular))


def item_id(*parts: str) -> str:
    """An id of an item from a benchmark's own names: lower case, 64 characters at most."""
    plain = re.sub(r"[^a-z0-9-]+", "_", "_".join(parts).lower()).strip("_-")
    return plain[:64] or "item"


def counted(notes: Iterable[RowNote]) -> dict[str, int]:
    """How often each reason stands among the notes, without what it says after its colon."""
    return dict(Counter(note.reason.partition(": ")[0] for note in notes).most_common())


def _told(error: ValidationError) -> Iterator[str]:
    for fault in error.errors():
        place = ".".join(map(str, fault["loc"]))
        said = str(fault.get("ctx", {}).get("error", fault["msg"]))
        yield f"{place}: {said}" if place else said
