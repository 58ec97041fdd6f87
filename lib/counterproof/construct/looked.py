"""A data file as the author of an item looks at it: what can be chosen, and the cells of any statistic."""

from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from counterproof.domain.problem import InputError
from counterproof.domain.statistic import BlockClass
from counterproof.matter.cells import as_text
from counterproof.matter.contents import Contents
from counterproof.matter.h5ad import H5ad, open_h5ad

FEWEST, MOST = 2, 50
"""An obs column with fewer labels compares nothing; one with more is no grouping that a person chooses from a list."""


class BlockFacts(NamedTuple):
    """What the values of a block are (null, with the `reason`, where nobody can tell), and how many genes it has."""

    block_class: BlockClass | None
    n_genes: int
    reason: str = ""


class Looked(Contents):
    """The contents of the file at `path`, and the `source` that edits start from.

    Every gene of a block and every column is read once and then kept, so that a choice shows its numbers at once.

    Raises
    ------
    InputError
        If the file is no h5ad file.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.source: H5ad = open_h5ad(path)

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
    def facts(self) -> dict[str, BlockFacts]:
        """What there is to know of each block, by its name."""
        found = {}
        for block in self.blocks:
            told, n_genes = self.block_class(block), len(self.genes(block))
            if isinstance(told, InputError):
                found[block] = BlockFacts(None, n_genes, "; ".join(problem.wrong for problem in told.problems))
            else:
                found[block] = BlockFacts(told, n_genes)
        return found

    def genes_like(self, text: str, *, block: str, at_most: int = 30) -> tuple[str, ...]:
        """The genes of a block whose name starts with the text, in any case, then those that hold it; each by name."""
        wanted = text.strip().casefold()
        names = sorted({str(name) for name in self.genes(block)})
        starting = [name for name in names if name.casefold().startswith(wanted)]
        within = [name for name in names if wanted in name.casefold() and not name.casefold().startswith(wanted)]
        return tuple([*starting, *within][:at_most])
