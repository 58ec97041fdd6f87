"""A few genes of a large block, the totals of its cells, and the class of its values, from one reading of it.

The usual file (CSR, places and values in chunks of one length) is worked on chunk by chunk, with NumPy alone: a check
of a written variant is then over before a compiler would be loaded. Other layouts go row by row, or column by column.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.chunks import unpacker
from counterproof.matter.classify import NOTHING, Scanned, Tally, both, tally_of
from counterproof.matter.sound import sound_places
from counterproof.matter.stored import StoredBlock, bounds_of, rows_of
from counterproof.matter.stream import THREADS

AHEAD = 8


class Piece(NamedTuple):
    """What one chunk adds: sums of its rows from `first` on, and its entries in wanted columns."""

    first: int
    sums: NDArray[np.float64]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: NDArray[Any]
    tally: Tally


def scan(block: StoredBlock, node: Any, positions: NDArray[np.int64], *, threads: int | None = None) -> Scanned:
    """The columns at these places of a block that stays in its file, which is open at `node`.

    The totals are those of the cells if all values are whole numbers, and of no use else.
    """
    found = Scanned(np.zeros((block.shape[0], positions.size)), np.zeros(block.shape[0]), NOTHING)
    if block.layout == "dense":
        return _scan_dense(node, positions, found)
    # A byte each, for a few genes: the table then stays in the fastest cache.
    wanted = np.full(block.shape[1], -1, dtype=np.int8 if positions.size < 128 else np.int32)
    wanted[positions] = np.arange(positions.size)
    with ThreadPoolExecutor(threads or THREADS) as pool:
        if block.layout == "csr" and node["data"].chunks and node["data"].chunks == node["indices"].chunks:
            return _scan_chunks(node, wanted, found, pool=pool)
        from counterproof.matter.scan_lines import scan_lines  # noqa: PLC0415 it compiles: a second that most files save

        return scan_lines(block, node, wanted, found, pool=pool)


def _scan_dense(node: h5py.Dataset, positions: NDArray[np.int64], found: Scanned) -> Scanned:
    seen = found.tally
    for first, rows in rows_of(node):
        found.values[first : first + len(rows)] = rows[:, positions]
        found.totals[first : first + len(rows)] = rows.sum(axis=1, dtype=np.float64)
        seen = both(seen, tally_of(rows))
    return found._replace(tally=seen)


def _scan_chunks(node: h5py.Group, wanted: NDArray[Any], found: Scanned, *, pool: Executor) -> Scanned:
    seen = found.tally
    for piece in _pieces(node, wanted, pool):
        found.totals[piece.first : piece.first + piece.sums.size] += piece.sums
        # A place may come twice, also in one chunk.
        np.add.at(found.values, (piece.rows, piece.columns), piece.values)
        seen = both(seen, piece.tally)
    return found._replace(tally=seen)


def _pieces(node: h5py.Group, wanted: NDArray[Any], pool: Executor) -> Iterator[Piece]:
    bounds = bounds_of(node)
    waiting: deque[Future[Piece]] = deque()
    values, places = node["data"], node["indices"]
    unpack_values, unpack_places = unpacker(values), unpacker(places)
    for start in range(0, int(bounds[-1]), values.chunks[0]):
        end = min(start + values.chunks[0], int(bounds[-1]))
        chunks = (_read(values, start, end, unpack_values), _read(places, start, end, unpack_places))
        waiting.append(pool.submit(_piece, *chunks, bounds, start, end, wanted))
        if len(waiting) > AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


class Chunk(NamedTuple):
    """A chunk as it is stored, and what unpacks it (null: it is unpacked)."""

    stored: Any
    unpack: Any

    def values(self, size: int) -> NDArray[Any]:
        """Its first `size` values."""
        unpacked: NDArray[Any] = self.unpack(self.stored) if self.unpack else self.stored
        return unpacked[:size]


def _read(node: h5py.Dataset, start: int, end: int, unpack: Any) -> Chunk:
    if unpack:
        try:
            mask, stored = node.id.read_direct_chunk((start,))
        except (OSError, ValueError):  # a chunk that was never written
            mask = 1
        if mask == 0:
            return Chunk(stored, unpack)
    return Chunk(np.asarray(node[start:end]), None)


def _piece(
    values: Chunk, places: Chunk, bounds: NDArray[np.int64], start: int, end: int, wanted: NDArray[Any]
) -> Piece:
    own = values.values(end - start)
    columns = np.take(wanted, sound_places(places.values(end - start), within=wanted.size))
    hits = np.flatnonzero(columns >= 0)
    first = int(np.searchsorted(bounds, start, "right")) - 1
    last = int(np.searchsorted(bounds, end, "left"))
    cuts = np.clip(bounds[first : last + 1], start, end) - start
    filled = np.diff(cuts) > 0
    tally = tally_of(own)
    sums = np.zeros(cuts.size - 1)
    # One fraction, and the block is none of counts: nobody asks for its sums.
    if tally.whole == tally.present:
        # Of an empty row `reduceat` would give the next value.
        sums[filled] = np.add.reduceat(own.astype(np.float64), cuts[:-1][filled])
    rows = np.searchsorted(bounds, hits + start, "right") - 1
    return Piece(first, sums, rows, columns[hits].astype(np.int64), own[hits], tally)
