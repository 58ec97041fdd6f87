"""A stored matrix, a piece at a time: the checks' own reader, in little memory whatever the file's size."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

ENTRIES = 2_000_000
"""Stored values of a piece; a dense row counts as all of its values."""
LARGEST_LOG = 20.0
"""Above it values are no logarithms of counts, and have no exponential worth summing."""


class Rows(NamedTuple):
    """Rows of a matrix from `start` on."""

    start: int
    matrix: "sparse.csr_array[Any]"


def row_pieces(node: Any, *, at_most: int | None = None) -> Iterator[Rows]:
    """The first rows of a matrix stored dense or as CSR, all of them where no limit is given."""
    n_rows, n_columns = shape_of(node)
    stop = n_rows if at_most is None else min(at_most, n_rows)
    if isinstance(node, h5py.Dataset):
        step = max(1, ENTRIES // max(n_columns, 1))
        for start in range(0, stop, step):
            yield Rows(start, sparse.csr_array(np.asarray(node[start : min(start + step, stop)], dtype=np.float64)))
        return
    pointers = np.asarray(node["indptr"][: stop + 1], dtype=np.int64)
    start = 0
    while start < stop:
        end = max(int(np.searchsorted(pointers, pointers[start] + ENTRIES, side="right")) - 1, start + 1)
        end = min(end, stop)
        first, last = pointers[start], pointers[end]
        parts = (
            node["data"][first:last].astype(np.float64),
            node["indices"][first:last],
            pointers[start : end + 1] - first,
        )
        yield Rows(start, sparse.csr_array(parts, shape=(end - start, n_columns)))
        start = end


def row_sums(node: Any, *, at_most: int) -> dict[str, NDArray[np.float64]]:
    """What can be summed over each of the first rows: values, their squares, how many there are, and where they may be
    logarithms their exponentials.
    """
    sums: dict[str, list[NDArray[np.float64]]] = {name: [] for name in SUMS}
    largest, whole = 0.0, True
    for _, matrix in row_pieces(node, at_most=at_most):
        largest = max(largest, float(np.abs(matrix.data).max(initial=0)))
        whole = whole and is_whole(matrix.data)
        for name, values_of in SUMS.items():
            values = values_of(matrix.data)
            piece = sparse.csr_array((values, matrix.indices, matrix.indptr), shape=matrix.shape)
            sums[name].append(np.asarray(piece.sum(axis=1)).ravel())
    wanted = [name for name in SUMS if name != "exponentials" or (largest <= LARGEST_LOG and not whole)]
    return {name: np.concatenate(sums[name]) for name in wanted if sums[name]}


def is_whole(values: NDArray[np.float64]) -> bool:
    """Whether all values are whole numbers, as counts are."""
    return bool(np.array_equal(values, np.rint(values)))


def column_of(node: Any, place: int) -> NDArray[np.float64]:
    """One gene of a matrix stored dense, as CSR or as CSC, shape (n_cells,)."""
    if isinstance(node, h5py.Dataset):
        return np.asarray(node[:, place], dtype=np.float64)
    n_rows, _ = shape_of(node)
    column = np.zeros(n_rows)
    if is_by_column(node):
        first, last = (int(value) for value in node["indptr"][place : place + 2])
        np.add.at(column, node["indices"][first:last], node["data"][first:last])
        return column
    for start, matrix in row_pieces(node):
        entries = np.flatnonzero(matrix.indices == place)
        rows = start + np.searchsorted(matrix.indptr, entries, side="right") - 1
        np.add.at(column, rows, matrix.data[entries])
    return column


def shape_of(node: Any) -> tuple[int, int]:
    """Numbers of cells and genes of a stored matrix."""
    if isinstance(node, h5py.Dataset):
        n_rows, n_columns = node.shape
    else:
        n_rows, n_columns = node.attrs["shape"] if "shape" in node.attrs else node.attrs["h5sparse_shape"]
    return int(n_rows), int(n_columns)


def is_by_column(node: Any) -> bool:
    """Whether a sparse matrix is stored column by column."""
    kind = node.attrs.get("encoding-type", node.attrs.get("h5sparse_format", ""))
    return (kind.decode() if isinstance(kind, bytes) else str(kind)).startswith("csc")


def _exponentials(values: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.expm1(np.minimum(values, LARGEST_LOG))


SUMS: dict[str, Callable[[NDArray[np.float64]], NDArray[np.float64]]] = {
    "values": lambda values: values,
    "exponentials": _exponentials,
    "squares": np.square,
    "presence": lambda values: (values != 0).astype(np.float64),
}
