"""What a data file holds: its blocks, labels and genes, and the cells of any statistic, each read once."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.problem import InputError
from counterproof.domain.statistic import BlockClass
from counterproof.matter.blocks import BlockPlace, block_places
from counterproof.matter.cells import Cells, Labels, labels_of
from counterproof.matter.frames import column_names, read_frame
from counterproof.matter.h5ad import UnknownClassError, read_cells
from counterproof.matter.opening import opened, unusable


class Contents:
    """The contents of the file at `path`, read as they are asked for and then kept: the file must not change meanwhile.

    Raises
    ------
    InputError
        If the file is no h5ad file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with opened(path) as file:
            self._places: dict[str, BlockPlace] = block_places(file)
            self.columns: tuple[str, ...] = tuple(column_names(file["obs"]))
        self._labels: dict[str, Labels] = {}
        self._cells: dict[str, Cells | InputError] = {}

    @property
    def blocks(self) -> tuple[str, ...]:
        """The names of the blocks."""
        return tuple(self._places)

    def labels(self, column: str) -> Labels:
        """The labels of an obs column, in the order of the cells.

        Raises
        ------
        InputError
            If there is no such column.
        """
        if column not in self._labels:
            if column not in self.columns:
                raise unusable(self.path, f"has no column {column!r}", place="obs", seen=", ".join(self.columns))
            with opened(self.path) as file:
                self._labels[column] = labels_of(read_frame(file, "obs", columns=[column], named=False)[column])
        return self._labels[column]

    def values(self, column: str) -> tuple[str, ...]:
        """The labels that cells have in an obs column, sorted; levels that no cell has are left out."""
        return self.labels(column).levels

    def block_class(self, block: str) -> BlockClass | InputError:
        """What the values of a block are, or why they are of no known class."""
        try:
            return self._cells_of(block, ()).block_class
        except InputError as error:
            return error

    def genes(self, block: str) -> pd.Index:
        """The gene names of a block, in their order."""
        return self._genes[self._places[block].frame]

    def cells(self, block: str, *, genes: Sequence[str], columns: Sequence[str]) -> Cells:
        """The asked labels and genes of one block, as `h5ad.read_cells` gives them.

        Raises
        ------
        InputError
            If a gene's name is not unique, there is no such column or block, or the block is of no known class.
        """
        asked = tuple(dict.fromkeys(genes))
        found = self._cells_of(block, asked)
        return Cells(
            n_cells=found.n_cells,
            labels={name: self.labels(name) for name in dict.fromkeys(columns)},
            expression={gene: found.expression[gene] for gene in asked if gene in found.expression},
            totals=found.totals,
            block_class=found.block_class,
        )

    @cached_property
    def _genes(self) -> dict[str, pd.Index]:
        frames = {place.frame for place in self._places.values()}
        with opened(self.path) as file:
            return {frame: read_frame(file, frame, columns=()).index for frame in frames}

    def _cells_of(self, block: str, genes: tuple[str, ...]) -> Cells:
        """The cells of a block, with these genes and all that were asked for before."""
        known = self._cells.get(block)
        if isinstance(known, InputError):
            raise known
        lacking = [gene for gene in genes if known is None or gene not in known.expression]
        if known is not None and not set(self.genes(block)).intersection(lacking):
            return known
        try:
            new = read_cells(self.path, block=block, genes=lacking, columns=())
        except InputError as error:
            # A gene's name that is not unique is a fault of what was asked, all else one of the block.
            if not lacking or isinstance(error, UnknownClassError):
                self._cells[block] = error
            raise
        expression: dict[str, NDArray[np.float64]] = {**(known.expression if known else {}), **new.expression}
        found = Cells(new.n_cells, {}, expression, new.totals, new.block_class)
        self._cells[block] = found
        return found
