"""Rows of a source that is not compressed, read from where they lie in its file, in whatever order a variant has them.

Nothing has to wait in temporary files then. The source is read once for each variant, from what the system keeps of it
in memory; so this is for blocks that are small beside the machine's memory.
"""

import threading
from concurrent.futures import Executor
from io import FileIO
from pathlib import Path
from typing import Any, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.buckets import Held, is_plain
from counterproof.matter.kernels import read_rows
from counterproof.matter.opening import unusable
from counterproof.matter.stored import Lines, StoredBlock, cuts

MOST_CHUNKS = 50_000
"""Of an array: to ask for the place of one takes HDF5 25 microseconds."""


class Array(NamedTuple):
    """A one-dimensional dataset as it lies in its file: where each of its chunks, of `chunk` values, starts."""

    offsets: NDArray[np.int64]
    chunk: int
    dtype: "np.dtype[Any]"


class Reader:
    """The rows of a sparse matrix; `bounds` has where each starts among the entries, and their end.

    `file` is the file that it lies in, open for reading.
    """

    def __init__(self, file: FileIO, bounds: NDArray[np.int64], places: Array, values: Array) -> None:
        self._file, self._bounds = file, bounds
        self._arrays = {"places": places, "values": values}
        self.lengths = np.diff(bounds)
        self._own = threading.local()

    def is_plain(self, pool: Executor, *, across: int, places: bool, entries: int) -> bool:
        """Whether the columns of every row ascend and no value is zero: see `buckets.deal`. Read from first to last."""

        def told(first: int, last: int) -> bool:
            rows, bounds = np.arange(first, last), self._bounds[first : last + 1] - self._bounds[first]
            found = self._read("places", rows) if places else np.empty(0, np.int32)
            return is_plain(Lines(first, bounds, found, self._read("values", rows)), across)

        jobs = [pool.submit(told, *cut) for cut in cuts(self._bounds, entries=entries)]
        return False not in [job.result() for job in jobs]

    def held(self, rows: NDArray[np.int64]) -> Held:
        """These rows of the source, in this order, until the same thread asks for others.

        Raises
        ------
        InputError
            If the file ends before them.
        """
        lengths = self.lengths[rows]
        starts = np.cumsum(lengths) - lengths
        return Held(rows, starts, lengths, self._read("places", rows), self._read("values", rows))

    def _read(self, what: str, rows: NDArray[np.int64]) -> NDArray[Any]:
        size, array = int(self.lengths[rows].sum()), self._arrays[what]
        room: NDArray[Any] | None = getattr(self._own, what, None)
        if room is None or room.size < size:
            # Used again for all rows: new memory has to be cleared first.
            room = np.empty(size, array.dtype)
            setattr(self._own, what, room)
        if not read_rows(self._file.fileno(), rows, self._bounds, array.offsets, array.chunk, room):
            raise unusable(Path(self._file.name), "ends before its last row", fix="copy or download it again")
        return room[:size]


def in_place(block: StoredBlock, node: h5py.Group, file: FileIO, *, at_most: int) -> Reader | None:
    """What reads the rows of a block whose file is open twice: at its node, and for reading its bytes.

    Null where they cannot be read like this: a filter, another byte order or a missing chunk is in between, the matrix
    is not stored by rows, or it has more than `at_most` bytes.
    """
    n_bytes = block.n_entries * (block.dtype.itemsize + node["indices"].dtype.itemsize)
    if block.layout != "csr" or n_bytes > at_most or node.file.userblock_size:
        return None
    places, values = _array(node["indices"]), _array(node["data"])
    bounds = node["indptr"][...].astype(np.int64)
    n_entries = min(node[name].shape[0] for name in ("indices", "data"))
    sound = bounds[0] >= 0 and bounds[-1] <= n_entries and bool((bounds[1:] >= bounds[:-1]).all())
    return Reader(file, bounds, places, values) if places and values and sound else None


def _array(dataset: h5py.Dataset) -> Array | None:
    plan, size = dataset.id.get_create_plist(), dataset.shape[0]
    if plan.get_nfilters() or plan.get_external_count() or not dataset.dtype.isnative:
        return None
    if dataset.chunks is None:
        offset = dataset.id.get_offset()
        return None if offset is None else Array(np.array([offset]), max(1, size), dataset.dtype)
    chunk = dataset.chunks[0]
    if size > MOST_CHUNKS * chunk:
        return None
    offsets = [dataset.id.get_chunk_info_by_coord((start,)).byte_offset for start in range(0, size, chunk)]
    # A chunk that was never written has no place.
    return None if None in offsets else Array(np.array(offsets, np.int64), chunk, dataset.dtype)
