"""The rows of a matrix from first to last, so many at a time, wherever the matrix is."""

from collections.abc import Iterator
from concurrent.futures import Executor
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from counterproof.matter.blocks import shape_of
from counterproof.matter.sound import sound_places
from counterproof.matter.stored import bounds_of
from counterproof.matter.stream import Stream


def row_pieces(matrix: Any, *, step: int, pool: Executor) -> "Iterator[sparse.csr_array[Any]]":
    """Pieces of `step` rows (the last one may be shorter), as CSR without stored zeros, the columns of a row ascending.

    Parameters
    ----------
    matrix
        In memory, dense or sparse; or at a node of an open file, dense or stored by rows.
    """
    if isinstance(matrix, h5py.Group):
        pieces = _streamed(matrix, step=step, pool=pool)
    else:
        parts = (matrix[start : start + step] for start in range(0, matrix.shape[0], step))
        pieces = (sparse.csr_array(part.astype(part.dtype.newbyteorder("="), copy=False)) for part in parts)
    for piece in pieces:
        piece.sum_duplicates()
        piece.eliminate_zeros()
        yield piece


def row_of_entries(piece: "sparse.csr_array[Any]") -> NDArray[np.intp]:
    """The row of each stored value of a piece, counted from the piece's first."""
    return np.repeat(np.arange(piece.shape[0]), np.diff(piece.indptr))


def _streamed(node: h5py.Group, *, step: int, pool: Executor) -> "Iterator[sparse.csr_array[Any]]":
    n_rows, n_columns = shape_of(node)
    bounds = bounds_of(node)
    values, places = Stream(node["data"], pool), Stream(node["indices"], pool)
    for start in range(0, n_rows, step):
        own = bounds[start : start + step + 1] - bounds[start]
        size = int(own[-1])
        parts = (values.read(size), sound_places(places.read(size), within=n_columns), own)
        yield sparse.csr_array(parts, shape=(own.size - 1, n_columns))
