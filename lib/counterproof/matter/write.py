"""The one writer of variant files: the same input gives the same bytes, and the layout tells nothing about an edit."""

from pathlib import Path
from typing import Any

import h5py
import numpy as np
from scipy import sparse

from counterproof.matter.arrangement import Arrangement
from counterproof.matter.encode import mark, write_frame
from counterproof.matter.h5ad import H5ad

ENTRIES_PER_CHUNK = 65_536
SIDE_OF_CHUNK = 256
"""Fixed, never fitted to a matrix: a chunk's shape would tell how much was taken away."""
FILTERS: dict[str, Any] = {"compression": "gzip", "compression_opts": 1}
EMPTY = ("obsm", "varm", "obsp", "varp", "uns")
"""What anndata expects to find; derived from the data before the edit, so always empty here."""


def write_h5ad(path: Path, source: H5ad, arrangement: Arrangement) -> None:
    """Put a re-arranged file at `path`, which is overwritten; wrap it in `store.atomic.replacing` to be safe.

    Every block of the source is written with its dtype: dense as dense, sparse as CSR with sorted indices and without
    stored zeros. The file holds labels, genes and blocks only, in a fixed order, with fixed chunks and filters, and no
    times. anndata and scanpy read it.
    """
    # The oldest format has no place for times and is read by every HDF5 there is.
    with h5py.File(path, "w", libver=("earliest", "v108")) as file:
        mark(file, "anndata", "0.1.0")
        write_frame(file, "obs", arrangement.obs)
        write_frame(file, "var", arrangement.var["var"])
        for key in EMPTY:
            _write_empty(file, key)
        if "X" in source.blocks:
            _write_block(file, "X", source, "X", arrangement)
        _write_empty(file, "layers")
        for name in sorted(source.blocks):
            if name.startswith("layers/"):
                _write_block(file, name, source, name, arrangement)
        if "raw" in source.blocks:
            raw = file.create_group("raw")
            mark(raw, "raw", "0.1.0")
            write_frame(raw, "var", arrangement.var["raw"])
            _write_empty(raw, "varm")
            _write_block(raw, "X", source, "raw", arrangement)


def _write_empty(parent: h5py.Group, key: str) -> None:
    mark(parent.create_group(key), "dict", "0.1.0")


def _write_block(parent: h5py.Group, key: str, source: H5ad, name: str, arrangement: Arrangement) -> None:
    matrix, rows = source.blocks[name].matrix, arrangement.rows
    columns = arrangement.columns[source.blocks[name].axis]
    if sparse.issparse(matrix):
        # anndata hands indices and pointers to SciPy as they are, which fails where their widths differ. The width
        # follows the source, with room for resampled cells, not what an edit left.
        index_dtype = np.int32 if matrix.nnz < 2**30 else np.int64
        _write_sparse(parent, key, matrix[rows][:, columns], index_dtype=index_dtype)
    else:
        # Resizable, so that a chunk may be larger than the matrix.
        options = {"chunks": (SIDE_OF_CHUNK, SIDE_OF_CHUNK), "maxshape": (None, None), **FILTERS}
        mark(parent.create_dataset(key, data=matrix[rows][:, columns], **options), "array", "0.2.0")


def _write_sparse(parent: h5py.Group, key: str, matrix: "sparse.csr_array[Any]", *, index_dtype: Any) -> None:
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    group = parent.create_group(key)
    mark(group, "csr_matrix", "0.1.0")
    group.attrs["shape"] = np.asarray(matrix.shape, dtype=np.int64)
    indices, indptr = (values.astype(index_dtype) for values in (matrix.indices, matrix.indptr))
    for name, values in (("data", matrix.data), ("indices", indices), ("indptr", indptr)):
        node = group.create_dataset(name, data=values, chunks=(ENTRIES_PER_CHUNK,), maxshape=(None,), **FILTERS)
        mark(node, "array", "0.2.0")
