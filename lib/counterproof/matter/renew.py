"""A normalised block of a variant, computed from the counts that the variant already holds.

Written from its own counts, so in their order and with their genes: the mass of a deleted gene is in no row. Places are
those of the counts, and taken over as they are stored.
"""

from collections import deque
from collections.abc import Iterator
from concurrent.futures import Executor, Future
from typing import Any

import h5py
import numpy as np
from scipy import sparse

from counterproof.domain.registration import Normalisation
from counterproof.matter.blocks import shape_of
from counterproof.matter.h5ad import Block
from counterproof.matter.normalisation import renormalised
from counterproof.matter.row_pieces import row_pieces
from counterproof.matter.sink import Tiles
from counterproof.matter.sparse_rows import Rows, SparseRows, index_dtype
from counterproof.matter.stored import StoredBlock
from counterproof.matter.target import Means, Target

AHEAD = 3


def put_renewed(block: Block | StoredBlock, key: str, target: Target, how: Normalisation, *, means: Means) -> None:
    """Write a block to its place `key`, with the layout and dtype that it has in the source.

    Parameters
    ----------
    how
        `counts` is the key of the counts in the target, where they are already.
    """
    counts = target.file[how.counts]
    shape = shape_of(counts) if isinstance(counts, h5py.Group) else counts.shape
    if _is_dense(block):
        # A band of tiles at a time: the rows are held with all of their zeros.
        step = max(1, 4 * means.sizes.piece // max(1, shape[1]))
        tiles = Tiles(target.file, key, shape, _dtype(block), packers=means.packers)
        for piece in _renewed(counts, how, _dtype(block), step=step, pool=means.pool):
            tiles.write(piece.toarray())
        tiles.close()
        return
    taken = isinstance(counts, h5py.Group)
    rows = SparseRows(
        target.file,
        key,
        shape=shape,
        dtype=_dtype(block),
        index=counts["indices"].dtype if taken else index_dtype(_n_entries(block)),
        packers=means.packers,
        places_of=counts if taken else None,
    )
    n_entries = counts["data"].shape[0] if taken else counts.size
    step = max(1, means.sizes.piece * shape[0] // max(1, n_entries))
    for piece in _renewed(counts, how, _dtype(block), step=step, pool=means.pool):
        rows.write(Rows(piece.indices, piece.data, np.diff(piece.indptr).astype(np.int64)))
    rows.close()


def _renewed(
    counts: Any, how: Normalisation, dtype: "np.dtype[Any]", *, step: int, pool: Executor
) -> "Iterator[sparse.csr_array[Any]]":
    waiting: deque[Future[sparse.csr_array[Any]]] = deque()
    for piece in row_pieces(counts, step=step, pool=pool):
        waiting.append(pool.submit(_logged, piece, how.target_sum, dtype))
        if len(waiting) > AHEAD:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _logged(piece: "sparse.csr_array[Any]", target_sum: float, dtype: "np.dtype[Any]") -> "sparse.csr_array[Any]":
    parts = (renormalised(piece, target_sum).astype(dtype), piece.indices, piece.indptr)
    return sparse.csr_array(parts, shape=piece.shape)


def _is_dense(block: Block | StoredBlock) -> bool:
    return block.layout == "dense" if isinstance(block, StoredBlock) else not sparse.issparse(block.matrix)


def _dtype(block: Block | StoredBlock) -> "np.dtype[Any]":
    return np.dtype(block.dtype if isinstance(block, StoredBlock) else block.matrix.dtype)


def _n_entries(block: Block | StoredBlock) -> int:
    return block.n_entries if isinstance(block, StoredBlock) else int(np.count_nonzero(block.matrix.data))
