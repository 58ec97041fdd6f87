"""A table in memory: the canonical texts of its cells, column by column."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.table import TableColumn, TableSource

Cells = tuple[str | None, ...]


@dataclass(frozen=True)
class Frame:
    """The cells of a table as canonical texts, null where there is no value; edits return another frame."""

    schema: TableSource
    cells: Mapping[str, Cells]

    @property
    def n_rows(self) -> int:
        """The number of rows, the header not counted."""
        return len(next(iter(self.cells.values())))

    def column(self, name: str) -> TableColumn:
        """The schema of a column.

        Raises
        ------
        InputError
            If the table has no such column; the message names those it has.
        """
        for column in self.schema.columns:
            if column.name == name:
                return column
        known = ", ".join(self.schema.names)
        raise InputError(
            [
                Problem(
                    file=self.schema.source, place="columns", wrong="has no such column", seen=name, fix=f"use {known}"
                )
            ]
        )

    def with_cells(self, changed: Mapping[str, Sequence[str | None]]) -> "Frame":
        """The same table with other cells in some of its columns."""
        return replace(self, cells={name: tuple(changed.get(name, own)) for name, own in self.cells.items()})

    def mapped(self, name: str, change: Callable[[str], str]) -> "Frame":
        """The same table after a change of every cell of a column that has a value."""
        return self.with_cells({name: [None if text is None else change(text) for text in self.cells[name]]})

    def without(self, names: tuple[str, ...]) -> "Frame":
        """The table without some of its columns."""
        kept = {name: cells for name, cells in self.cells.items() if name not in names}
        return Frame(self.schema.without(names), kept)

    def take(self, rows: NDArray[np.intp]) -> "Frame":
        """The rows of these numbers, in this order."""
        return replace(self, cells={name: tuple(cells[row] for row in rows) for name, cells in self.cells.items()})

    def rows(self, names: Sequence[str]) -> list[tuple[str | None, ...]]:
        """The rows, each with the cells of these columns."""
        return list(zip(*(self.cells[name] for name in names), strict=True))
