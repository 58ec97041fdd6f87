"""The inner loops over the entries of a large sparse matrix, compiled once and kept.

Importing numba takes a second, so small matrices go another way (`small`), with the same result to the bit.
"""

from typing import Any

import numba
import numpy as np
from numba import types
from numba.cpython.unsafe.numbers import trailing_zeros
from numpy.typing import NDArray

ZERO, ONE, SIX, LOW = (np.uint64(number) for number in (0, 1, 6, 63))
GONE = np.uint64(2**32 - 1)
PREAD: Any = types.ExternalFunction("pread", types.intp(types.intc, types.uintp, types.uintp, types.int64))
"""The system's: file, address, bytes, place in the file. Bytes that were read, or -1."""


@numba.njit(nogil=True, cache=True)
def gather(order: NDArray[Any], bounds: NDArray[Any], source: NDArray[Any], target: NDArray[Any]) -> None:
    """Copy the entries of lines, in the order of the lines, to `target`, whose dtype may be narrower."""
    filled = 0
    for line in order:
        for place in range(bounds[line], bounds[line + 1]):
            target[filled] = source[place]
            filled += 1


@numba.njit(nogil=True, cache=True)
def read_rows(
    file: int, rows: NDArray[Any], bounds: NDArray[Any], offsets: NDArray[Any], chunk: int, target: NDArray[Any]
) -> bool:
    """Read the entries of rows, in the order of the rows, from an open file to `target`; whether all were there.

    `offsets` says where in the file each chunk of so many entries starts.
    """
    width = target.itemsize
    address = np.uint64(target.ctypes.data)
    for row in rows:
        place = bounds[row]
        while place < bounds[row + 1]:
            number, inside = place // chunk, place % chunk
            size = min(bounds[row + 1] - place, chunk - inside)
            n_bytes = size * width
            if PREAD(file, address, n_bytes, offsets[number] + inside * width) != n_bytes:
                return False
            address += np.uint64(size * width)
            place += size
    return True


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
def pick(
    bounds: NDArray[Any],
    places: NDArray[Any],
    values: NDArray[Any],
    wanted: NDArray[Any],
    picked: NDArray[Any],
    totals: NDArray[Any],
) -> None:
    """Add the entries of rows to their totals, and those of wanted columns (a number, or -1) to `picked`."""
    for row in range(bounds.size - 1):
        for place in range(bounds[row], bounds[row + 1]):
            totals[row] += values[place]
            column = wanted[places[place]]
            if column >= 0:
                picked[row, column] += values[place]


@numba.njit(nogil=True, cache=True)
def tally(values: NDArray[Any]) -> tuple[int, int, int, float, float]:
    """The fields of `classify.Tally`."""
    present, lost, whole = 0, 0, 0
    least, greatest = np.inf, -np.inf
    for value in values:
        if value != 0:
            present += 1
            if not np.isfinite(value):
                lost += 1
            if value == np.rint(value):
                whole += 1
            least = min(least, float(value))
            greatest = max(greatest, float(value))
    return present, lost, whole, least, greatest


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
    `new_place` is `GONE` for a column that is left out. Entries of one column are added in the order they came, and
    what is zero is left out. `marks` (a bit per output column) and `slots` (a value each) are room to work in, all 0.
    """
    # Unsigned throughout: a signed index may count from the end, and asking costs a third of the time.
    filled = ZERO
    for row in range(starts.size):
        before = filled
        place = np.uint64(starts[row])
        end = place + np.uint64(lengths[row])
        while place < end:
            column = np.uint64(new_place[np.uint64(places[place])])
            if column != GONE:
                marks[column >> SIX] |= ONE << (column & LOW)
                slots[column] += values[place]
            place += ONE
        for word in range(marks.size):
            bits = marks[np.uint64(word)]
            if bits != 0:
                marks[np.uint64(word)] = 0
                first = np.uint64(word) << SIX
                while bits != 0:
                    column = first + np.uint64(trailing_zeros(bits))  # type: ignore[call-arg]  # numba gives the first
                    bits &= bits - ONE
                    value = slots[column]
                    slots[column] = 0
                    if value != 0:
                        out_places[filled] = column
                        out_values[filled] = value
                        filled += ONE
        out_lengths[row] = filled - before
    return int(filled)
