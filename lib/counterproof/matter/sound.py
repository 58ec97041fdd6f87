"""What must hold of a sparse matrix before compiled code walks it.

A damaged file may name a row or column that is not there. NumPy counts a negative place from the end, and what is
compiled reads past the array: the first is a wrong figure, the second the end of the program.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def sound_bounds(bounds: NDArray[np.int64], *, lines: int, entries: int) -> NDArray[np.int64]:
    """The bounds of `lines` lines among so many entries, as they are.

    Raises
    ------
    ValueError
        If they are not one more than there are lines, do not start at 0, fall, or end past the entries.
    """
    if bounds.shape != (lines + 1,) or bounds[0] != 0 or bounds[-1] > entries or (bounds[1:] < bounds[:-1]).any():
        msg = f"the bounds of {lines} lines do not fit the {entries} entries"
        raise ValueError(msg)
    return bounds


def sound_places(places: NDArray[Any], *, within: int) -> NDArray[Any]:
    """The places of entries on an axis of length `within`, as they are.

    Raises
    ------
    ValueError
        If one lies outside the axis.
    """
    if places.size and (places.min() < 0 or places.max() >= within):
        msg = f"an entry lies outside the {within} places of its line"
        raise ValueError(msg)
    return places
