"""The rows of a source as those of a variant: in its order, with its columns."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterproof.matter.buckets import Held
from counterproof.matter.in_place import Reader
from counterproof.matter.kernels import GONE, arrange
from counterproof.matter.plan import SIZES
from counterproof.matter.sparse_rows import Rows
from counterproof.matter.stored import cuts

AHEAD = 3


class Mover:
    """The columns of a variant: where each source column goes, and room to work in for each thread."""

    def __init__(self, columns: NDArray[np.int64], *, n_columns: int, places: Any, values: Any) -> None:
        self._new_place = np.full(n_columns, GONE, dtype=np.uint32)
        self._new_place[columns] = np.arange(columns.size, dtype=np.uint32)
        self._size, self._places, self._values = columns.size, places, values
        self._own = threading.local()
        self._free: deque[tuple[NDArray[Any], NDArray[Any]]] = deque()

    def rows(self, held: Held, local: NDArray[np.int64]) -> Rows:
        """The rows at these places of the bucket, in this order."""
        if not hasattr(self._own, "marks"):
            self._own.marks = np.zeros(self._size // 64 + 1, dtype=np.uint64)
            self._own.slots = np.zeros(self._size, dtype=self._values)
        lengths = held.lengths[local]
        most = int(lengths.sum())
        places, values = self._room(most)
        found = np.empty_like(lengths)
        size = arrange(
            held.starts[local],
            lengths,
            held.places,
            held.values,
            self._new_place,
            self._own.marks,
            self._own.slots,
            places,
            values,
            found,
        )
        return Rows(places[:size], values[:size], found)

    def take_back(self, rows: Rows) -> None:
        """Use the memory of these rows, which nobody needs any more, for others: new memory has to be cleared first."""
        places, values = rows.places.base, rows.values.base
        if places is not None and values is not None:
            self._free.append((places, values))

    def _room(self, size: int) -> tuple[NDArray[Any], NDArray[Any]]:
        try:
            places, values = self._free.popleft()
        except IndexError:
            pass
        else:
            if places.size >= size:
                return places, values
        return np.empty(size, self._places), np.empty(size, self._values)


def emitted(
    mover: Mover, held: Held, rows: NDArray[np.int64], *, pool: Executor, entries: int = SIZES.piece
) -> Iterator[Rows]:
    """The variant's rows with these source rows, about so many entries at a time, worked on ahead by the pool."""
    local = np.searchsorted(held.members, rows)
    pieces = _pieces(held.lengths[local], entries)
    return _ahead((partial(mover.rows, held, local[piece]) for piece in pieces), pool)


def emitted_in_place(
    mover: Mover, reader: Reader, rows: NDArray[np.int64], *, pool: Executor, entries: int = SIZES.piece
) -> Iterator[Rows]:
    """As `emitted`, of rows that are read from where they lie."""

    def moved(piece: slice) -> Rows:
        own = rows[piece]
        return mover.rows(reader.held(own), np.arange(own.size))

    return _ahead((partial(moved, piece) for piece in _pieces(reader.lengths[rows], entries)), pool)


def _pieces(lengths: NDArray[np.int64], entries: int) -> Iterator[slice]:
    return (slice(*cut) for cut in cuts(np.concatenate([[0], np.cumsum(lengths)]), entries=entries))


def _ahead(jobs: Iterable[Callable[[], Rows]], pool: Executor) -> Iterator[Rows]:
    waiting: deque[Future[Rows]] = deque()
    for job in jobs:
        waiting.append(pool.submit(job))
        if len(waiting) > AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()
