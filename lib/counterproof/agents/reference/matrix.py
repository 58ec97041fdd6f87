"""Columns of one matrix in an h5ad file, read in slabs of rows, so that a large file does not fill the memory."""

from collections.abc import Iterator
from typing import NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

SLAB_VALUES = 4_000_000


class Slice(NamedTuple):
    """Some columns of a matrix, shape (n_cells, n_asked), and its row sums over all columns, shape (n_cells,)."""

    values: NDArray[np.float64]
    totals: NDArray[np.float64]


def shape_of(node: h5py.Group | h5py.Dataset) -> tuple[int, int]:
    """Cells and genes of a dense or sparse matrix."""
    n_cells, n_genes = node.shape if isinstance(node, h5py.Dataset) else node.attrs["shape"]
    return int(n_cells), int(n_genes)


def read_columns(node: h5py.Group | h5py.Dataset, places: NDArray[np.intp]) -> Slice:
    """The columns at `places`, in float64.

    Raises
    ------
    ValueError
        If the matrix is neither dense nor CSR: a trial's file never is.
    """
    if isinstance(node, h5py.Dataset):
        return _joined(_dense_slabs(node, places))
    encoding = node.attrs.get("encoding-type")
    if encoding != "csr_matrix":
        msg = f"matrix {node.name} is encoded as {encoding!r}: only dense and csr_matrix can be read"
        raise ValueError(msg)
    return _joined(_csr_slabs(node, places))


def _joined(slabs: Iterator[Slice]) -> Slice:
    values, totals = zip(*slabs, strict=True)
    return Slice(np.concatenate(values), np.concatenate(totals))


def _dense_slabs(node: h5py.Dataset, places: NDArray[np.intp]) -> Iterator[Slice]:
    n_cells, n_genes = shape_of(node)
    step = max(1, SLAB_VALUES // max(1, n_genes))
    for start in range(0, max(1, n_cells), step):
        slab = node[start : start + step]
        yield Slice(slab[:, places].astype(np.float64), slab.sum(axis=1, dtype=np.float64))


def _csr_slabs(node: h5py.Group, places: NDArray[np.intp]) -> Iterator[Slice]:
    n_cells, n_genes = shape_of(node)
    slots = np.full(n_genes, -1)
    slots[places] = np.arange(places.size)
    starts = node["indptr"][()].astype(np.int64)
    first = 0
    while True:
        # As many whole rows as fit, and at least one.
        last = max(first + 1, int(np.searchsorted(starts, starts[first] + SLAB_VALUES, side="right")) - 1)
        last = min(last, n_cells)
        part = slice(starts[first], starts[last])
        ends = starts[first : last + 1] - starts[first]
        data, slot = node["data"][part], slots[node["indices"][part]]
        asked = np.flatnonzero(slot >= 0)
        values = np.zeros((last - first, places.size))
        np.add.at(values, (np.searchsorted(ends, asked, side="right") - 1, slot[asked]), data[asked])
        rows = np.repeat(np.arange(last - first), np.diff(ends))
        yield Slice(values, np.bincount(rows, weights=data, minlength=last - first).astype(np.float64))
        first = last
        if first >= n_cells:
            return
