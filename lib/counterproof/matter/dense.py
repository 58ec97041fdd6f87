"""A dense matrix, in memory or in its file, to several variants."""

from concurrent.futures import Executor
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterproof.matter.h5ad import Block
from counterproof.matter.opening import opened
from counterproof.matter.plan import Plan, plan_of
from counterproof.matter.sink import SIDE_OF_CHUNK, Tiles
from counterproof.matter.stored import StoredBlock, rows_of
from counterproof.matter.target import Means, Target


def put_dense(block: Block | StoredBlock, key: str, targets: list[Target], *, means: Means) -> None:
    """Write one block to its place `key` in every target."""
    tiles = {target.number: _tiles(block, key, target, packers=means.packers) for target in targets}
    if isinstance(block, Block):
        for target in targets:
            _emit(np.asarray(block.matrix), target.arrangement.rows, block.axis, target, tiles=tiles[target.number])
    else:
        weights = np.full(block.shape[0], block.shape[1])
        limit = means.sizes.bucket_of(block.n_entries)
        plans = [plan_of(target.arrangement.rows, weights=weights, limit=limit) for target in targets]
        files = _deal(block, plans, means=means)
        for target, plan, dealt in zip(targets, plans, files, strict=True):
            _gather(block, target, plan, dealt, tiles=tiles[target.number])
    for own in tiles.values():
        own.close()


def _tiles(block: Block | StoredBlock, key: str, target: Target, *, packers: Executor | None) -> Tiles:
    shape = (len(target.arrangement.rows), len(target.arrangement.columns[block.axis]))
    dtype = block.dtype if isinstance(block, StoredBlock) else block.matrix.dtype
    return Tiles(target.file, key, shape, dtype, packers=packers)


def _deal(block: StoredBlock, plans: list[Plan], *, means: Means) -> list[list[Path]]:
    """For each plan the files that hold the rows of its buckets, each in the order of the source."""
    key = block.key.replace("/", ".")
    files = [[means.folder / f"{key}.{n}.{bucket}" for bucket in range(plan.n_buckets)] for n, plan in enumerate(plans)]
    with opened(block.path) as source:
        for first, values in rows_of(source[block.key], entries=means.sizes.piece):
            for plan, own in zip(plans, files, strict=True):
                needs = slice(*np.searchsorted(plan.rows, [first, first + len(values)]))
                for bucket in np.unique(plan.buckets[needs]):
                    rows = plan.rows[needs][plan.buckets[needs] == bucket] - first
                    with own[bucket].open("ab", 0) as file:
                        file.write(np.ascontiguousarray(values[rows], dtype=block.dtype).data)
    return files


def _gather(block: StoredBlock, target: Target, plan: Plan, files: list[Path], *, tiles: Tiles) -> None:
    for bucket, path in enumerate(files):
        members = plan.members(bucket)
        values = np.fromfile(path, block.dtype) if path.exists() else np.empty(0, block.dtype)
        path.unlink(missing_ok=True)
        rows = target.arrangement.rows[plan.bounds[bucket] : plan.bounds[bucket + 1]]
        held = values.reshape(members.size, block.shape[1])
        _emit(held, np.searchsorted(members, rows), block.axis, target, tiles=tiles)


def _emit(held: NDArray[Any], rows: NDArray[np.int64], axis: str, target: Target, *, tiles: Tiles) -> None:
    columns = target.arrangement.columns[axis]
    for start in range(0, rows.size, SIDE_OF_CHUNK):
        tiles.write(held[rows[start : start + SIDE_OF_CHUNK]][:, columns])
