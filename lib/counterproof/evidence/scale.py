"""One scale for all expression: natural log of counts per 10,000, plus one."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from counterproof.matter.cells import Cells

COUNTS_PER = 10_000.0


def log_expression(cells: Cells) -> Mapping[str, NDArray[np.float64]]:
    """The cells' expression on the log scale, by gene, shape (n_cells,) each.

    A `log` block is on it already; a `scaled` block keeps its z-scores (its unit is then standard deviations); `counts`
    become log1p(counts * 10,000 / the cell's total in the block). A cell without counts is NaN, not 0.
    """
    if cells.block_class != "counts":
        return cells.expression
    return {gene: normalised(counts, totals=cells.totals) for gene, counts in cells.expression.items()}


def normalised(counts: NDArray[np.float64], *, totals: NDArray[np.float64] | None) -> NDArray[np.float64]:
    """log1p of counts per 10,000; NaN where the total is 0. Both of shape (n,)."""
    if totals is None:
        msg = "counts need the totals of their cells: read the block with `read_cells`"
        raise ValueError(msg)
    with np.errstate(divide="ignore", invalid="ignore"):
        scaled: NDArray[np.float64] = np.log1p(counts * COUNTS_PER / totals)
    return scaled
