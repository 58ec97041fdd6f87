"""What a leak check reads: one item's written files, and the source that they were made from."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import h5py
import pandas as pd

from counterproof.domain.registration import Registration
from counterproof.domain.variant import DataVariantName, Edit, Variant
from counterproof.matter.blocks import BlockPlace, block_places
from counterproof.matter.frames import column_names, read_frame
from counterproof.matter.opening import opened


class DataFile:
    """One h5ad file at `path`. Names and tables are read once, matrices when they are asked for."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: h5py.File | None = None
        self._tables: dict[tuple[str, tuple[str, ...] | None], pd.DataFrame] = {}

    @contextmanager
    def open(self) -> Iterator[h5py.File]:
        """The file, for reading. Inside another `open` of the same file it is not opened again."""
        if self._handle is not None:
            yield self._handle
            return
        with opened(self.path) as file:
            self._handle = file
            try:
                yield file
            finally:
                self._handle = None

    @cached_property
    def blocks(self) -> dict[str, BlockPlace]:
        """The matrices by name, with where each and its genes lie."""
        with self.open() as file:
            return block_places(file)

    @cached_property
    def frames(self) -> dict[str, str]:
        """Where the table of genes of each axis lies."""
        return {"var": "var"} | {place.axis: place.frame for place in self.blocks.values()}

    @cached_property
    def cells(self) -> pd.Index:
        """The cells' names, in the file's order."""
        return self.table("obs", columns=()).index

    @cached_property
    def genes(self) -> dict[str, pd.Index]:
        """The genes' names on each axis, in the file's order."""
        return {axis: self.table(key, columns=()).index for axis, key in self.frames.items()}

    def columns(self, key: str) -> list[str]:
        """The names of a table's columns."""
        with self.open() as file:
            return column_names(file[key])

    def table(self, key: str, *, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """The table at `key` with these of its columns, or all."""
        asked = None if columns is None else tuple(columns)
        if (key, asked) not in self._tables:
            with self.open() as file:
                self._tables[key, asked] = read_frame(file, key, columns=asked)
        return self._tables[key, asked]


class Written(DataFile):
    """The file of one variant. Where its cells have opaque names, `cells` are the source's, and its table has those."""

    def __init__(self, variant: Variant, path: Path, *, cells: pd.Index | None = None) -> None:
        super().__init__(path)
        self.variant = variant
        self._known_cells = cells

    def table(self, key: str, *, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """The table at `key` with these of its columns, or all; its index is what the checks tell cells by."""
        found = super().table(key, columns=columns)
        return found if self._known_cells is None or key != "obs" else found.set_axis(self._known_cells, axis="index")

    @property
    def edit(self) -> Edit:
        """The edit that made the file."""
        return self.variant.edit


@dataclass(frozen=True)
class Files:
    """All files of one item: the variants by name, and the source, which only the checks may look into."""

    registration: Registration
    source: DataFile
    written: Mapping[DataVariantName, Written]

    @property
    def original(self) -> Written:
        """The untouched variant, to which the others are held."""
        return self.written["original"]

    def edited_by(self, *kinds: str) -> Iterator[tuple[DataVariantName, Written]]:
        """The files that were made by one of these kinds of edit."""
        return ((name, file) for name, file in self.written.items() if file.edit.kind in kinds)
