"""A data file as the author of an item looks at it: what can be chosen, and the cells of any statistic."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.statistic import BlockClass
from counterproof.matter.cells import Cells, Labels, as_text, labels_of
from counterproof.matter.h5ad import H5ad, UnknownClassError, open_h5ad, read_cells
from counterproof.matter.opening import unusable

FEWEST, MOST = 2, 50
"""An obs column with fewer labels compares nothing; one with more is no grouping that a person chooses from a list."""


class BlockFacts(NamedTuple):
    """What the values of a block are (null, with the `reason`, where nobody can tell), and how many genes it has."""

    block_class: BlockClass | None
    n_genes: int
    reason: str = ""


class Looked:
    """The file at `path`. Every gene of a block and every column is read once and then kept, so that a choice shows
    its numbers at once; the file must not change meanwhile.

    Raises
    ------
    InputError
        If the file is no h5ad file.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.source: H5ad = open_h5ad(path)
        self._read: dict[str, Cells | UnknownClassError] = {}
        self._labels: dict[str, Labels] = {}

    @cached_property
    def groupings(self) -> dict[str, dict[str, int]]:
        """The obs columns with 2 to 50 labels: each label with its number of cells, in the order of their names."""
        counted = {str(name): as_text(self.source.obs[name]).value_counts().sort_index() for name in self.source.obs}
        return {
            name: {str(label): int(n) for label, n in counts.items()}
            for name, counts in counted.items()
            if FEWEST <= len(counts) <= MOST
        }

    @cached_property
    def blocks(self) -> dict[str, BlockFacts]:
        """The blocks by name."""
        found = {}
        for name, block in self.source.blocks.items():
            cells = self._cells(name, ())
            n_genes = len(self.source.axes[block.axis])
            if isinstance(cells, UnknownClassError):
                found[name] = BlockFacts(None, n_genes, "; ".join(problem.wrong for problem in cells.problems))
            else:
                found[name] = BlockFacts(cells.block_class, n_genes)
        return found

    def names(self, block: str) -> pd.Index:
        """The names of a block's genes, in their order."""
        return self.source.axes[self.source.blocks[block].axis].index

    def genes_like(self, text: str, *, block: str, at_most: int = 30) -> tuple[str, ...]:
        """The genes of a block whose name starts with the text, in any case, then those that hold it; each by name."""
        wanted = text.strip().casefold()
        names = sorted({str(name) for name in self.names(block)})
        starting = [name for name in names if name.casefold().startswith(wanted)]
        within = [name for name in names if wanted in name.casefold() and not name.casefold().startswith(wanted)]
        return tuple([*starting, *within][:at_most])

    def cells(self, block: str, *, genes: Sequence[str], columns: Sequence[str]) -> Cells:
        """The asked labels and genes of one block, as `matter.h5ad.read_cells` gives them.

        Raises
        ------
        InputError
            If a gene's name is not unique, there is no such column or block, or the block is of no known class.
        """
        found = self._cells(block, tuple(dict.fromkeys(genes)))
        if isinstance(found, UnknownClassError):
            raise found
        return Cells(
            n_cells=found.n_cells,
            labels={name: self._label(name) for name in dict.fromkeys(columns)},
            expression={gene: found.expression[gene] for gene in dict.fromkeys(genes) if gene in found.expression},
            totals=found.totals,
            block_class=found.block_class,
        )

    def _cells(self, block: str, genes: tuple[str, ...]) -> Cells | UnknownClassError:
        known = self._read.get(block)
        if isinstance(known, UnknownClassError):
            return known
        there: set[str] = set(self.names(block)) if genes and block in self.source.blocks else set(genes)
        lacking = [gene for gene in genes if known is None or gene not in known.expression]
        if known is not None and not there.intersection(lacking):
            return known
        try:
            new = read_cells(self.path, block=block, genes=lacking, columns=())
        except UnknownClassError as error:
            self._read[block] = error
            return error
        expression: dict[str, NDArray[np.float64]] = {**(known.expression if known else {}), **new.expression}
        self._read[block] = Cells(new.n_cells, {}, expression, new.totals, new.block_class)
        return self._read[block]

    def _label(self, column: str) -> Labels:
        if column not in self._labels:
            if column not in self.source.obs:
                seen = ", ".join(map(str, self.source.obs))
                raise unusable(self.path, f"has no column {column!r}", place="obs", seen=seen)
            self._labels[column] = labels_of(self.source.obs[column])
        return self._labels[column]
