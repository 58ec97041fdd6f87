"""What the values of a matrix are, told from the values alone: names like `counts` are often wrong."""

from typing import Any

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
    stored = np.asarray(values if isinstance(values, np.ndarray) else values.data)
    present = stored[stored != 0]
    if present.size == 0:
        msg = "holds nothing but zeros"
        raise ValueError(msg)
    lost = int(np.count_nonzero(~np.isfinite(present)))
    if lost:
        msg = f"holds {lost} values that are NaN or infinite"
        raise ValueError(msg)
    whole = float(np.mean(present == np.rint(present)))
    if (present < 0).any():
        return _scaled(present, whole=whole)
    return "counts" if whole == 1 else _log(present, whole=whole)


def _scaled(present: NDArray[Any], *, whole: float) -> BlockClass:
    if whole == 1:
        msg = f"holds whole numbers down to {present.min():g}: neither counts nor z-scores"
        raise ValueError(msg)
    return "scaled"


def _log(present: NDArray[Any], *, whole: float) -> BlockClass:
    if whole > 0.5:
        msg = f"holds almost counts: {whole:.1%} of its non-zero values are whole numbers, the others are not"
        raise ValueError(msg)
    if present.max() > LOG_AT_MOST:
        msg = f"holds fractions up to {present.max():g}: neither counts nor their logarithm"
        raise ValueError(msg)
    return "log"
