"""What a leak check of tables reads: one item's written files, opened again, and the source they were made from."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from counterproof.domain.table import TableSource
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.variant import Edit, Variant
from counterproof.matter.table.frame import Frame
from counterproof.matter.table.read import read_table

Finding = tuple[str, str, str]
"""The leak that was found or an empty text, what was looked at, and what the item's author declared of it."""


@dataclass(frozen=True)
class WrittenTable:
    """The file of one variant: its bytes and the table in it."""

    path: Path
    edit: Edit
    data: bytes
    frame: Frame


@dataclass(frozen=True)
class TableFiles:
    """All files of one item, the variants by name, and the source."""

    registration: TableRegistration
    source: Frame
    written: Mapping[str, WrittenTable]

    @property
    def original(self) -> WrittenTable:
        """The untouched variant, to which the others are held."""
        return self.written["original"]


@dataclass(frozen=True)
class TableCheck:
    """A leak check: what it looks for in a few words, and its function."""

    name: str
    run: Callable[[TableFiles], Finding]


def open_written(variant: Variant, registration: TableRegistration, *, work: Path) -> WrittenTable:
    """The written file of a variant, read under the schema that its edit leaves."""
    path = work / variant.path
    return WrittenTable(
        path, variant.edit, path.read_bytes(), read_table(path, schema_after(variant.edit, registration))
    )


def schema_after(edit: Edit, registration: TableRegistration) -> TableSource:
    """The schema of a written file: that of the source without the columns that the edit took out."""
    gone = edit.columns if edit.kind == "drop_columns" else ()
    return registration.source.without(gone).written()
