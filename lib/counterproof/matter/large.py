"""A sparse matrix from its file to several variants, never whole in memory."""

from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np

from counterproof.matter.buckets import Buckets, deal
from counterproof.matter.emit import Mover, emitted
from counterproof.matter.opening import opened
from counterproof.matter.plan import Plan, plan_of
from counterproof.matter.runs_compiled import compiled_runs
from counterproof.matter.sparse_rows import SparseRows, index_dtype
from counterproof.matter.stored import StoredBlock
from counterproof.matter.target import Means, Target


class Passed(NamedTuple):
    """What is known of a block after it was written: for one with the same places they need no second reading.

    `plain` says that rows of a variant have as many entries as those of the source: see `deal`.
    """

    key: str
    plans: dict[int, Plan]
    buckets: dict[int, Buckets]
    plain: bool


def put_large(
    block: StoredBlock, key: str, targets: list[Target], *, means: Means, keep: bool, twin: Passed | None
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
    weights = np.full(block.shape[0], block.n_entries // max(1, block.shape[0]) + 1) if lengths is None else lengths
    limit = means.sizes.bucket_of(block.n_entries)
    plans = (
        twin.plans
        if twin
        else {target.number: plan_of(target.arrangement.rows, weights=weights, limit=limit) for target in targets}
    )
    buckets = {
        number: Buckets(
            means.folder / f"{key.replace('/', '.')}.{number}",
            block,
            plan,
            keep=keep,
            places_of=twin.buckets[number] if twin else None,
        )
        for number, plan in plans.items()
    }
    with opened(block.path) as file:
        own = list(buckets.values())
        plain = deal(file[block.key], own, means.pool, places=twin is None, entries=means.sizes.piece)
    # Without a look at the places: those of a twin that ascend, ascend.
    plain = plain and block.layout == "csr" and (twin is None or twin.plain)
    passed = Passed(key, plans, buckets, plain)
    for target in targets:
        rows = _rows(block, key, target, packers=means.packers, same=twin.key if twin and plain else None)
        _emit(block, target, passed, rows, means=means)
        rows.close()
    return passed


def _emit(block: StoredBlock, target: Target, passed: Passed, rows: SparseRows, *, means: Means) -> None:
    plan, lengths = passed.plans[target.number], block.lengths()
    columns = target.arrangement.columns[block.axis]
    mover = Mover(columns, n_columns=block.shape[1], places=index_dtype(block.n_entries), values=block.dtype)
    read = partial(passed.buckets[target.number].held, lengths=lengths)
    coming = means.pool.submit(read, 0)
    for bucket in range(plan.n_buckets):
        held = coming.result()
        # Read while this one is emitted: two are held, never three.
        coming = means.pool.submit(read, bucket + 1) if bucket + 1 < plan.n_buckets else coming
        own = target.arrangement.rows[plan.bounds[bucket] : plan.bounds[bucket + 1]]
        for piece in emitted(mover, held, own, pool=means.pool, entries=means.sizes.piece):
            rows.write(piece)
            mover.take_back(piece)
        del held


def _rows(block: StoredBlock, key: str, target: Target, *, packers: Executor | None, same: str | None) -> SparseRows:
    return SparseRows(
        target.file,
        key,
        shape=(len(target.arrangement.rows), len(target.arrangement.columns[block.axis])),
        dtype=block.dtype,
        index=index_dtype(block.n_entries),
        packers=packers,
        places_of=target.file[same] if same else None,
        runs=compiled_runs,
    )
