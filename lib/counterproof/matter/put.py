"""One block of a source to its place in every variant: by the way that suits its size and layout."""

from collections.abc import Mapping
from concurrent.futures import Executor
from typing import Any

import h5py
import numpy as np
from scipy import sparse

from counterproof.domain.registration import Normalisation
from counterproof.matter.blocks import shape_of
from counterproof.matter.dense import put_dense
from counterproof.matter.h5ad import Block, H5ad
from counterproof.matter.renew import put_renewed
from counterproof.matter.sink import Tiles
from counterproof.matter.sparse_rows import Rows, SparseRows, index_dtype
from counterproof.matter.stored import StoredBlock
from counterproof.matter.target import Means, Target, leaders
from counterproof.matter.twins import twins_of


class Transfer:
    """The blocks of a source on their way to several variants, one after the other.

    Those that are to be `renewed` are computed from counts that were put before.
    """

    def __init__(
        self, source: H5ad, targets: list[Target], means: Means, *, renewed: Mapping[str, Normalisation]
    ) -> None:
        self._source, self._targets, self._means, self._renewed = source, targets, means, renewed
        self._twins = twins_of({name: block for name, block in source.blocks.items() if name not in renewed})
        self._passed: dict[str, Any] = {}

    def put(self, name: str) -> None:
        """Write a block to its place in every target."""
        block, key = self._source.blocks[name], key_of(name)
        first = leaders(self._targets, block.axis)
        leading = [target for target in self._targets if first[target.number] is target]
        if name in self._renewed:
            self._put_renewed(name, block, key, leading)
        elif isinstance(block, StoredBlock) and block.layout != "dense":
            self._put_large(name, block, key, leading)
        elif isinstance(block, Block) and sparse.issparse(block.matrix):
            for target in leading:
                _put_small(block.matrix, block.axis, key, target, packers=self._means.packers)
        else:
            put_dense(block, key, leading, means=self._means)
        for target in self._targets:
            if first[target.number] is not target:
                _copy(key, first[target.number], target, packers=self._means.packers)

    def _put_renewed(self, name: str, block: Block | StoredBlock, key: str, targets: list[Target]) -> None:
        how = self._renewed[name]
        for target in targets:
            own, other = (target.arrangement.columns[self._source.blocks[one].axis] for one in (name, how.counts))
            if not np.array_equal(own, other):
                msg = f"{name} and {how.counts} have other genes, or another order of them, in a variant"
                raise ValueError(msg)
            counts = how.model_copy(update={"counts": key_of(how.counts)})
            put_renewed(block, key, target, counts, means=self._means)

    def _put_large(self, name: str, block: StoredBlock, key: str, targets: list[Target]) -> None:
        from counterproof.matter.large import put_large  # noqa: PLC0415 it compiles: a second that small files save

        keep, twin = name in self._twins.values(), self._twins.get(name)
        known = self._passed[twin] if twin else None
        self._passed[name] = put_large(block, key, targets, means=self._means, keep=keep, twin=known)


def key_of(name: str) -> str:
    """Where the block of this name lies in a variant."""
    return "raw/X" if name == "raw" else name


def _put_small(
    matrix: "sparse.csr_array[Any]", axis: str, key: str, target: Target, *, packers: Executor | None
) -> None:
    columns = target.arrangement.columns[axis]
    # The width follows the source, not what an edit left.
    index = index_dtype(matrix.nnz)
    moved = matrix[target.arrangement.rows][:, columns]
    moved.sum_duplicates()
    moved.eliminate_zeros()
    rows = SparseRows(target.file, key, shape=moved.shape, dtype=matrix.dtype, index=index, packers=packers)
    rows.write(Rows(moved.indices, moved.data, np.diff(moved.indptr)))
    rows.close()


def _copy(key: str, leader: Target, target: Target, *, packers: Executor | None) -> None:
    node = leader.file[key]
    if isinstance(node, h5py.Dataset):
        Tiles(target.file, key, node.shape, node.dtype, packers=packers).copy(node)
        return
    index, dtype = node["indices"].dtype, node["data"].dtype
    rows = SparseRows(target.file, key, shape=shape_of(node), dtype=dtype, index=index, packers=packers)
    rows.copy(node)
