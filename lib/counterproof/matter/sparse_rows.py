"""A sparse matrix in a variant file, row by row."""

from concurrent.futures import Executor
from typing import Any, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.chunks import PackRuns
from counterproof.matter.encode import mark
from counterproof.matter.runs import deflated_runs
from counterproof.matter.sink import Columns


class Rows(NamedTuple):
    """Rows behind each other: columns ascend in each, and no value is zero. `lengths` has the entries of each row."""

    places: NDArray[Any]
    values: NDArray[Any]
    lengths: NDArray[np.int64]


def index_dtype(n_entries: int) -> "np.dtype[Any]":
    """The width of places and pointers, for a source of so many entries.

    anndata hands both to SciPy as they are, which fails where their widths differ. The width follows the source, with
    room for resampled cells, not what an edit left.
    """
    return np.dtype(np.int32 if n_entries < 2**30 else np.int64)


class SparseRows:
    """A CSR matrix that grows at its end; without packers its arrays have no filter.

    `places_of` is a matrix in the same file whose places are the same.
    """

    def __init__(
        self,
        file: h5py.File,
        key: str,
        *,
        shape: tuple[int, int],
        dtype: Any,
        index: "np.dtype[Any]",
        packers: Executor | None,
        places_of: h5py.Group | None = None,
        runs: PackRuns = deflated_runs,
    ) -> None:
        group = file.create_group(key)
        mark(group, "csr_matrix", "0.1.0")
        group.attrs["shape"] = np.asarray(shape, dtype=np.int64)
        taken = {} if places_of is None else {"indices": places_of["indices"]}
        dtypes = {"data": dtype, "indices": index}
        self._entries = Columns(group, dtypes, growing=("indices",), taken=taken, runs=runs, packers=packers)
        self._bounds = Columns(group, {"indptr": index}, growing=("indptr",), packers=packers)
        self._index, self._taken = index, bool(taken)
        self._lengths: list[NDArray[np.int64]] = []

    def write(self, rows: Rows) -> None:
        """Append rows."""
        self._entries.write(*((rows.values,) if self._taken else (rows.values, rows.places)))
        self._lengths.append(rows.lengths)

    def close(self) -> None:
        """Write what is left."""
        self._entries.close()
        self._bounds.write(np.concatenate([[0], np.cumsum(np.concatenate([[], *self._lengths]))]).astype(self._index))
        self._bounds.close()

    def copy(self, other: h5py.Group) -> None:
        """Take over a whole matrix of another file, as it is stored."""
        self._entries.copy(other)
        self._bounds.copy(other)
