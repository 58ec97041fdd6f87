"""What a data file offers to items: its blocks, labels and genes, each looked up once."""

from functools import cached_property
from pathlib import Path

import pandas as pd

from counterproof.domain.problem import InputError
from counterproof.domain.statistic import BlockClass
from counterproof.matter.blocks import BlockPlace, block_places
from counterproof.matter.cells import as_text
from counterproof.matter.frames import column_names, read_frame
from counterproof.matter.h5ad import read_cells
from counterproof.matter.opening import opened


class Contents:
    """The contents of the file at `path`, read as they are asked for.

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
        self._values: dict[str, tuple[str, ...]] = {}
        self._classes: dict[str, BlockClass | InputError] = {}

    @property
    def blocks(self) -> tuple[str, ...]:
        """The names of the blocks."""
        return tuple(self._places)

    def values(self, column: str) -> tuple[str, ...]:
        """The labels that cells have in an obs column, sorted; levels that no cell has are left out."""
        if column not in self._values:
            with opened(self.path) as file:
                labels = as_text(read_frame(file, "obs", columns=[column])[column])
            self._values[column] = tuple(sorted(labels.dropna().unique()))
        return self._values[column]

    def block_class(self, block: str) -> BlockClass | InputError:
        """What the values of a block are, or why they are of no known class."""
        if block not in self._classes:
            try:
                self._classes[block] = read_cells(self.path, block=block, genes=(), columns=()).block_class
            except InputError as error:
                self._classes[block] = error
        return self._classes[block]

    def genes(self, block: str) -> pd.Index:
        """The gene names of a block, in their order."""
        return self._genes[self._places[block].frame]

    @cached_property
    def _genes(self) -> dict[str, pd.Index]:
        frames = {place.frame for place in self._places.values()}
        with opened(self.path) as file:
            return {frame: read_frame(file, frame, columns=()).index for frame in frames}
