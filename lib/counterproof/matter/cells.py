"""What a statistic reads of one block of a file."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.statistic import BlockClass


@dataclass(frozen=True)
class Cells:
    """Labels and expression of the same cells, in the file's order.

    `obs` holds the asked columns as text, NaN where a label is missing. `expression` holds the asked genes that the
    block has, in the unit of the block, float64, shape (n_cells, n_genes). `totals` is each cell's sum over all genes
    of the block, for counts only.
    """

    obs: pd.DataFrame
    expression: pd.DataFrame
    totals: NDArray[np.float64] | None
    block_class: BlockClass

    def take(self, rows: NDArray[np.int64]) -> "Cells":
        """The cells at these places, in this order; a place may come more than once."""
        totals = None if self.totals is None else self.totals[rows]
        return Cells(self.obs.iloc[rows], self.expression.iloc[rows], totals, self.block_class)


def as_text(labels: pd.Series) -> pd.Series:
    """The labels as text, whatever their dtype; NaN where one is missing.

    Whole numbers are written without a point, truth values as `True` and `False`: as an item's author reads them.
    """
    if isinstance(labels.dtype, pd.CategoricalDtype):
        levels = np.array([*map(str, labels.cat.categories), np.nan], dtype=object)
        return pd.Series(levels[labels.cat.codes.to_numpy()], index=labels.index, name=labels.name, dtype=object)
    return labels.astype(object).map(str, na_action="ignore").where(labels.notna(), np.nan)
