"""Datasets that are written chunk by chunk: their place in the file depends on what is written, not on how it came."""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import Executor, Future
from functools import partial
from types import MappingProxyType
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.chunks import LEVEL, PackRuns, packed, packed_growing
from counterproof.matter.encode import mark
from counterproof.matter.runs import deflated_runs

ENTRIES_PER_CHUNK = 65_536
SIDE_OF_CHUNK = 256
"""Fixed, never fitted to a matrix: a chunk's shape would tell how much was taken away."""
FILTERS: dict[str, Any] = {"compression": "gzip", "compression_opts": LEVEL}
WAITING = 6

Job = Future[bytes] | bytes | NDArray[Any]


class Columns:
    """Datasets of one length, filled together from their first value to their last.

    Chunk number k of each follows chunk number k of the one before it. They are packed by the `packers`, and written in
    their order whenever they are done; without packers they are written as they are, under no filter. `growing` are
    those of numbers that grow slowly; the chunks of a dataset in `taken` are those of another one.
    """

    def __init__(
        self,
        group: h5py.Group,
        dtypes: Mapping[str, Any],
        *,
        growing: Sequence[str] = (),
        taken: Mapping[str, h5py.Dataset] = MappingProxyType({}),
        runs: PackRuns = deflated_runs,
        packers: Executor | None,
    ) -> None:
        self._packers = packers
        filters = [FILTERS | {"shuffle": name in growing} if packers else {} for name in dtypes]
        self._nodes = {
            name: _dataset(group, name, dtype, own) for (name, dtype), own in zip(dtypes.items(), filters, strict=True)
        }
        self._growing, self._taken = growing, taken
        self._pack_growing = partial(packed_growing, runs=runs)
        self._buffers = {name: _buffer(node) for name, node in self._nodes.items() if name not in taken}
        self._filled = self._packed = self._written = self._length = 0
        self._waiting: deque[list[Job]] = deque()

    def write(self, *values: NDArray[Any]) -> None:
        """Append the values, as many to each dataset that is not taken over."""
        start, size = 0, values[0].size
        self._length += size
        while start < size:
            if self._packers is None and not self._filled and size - start >= ENTRIES_PER_CHUNK:
                # Whole chunks go to the file from where they are.
                end = start + ENTRIES_PER_CHUNK
                self._pack([column[start:end] for column in values])
                start = end
                continue
            part = min(ENTRIES_PER_CHUNK - self._filled, size - start)
            for buffer, column in zip(self._buffers.values(), values, strict=True):
                buffer[self._filled : self._filled + part] = column[start : start + part]
            self._filled += part
            start += part
            if self._filled == ENTRIES_PER_CHUNK:
                self._pack(self._buffers.values())

    def copy(self, group: h5py.Group) -> None:
        """Take over the datasets of another group whole, which this writer wrote; there is nothing else to write."""
        nodes = [group[name] for name in self._nodes]
        self._length = int(nodes[0].shape[0])
        for start in range(0, self._length, ENTRIES_PER_CHUNK):
            self._waiting.append([_stored(node, start) for node in nodes])
            self._put(keep=0)

    def close(self) -> None:
        """Write what is left. Nothing can be appended afterwards."""
        if self._filled:
            for buffer in self._buffers.values():
                buffer[self._filled :] = 0
            self._pack(self._buffers.values())
        self._put(keep=0)

    def _pack(self, chunks: Iterable[NDArray[Any]]) -> None:
        own = dict(zip(self._buffers, chunks, strict=True))
        self._waiting.append([self._job(name, own.get(name)) for name in self._nodes])
        self._filled = 0
        self._packed += 1
        if self._packers is None:
            self._put(keep=0)
            return
        self._buffers = {name: np.empty_like(buffer) for name, buffer in self._buffers.items()}
        self._put(keep=WAITING)

    def _job(self, name: str, chunk: NDArray[Any] | None) -> Job:
        if chunk is None:
            return _stored(self._taken[name], self._packed * ENTRIES_PER_CHUNK)
        if self._packers is None:
            return np.ascontiguousarray(chunk, self._nodes[name].dtype)
        return self._packers.submit(self._pack_growing if name in self._growing else packed, chunk)

    def _put(self, *, keep: int) -> None:
        while len(self._waiting) > keep:
            start = self._written * ENTRIES_PER_CHUNK
            # Never longer than it will be: HDF5 packs the last chunk of a dataset that shrinks anew.
            end = min(start + ENTRIES_PER_CHUNK, self._length)
            for node, job in zip(self._nodes.values(), self._waiting.popleft(), strict=True):
                node.resize((end,))
                node.id.write_direct_chunk((start,), job.result() if isinstance(job, Future) else job)
            self._written += 1


class Tiles:
    """A dense matrix, filled from its first row to its last, in square tiles; without packers under no filter."""

    def __init__(
        self, parent: h5py.Group, key: str, shape: tuple[int, int], dtype: Any, *, packers: Executor | None
    ) -> None:
        chunks = (SIDE_OF_CHUNK, SIDE_OF_CHUNK)
        # Resizable, so that a tile may be larger than the matrix.
        options = {"chunks": chunks, "maxshape": (None, None)} | (FILTERS if packers else {})
        self._node = parent.create_dataset(key, shape, dtype, **options)
        mark(self._node, "array", "0.2.0")
        self._packers = packers
        self._lefts = range(0, shape[1], SIDE_OF_CHUNK)
        self._band = np.zeros((SIDE_OF_CHUNK, len(self._lefts) * SIDE_OF_CHUNK), dtype)
        self._filled = self._top = 0

    def write(self, rows: NDArray[Any]) -> None:
        """Append rows."""
        start = 0
        while start < len(rows):
            part = min(SIDE_OF_CHUNK - self._filled, len(rows) - start)
            self._band[self._filled : self._filled + part, : rows.shape[1]] = rows[start : start + part]
            self._filled += part
            start += part
            if self._filled == SIDE_OF_CHUNK:
                self._put()

    def copy(self, node: h5py.Dataset) -> None:
        """Take over another matrix whole, which this writer wrote."""
        for top in range(0, node.shape[0], SIDE_OF_CHUNK):
            for left in self._lefts:
                self._node.id.write_direct_chunk((top, left), node.id.read_direct_chunk((top, left))[1])

    def close(self) -> None:
        """Write what is left."""
        if self._filled:
            self._band[self._filled :] = 0
            self._put()

    def _put(self) -> None:
        tiles = [self._band[:, left : left + SIDE_OF_CHUNK] for left in self._lefts]
        chunks = self._packers.map(packed, tiles) if self._packers else map(np.ascontiguousarray, tiles)
        for left, stored in zip(self._lefts, chunks, strict=True):
            self._node.id.write_direct_chunk((self._top, left), stored)
        self._top += SIDE_OF_CHUNK
        self._filled = 0


def _dataset(group: h5py.Group, name: str, dtype: Any, filters: Mapping[str, Any]) -> h5py.Dataset:
    node = group.create_dataset(name, (0,), dtype, chunks=(ENTRIES_PER_CHUNK,), maxshape=(None,), **filters)
    mark(node, "array", "0.2.0")
    return node


def _buffer(node: h5py.Dataset) -> NDArray[Any]:
    return np.empty(ENTRIES_PER_CHUNK, node.dtype)


def _stored(node: h5py.Dataset, start: int) -> bytes:
    return bytes(node.id.read_direct_chunk((start,))[1])
