"""A gene's expression per cell on the scale that the question is asked in."""

import numpy as np
from numpy.typing import NDArray

from counterproof.domain.statistic import BlockClass

PER_CELL = 10_000
"""Counts of every cell are scaled to this sum before the logarithm."""


def log_expression(
    values: NDArray[np.float64], totals: NDArray[np.float64], *, block_class: BlockClass
) -> NDArray[np.float64]:
    """Natural log1p of counts per 10,000; values of a log or scaled block as they are. A cell without counts has 0.

    Parameters
    ----------
    values
        One gene over cells (or over sums of cells), shape (n,).
    totals
        Sum of all genes of the block for each of them, shape (n,).
    """
    if block_class != "counts":
        return values
    shares = np.divide(values, totals, out=np.zeros_like(values), where=totals > 0)
    logs: NDArray[np.float64] = np.log1p(shares * PER_CELL)
    return logs
