"""What a statistic reads of one block of a file."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.statistic import BlockClass


@dataclass(frozen=True)
class Labels:
    """One label per cell: `codes` are places in `levels`, -1 where a label is missing, shape (n_cells,)."""

    codes: NDArray[np.intp]
    levels: tuple[str, ...]

    def are(self, value: str) -> NDArray[np.bool_]:
        """Which cells carry this label, shape (n_cells,)."""
        place = self.levels.index(value) if value in self.levels else len(self.levels)
        return np.equal(self.codes, place)

    def take(self, rows: NDArray[np.intp]) -> "Labels":
        """The labels of the cells at these places."""
        return Labels(self.codes[rows], self.levels)


@dataclass(frozen=True)
class Cells:
    """Labels and expression of the same cells, in the file's order.

    `labels` holds the asked obs columns; `expression` the asked genes that the block has, in the unit of the block,
    float64, shape (n_cells,) each. `totals` is each cell's sum over all genes of the block, for counts only. Plain
    arrays, so that a statistic can be computed on thousands of resamples of the cells.
    """

    n_cells: int
    labels: Mapping[str, Labels]
    expression: Mapping[str, NDArray[np.float64]]
    totals: NDArray[np.float64] | None
    block_class: BlockClass

    def take(self, rows: NDArray[np.intp]) -> "Cells":
        """The cells at these places, in this order; a place may come more than once."""
        return Cells(
            n_cells=len(rows),
            labels={name: labels.take(rows) for name, labels in self.labels.items()},
            expression={name: values[rows] for name, values in self.expression.items()},
            totals=None if self.totals is None else self.totals[rows],
            block_class=self.block_class,
        )


def labels_of(column: pd.Series) -> Labels:
    """The labels of an obs column of any dtype, as text; the levels are those that some cell has, sorted."""
    codes, levels = pd.factorize(as_text(column), sort=True)
    return Labels(codes, tuple(map(str, levels)))


def as_text(labels: pd.Series) -> pd.Series:
    """The labels as text, whatever their dtype; NaN where one is missing.

    Whole numbers are written without a point, truth values as `True` and `False`: as an item's author reads them.
    """
    if isinstance(labels.dtype, pd.CategoricalDtype):
        levels = np.array([*map(str, labels.cat.categories), np.nan], dtype=object)
        return pd.Series(levels[labels.cat.codes.to_numpy()], index=labels.index, name=labels.name, dtype=object)
    return labels.astype(object).map(str, na_action="ignore").where(labels.notna(), np.nan)
