"""A matrix that stays in its file: what it is, and its rows or columns from first to last, piece by piece."""

from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from counterproof.matter.blocks import read_matrix, shape_of, sparse_kind
from counterproof.matter.opening import opened
from counterproof.matter.plan import SIZES
from counterproof.matter.sound import sound_bounds, sound_places
from counterproof.matter.stream import Stream

Layout = Literal["csr", "csc", "dense"]
HARMLESS = (h5py.h5z.FILTER_SHUFFLE, h5py.h5z.FILTER_FLETCHER32)
"""Filters that do not make values shorter."""


class Lines(NamedTuple):
    """Consecutive rows of a sparse matrix (columns, if it is stored by columns), the first of them at `first`.

    `bounds` has the beginning of each line among the entries, and their end; it starts at 0. `places` are column
    numbers (row numbers), in any order.
    """

    first: int
    bounds: NDArray[np.int64]
    places: NDArray[Any]
    values: NDArray[Any]


@dataclass(frozen=True)
class StoredBlock:
    """A matrix, cells by genes, in a file.

    `axis` names the table that its columns follow, `n_entries` is the number of values that are stored.
    """

    path: Path
    key: str
    axis: str
    layout: Layout
    shape: tuple[int, int]
    dtype: np.dtype[Any]
    n_entries: int

    @property
    def matrix(self) -> "NDArray[Any] | sparse.csr_array[Any]":
        """The whole of it in memory, read anew at each request."""
        with opened(self.path) as file:
            return read_matrix(file[self.key])

    def lengths(self) -> NDArray[np.int64] | None:
        """How many entries each row has, shape (n_cells,); null where only a reading of the whole would tell."""
        if self.layout != "csr":
            return None
        with opened(self.path) as file:
            return np.diff(bounds_of(file[self.key]))


def stored_block(path: Path, node: Any, axis: str) -> StoredBlock:
    """The description of the matrix at a node."""
    key = node.name.lstrip("/")
    if isinstance(node, h5py.Dataset):
        shape = (int(node.shape[0]), int(node.shape[1]))
        return StoredBlock(path, key, axis, "dense", shape, node.dtype.newbyteorder("="), shape[0] * shape[1])
    values = node["data"]
    dtype, layout = values.dtype.newbyteorder("="), sparse_kind(node)
    return StoredBlock(path, key, axis, layout or "csr", shape_of(node), dtype, int(values.shape[0]))


def n_entries(node: Any) -> int:
    """How many values are stored at a node: all of a dense matrix, the entries of a sparse one."""
    values = node if isinstance(node, h5py.Dataset) else node.get("data")
    # What cannot be streamed is read whole: an odd node for its error message, an odd dtype since it is rare.
    if values is None or values.dtype.kind not in "iuf" or values.dtype.itemsize not in (1, 2, 4, 8):
        return 0
    return 0 if values.dtype == np.float16 or (values is node and values.ndim != 2) else int(np.prod(values.shape))


def is_packed(node: Any) -> bool:
    """Whether the values at a node are stored compressed, by whatever filter."""
    plan = (node if isinstance(node, h5py.Dataset) else node["data"]).id.get_create_plist()
    return any(plan.get_filter(place)[0] not in HARMLESS for place in range(plan.get_nfilters()))


def lines_of(node: h5py.Group, pool: Executor, *, places: bool = True, entries: int = SIZES.piece) -> Iterator[Lines]:
    """The lines of a sparse matrix, about so many entries at a time; without their places if those are known."""
    bounds = bounds_of(node)
    _, within = _lines_and_places(node)
    values, numbers = Stream(node["data"], pool), Stream(node["indices"], pool)
    for start, end in cuts(bounds, entries=entries):
        size = int(bounds[end] - bounds[start])
        found = sound_places(numbers.read(size), within=within) if places else np.empty(0, np.int32)
        yield Lines(start, bounds[start : end + 1] - bounds[start], found, values.read(size))


def cuts(bounds: NDArray[np.int64], *, entries: int) -> Iterator[tuple[int, int]]:
    """First and last line (not included) of pieces of at most so many entries, or of one line."""
    start, last = 0, bounds.size - 1
    while start < last:
        end = int(np.searchsorted(bounds, bounds[start] + entries, "right")) - 1
        end = min(max(start + 1, end), last)
        yield start, end
        start = end


def rows_of(node: h5py.Dataset, *, entries: int = SIZES.piece) -> Iterator[tuple[int, NDArray[Any]]]:
    """The rows of a dense matrix, a few million values at a time, each piece with the number of its first row."""
    n_rows, n_columns = node.shape
    tall = node.chunks[0] if node.chunks else 1
    step = max(1, 4 * entries // max(1, n_columns))
    # Very tall chunks are unpacked again for every piece: slow, but never too large.
    step = step // tall * tall or step
    for start in range(0, n_rows, step):
        values = np.asarray(node[start : start + step])
        yield start, values.astype(values.dtype.newbyteorder("="), copy=False)


def bounds_of(node: h5py.Group) -> NDArray[np.int64]:
    """Where each line begins among the entries, and their end."""
    entries = min(int(node["data"].shape[0]), int(node["indices"].shape[0]))
    return sound_bounds(node["indptr"][...].astype(np.int64), lines=_lines_and_places(node)[0], entries=entries)


def _lines_and_places(node: h5py.Group) -> tuple[int, int]:
    rows, columns = shape_of(node)
    return (columns, rows) if sparse_kind(node) == "csc" else (rows, columns)
