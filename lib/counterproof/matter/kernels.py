"""The inner loops over the entries of a large sparse matrix, compiled once and kept.

Importing numba takes a second, so small matrices go another way (`small`), with the same result to the bit.
"""

from typing import Any

import numba
import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros
from numpy.typing import NDArray

ONE = np.uint64(1)
LOW = np.uint64(63)


@numba.njit(nogil=True, cache=True)
def gather(order: NDArray[Any], bounds: NDArray[Any], source: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy the entries of lines, in the order of the lines, to `target`, whose dtype may be narrower."""
    filled = 0
    for line in order:
        for place in range(bounds[line], bounds[line + 1]):
            target[filled] = source[place]
            filled += 1


@numba.njit(nogil=True, cache=True)
def ascending(bounds: NDArray[Any], places: NDArray[Any]) -> bool:
    """Whether the places of every line grow, so that none comes twice."""
    for line in range(bounds.size - 1):
        for place in range(bounds[line] + 1, bounds[line + 1]):
            if places[place] <= places[place - 1]:
                return False
    return True


@numba.njit(nogil=True, cache=True)
def by_row(rows: NDArray[Any], bounds: NDArray[Any], source: NDArray[Any], target: NDArray[Any]) -> None:
    """Put entries that came in any order behind each other row by row, those of a row in the order they came."""
    filled = bounds.copy()
    for place in range(rows.size):
        row = rows[place]
        target[filled[row]] = source[place]
        filled[row] += 1


@numba.njit(nogil=True, cache=True)
def arrange(  # noqa: PLR0913, PLR0917 compiled code takes arrays
    starts: NDArray[Any],
    lengths: NDArray[Any],
    places: NDArray[Any],
    values: NDArray[Any],
    new_place: NDArray[Any],
    marks: NDArray[Any],
    slots: NDArray[Any],
    out_places: NDArray[Any],
    out_values: NDArray[Any],
    out_lengths: NDArray[Any],
) -> int:
    """Rows with their columns moved, in ascending order without a sort; the number of entries.

    A bit per column says where a row has an entry, and reading the bits in their order gives the columns in theirs.
    `new_place` is -1 for a column that is left out. Entries of one column are added in the order they came, and what is
    zero is left out. `marks` (a bit per output column, all 0) and `slots` (a value each) are room to work in.
    """
    filled = 0
    for row in range(starts.size):
        before = filled
        for place in range(starts[row], starts[row] + lengths[row]):
            column = new_place[places[place]]
            if column >= 0:
                word, bit = column >> 6, ONE << (np.uint64(column) & LOW)
                if marks[word] & bit:
                    slots[column] += values[place]
                else:
                    marks[word] |= bit
                    slots[column] = values[place]
        for word in range(marks.size):
            bits = marks[word]
            if bits != 0:
                marks[word] = 0
                first = word << 6
                while bits != 0:
                    column = first + np.int64(trailing_zeros(bits))  # type: ignore[call-arg]  # numba fills in the first argument
                    bits &= bits - ONE
                    if slots[column] != 0:
                        out_places[filled] = column
                        out_values[filled] = slots[column]
                        filled += 1
        out_lengths[row] = filled - before
    return filled
