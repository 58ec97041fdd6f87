"""A table as a reference agent reads it: columns of texts or numbers by name."""

import csv
from pathlib import Path
from typing import Any


class MissingColumnError(Exception):
    """A column that a computation needs is not in the table; the message names it."""


class AgentTable:
    """The columns of a file in an agent's folder."""

    def __init__(self, path: Path) -> None:
        if path.suffix == ".parquet":
            import pyarrow.parquet as pq  # noqa: PLC0415, only tables in Parquet need it

            self._columns: dict[str, list[Any]] = pq.read_table(path).to_pydict()
            return
        delimiter = "\t" if path.suffix == ".tsv" else ","
        with path.open(encoding="utf-8", newline="") as file:
            # A cell that holds the delimiter or a line end is quoted.
            header, *rows = csv.reader(file, delimiter=delimiter)
        self._columns = {name: [row[place] for row in rows] for place, name in enumerate(header)}

    @property
    def names(self) -> tuple[str, ...]:
        """The columns' names."""
        return tuple(self._columns)

    @property
    def n_rows(self) -> int:
        """The number of rows."""
        return len(next(iter(self._columns.values())))

    def texts(self, name: str) -> list[str]:
        """A column as texts; raises MissingColumnError where there is none."""
        if name not in self._columns:
            raise MissingColumnError(name)
        return [str(cell) for cell in self._columns[name]]

    def numbers(self, name: str) -> list[float]:
        """A column as numbers; raises MissingColumnError where there is none."""
        return [float(cell) for cell in self.texts(name)]
