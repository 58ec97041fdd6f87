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
    block = source.blocks[name]
    matrix = block.matrix[arrangement.rows][:, arrangement.columns[block.axis]]
    if sparse.issparse(matrix):
        _write_sparse(parent, key, matrix)
    else:
        # Resizable, so that a chunk may be larger than the matrix.
        chunks, limit = (SIDE_OF_CHUNK, SIDE_OF_CHUNK), (None, None)
        mark(parent.create_dataset(key, data=matrix, chunks=chunks, maxshape=limit, **FILTERS), "array", "0.2.0")


def _write_sparse(parent: h5py.Group, key: str, matrix: "sparse.csr_array[Any]") -> None:
    matrix.sum_duplicates()
    matrix.eliminate_zeros()
    group = parent.create_group(key)
    mark(group, "csr_matrix", "0.1.0")
    group.attrs["shape"] = np.asarray(matrix.shape, dtype=np.int64)
    parts = {"data": matrix.data, "indices": matrix.indices.astype(np.int32), "indptr": matrix.indptr.astype(np.int64)}
    for name, values in parts.items():
        node = group.create_dataset(name, data=values, chunks=(ENTRIES_PER_CHUNK,), maxshape=(None,), **FILTERS)
        mark(node, "array", "0.2.0")
