"""What the values of a matrix are, told from the values alone: names like `counts` are often wrong."""

import math
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterproof.domain.statistic import BlockClass

LOG_AT_MOST = 15.0
"""log1p of one million, the largest usual library size, is 13.8: larger values were not logged."""


def classify(values: Any) -> BlockClass:
    """The class of a matrix: whole counts, log1p of normalised counts, or scaled (z-scores).

    Parameters
    ----------
    values
        The matrix, a NumPy array or a SciPy sparse one, or any part of its values. Zeros count for nothing.

    Raises
    ------
    ValueError
        If the values are of none of these classes; the message says why.
    """
    # A dense array has a `data` too: its buffer.
    return class_of(tally_of(np.asarray(values if isinstance(values, np.ndarray) else values.data)))


class Tally(NamedTuple):
    """What a class is told from: how many values are not zero, NaN or infinite, whole; the least and the greatest."""

    present: int
    lost: int
    whole: int
    least: float
    greatest: float


class Scanned(NamedTuple):
    """Columns of a block, shape (n_cells, n_asked), each cell's sum over all columns, and the tally of all values."""

    values: NDArray[np.float64]
    totals: NDArray[np.float64]
    tally: Tally


NOTHING = Tally(present=0, lost=0, whole=0, least=math.inf, greatest=-math.inf)


def tally_of(values: NDArray[Any]) -> Tally:
    """The tally of some values; zeros count for nothing."""
    present = values[values != 0]
    if not present.size:
        return NOTHING
    return Tally(
        present=present.size,
        lost=int(np.count_nonzero(~np.isfinite(present))),
        whole=int(np.count_nonzero(present == np.rint(present))),
        least=float(present.min()),
        greatest=float(present.max()),
    )


def both(one: Tally, other: Tally) -> Tally:
    """The tally of the values of two tallies."""
    return Tally(
        present=one.present + other.present,
        lost=one.lost + other.lost,
        whole=one.whole + other.whole,
        least=min(one.least, other.least),
        greatest=max(one.greatest, other.greatest),
    )


def class_of(tally: Tally) -> BlockClass:
    """The class of the values of a tally.

    Raises
    ------
    ValueError
        If they are of none of the classes; the message says why.
    """
    if tally.present == 0:
        msg = "holds nothing but zeros"
        raise ValueError(msg)
    if tally.lost:
        msg = f"holds {tally.lost} values that are NaN or infinite"
        raise ValueError(msg)
    whole = tally.whole / tally.present
    if tally.least < 0:
        return _scaled(tally, whole=whole)
    return "counts" if whole == 1 else _log(tally, whole=whole)


def _scaled(tally: Tally, *, whole: float) -> BlockClass:
    if whole == 1:
        msg = f"holds whole numbers down to {tally.least:g}: neither counts nor z-scores"
        raise ValueError(msg)
    return "scaled"


def _log(tally: Tally, *, whole: float) -> BlockClass:
    if whole > 0.5:
        msg = f"holds almost counts: {whole:.1%} of its non-zero values are whole numbers, the others are not"
        raise ValueError(msg)
    if tally.greatest > LOG_AT_MOST:
        msg = f"holds fractions up to {tally.greatest:g}: neither counts nor their logarithm"
        raise ValueError(msg)
    return "log"
