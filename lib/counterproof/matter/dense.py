"""A dense matrix, in memory or in its file, to several variants."""

from concurrent.futures import Executor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterproof.matter.h5ad import Block
from counterproof.matter.opening import opened
from counterproof.matter.rounds import Round, rounds_of
from counterproof.matter.sink import SIDE_OF_CHUNK, Tiles
from counterproof.matter.stored import StoredBlock, rows_of
from counterproof.matter.target import Means, Target


def put_dense(block: Block | StoredBlock, key: str, targets: list[Target], *, means: Means) -> None:
    """Write one block to its place `key` in every target."""
    tiles = {target.number: _tiles(block, key, target, pool=means.pool) for target in targets}
    if isinstance(block, Block):
        for target in targets:
            _emit(np.asarray(block.matrix), target.arrangement.rows, block.axis, target, tiles=tiles[target.number])
    else:
        weights = np.full(block.shape[0], block.shape[1])
        rows = {target.number: target.arrangement.rows for target in targets}
        for chosen in rounds_of(rows, parts=means.parts, weights=weights, limit=means.sizes.bucket):
            _pass(block, chosen, targets, tiles=tiles, means=means)
    for own in tiles.values():
        own.close()


def _tiles(block: Block | StoredBlock, key: str, target: Target, *, pool: Executor) -> Tiles:
    shape = (len(target.arrangement.rows), len(target.arrangement.columns[block.axis]))
    dtype = block.dtype if isinstance(block, StoredBlock) else block.matrix.dtype
    return Tiles(target.file, key, shape, dtype, pool=pool)


def _pass(block: StoredBlock, chosen: Round, targets: list[Target], *, tiles: dict[int, Tiles], means: Means) -> None:
    files = [means.folder / f"{block.key.replace('/', '.')}.{bucket}" for bucket in range(chosen.n_buckets)]
    with opened(block.path) as source:
        for first, values in rows_of(source[block.key], entries=means.sizes.piece):
            bucket = chosen.bucket[first : first + len(values)]
            for number in np.unique(bucket[bucket >= 0]):
                with files[number].open("ab", 0) as file:
                    file.write(np.ascontiguousarray(values[bucket == number], dtype=block.dtype).data)
    for number, path in enumerate(files):
        members = np.flatnonzero(chosen.bucket == number)
        values = np.fromfile(path, block.dtype) if path.exists() else np.empty(0, block.dtype)
        held = values.reshape(members.size, block.shape[1])
        path.unlink(missing_ok=True)
        for target in targets:
            if target.number in chosen.spans:
                start, end = chosen.spans[target.number][number : number + 2]
                local = np.searchsorted(members, target.arrangement.rows[start:end])
                _emit(held, local, block.axis, target, tiles=tiles[target.number])


def _emit(held: NDArray[Any], rows: NDArray[np.int64], axis: str, target: Target, *, tiles: Tiles) -> None:
    columns = target.arrangement.columns[axis]
    for start in range(0, rows.size, SIDE_OF_CHUNK):
        tiles.write(held[rows[start : start + SIDE_OF_CHUNK]][:, columns])
