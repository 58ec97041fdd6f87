"""A sparse matrix from its file to several variants, never whole in memory."""

from concurrent.futures import Executor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from counterproof.matter.buckets import Buckets
from counterproof.matter.emit import Mover, emitted
from counterproof.matter.opening import opened
from counterproof.matter.rounds import Round, rounds_of
from counterproof.matter.sparse_rows import SparseRows, index_dtype
from counterproof.matter.stored import StoredBlock
from counterproof.matter.target import Means, Target


class Passed(NamedTuple):
    """What is known of a block after it was written: for one with the same places they need no second reading."""

    key: str
    rounds: list[Round]
    buckets: list[Buckets]


def put_large(
    block: StoredBlock,
    key: str,
    targets: list[Target],
    *,
    means: Means,
    keep: bool,
    twin: Passed | None,
) -> Passed:
    """Write one block to its place `key` in every target.

    Parameters
    ----------
    keep
        Whether a later block has the same places.
    twin
        An earlier block with the same places, written to the same targets.
    """
    lengths = block.lengths()
    rounds = (
        twin.rounds if twin else _rounds(block, targets, parts=means.parts, lengths=lengths, limit=means.sizes.bucket)
    )
    done: list[Buckets] = []
    movers = {target.number: _mover(block, target) for target in targets}
    rows: dict[int, SparseRows] = {}
    for number, chosen in enumerate(rounds):
        folder = means.folder / f"{key.replace('/', '.')}.{number}"
        buckets = Buckets(folder, block, chosen, keep=keep, places_of=twin.buckets[number] if twin else None)
        with opened(block.path) as file:
            buckets.fill(file[block.key], means.pool, entries=means.sizes.piece)
        done.append(buckets)
        if not rows:
            same = twin.key if twin and buckets.plain else None
            rows = {target.number: _rows(block, key, target, pool=means.pool, same=same) for target in targets}
        for bucket in range(chosen.n_buckets):
            held = buckets.held(bucket, lengths)
            for target in targets:
                if target.number in chosen.spans:
                    start, end = chosen.spans[target.number][bucket : bucket + 2]
                    own = target.arrangement.rows[start:end]
                    for piece in emitted(movers[target.number], held, own, pool=means.pool, entries=means.sizes.piece):
                        rows[target.number].write(piece)
            # Before the next one is read: two would be the most that is held.
            del held
    for written in rows.values():
        written.close()
    return Passed(key, rounds, done)


def _rounds(
    block: StoredBlock,
    targets: list[Target],
    *,
    parts: NDArray[np.int64],
    lengths: NDArray[np.int64] | None,
    limit: int,
) -> list[Round]:
    weights = np.full(block.shape[0], block.n_entries // max(1, block.shape[0]) + 1) if lengths is None else lengths
    rows = {target.number: target.arrangement.rows for target in targets}
    return rounds_of(rows, parts=parts, weights=weights, limit=limit)


def _mover(block: StoredBlock, target: Target) -> Mover:
    columns = target.arrangement.columns[block.axis]
    places = index_dtype(block.n_entries)
    return Mover(columns, n_columns=block.shape[1], places=places, values=block.dtype)


def _rows(block: StoredBlock, key: str, target: Target, *, pool: Executor, same: str | None) -> SparseRows:
    return SparseRows(
        target.file,
        key,
        shape=(len(target.arrangement.rows), len(target.arrangement.columns[block.axis])),
        dtype=block.dtype,
        index=index_dtype(block.n_entries),
        pool=pool,
        places_of=target.file[same] if same else None,
    )
