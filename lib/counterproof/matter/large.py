"""A sparse matrix from its file to several variants, never whole in memory."""

from collections.abc import Iterator
from concurrent.futures import Executor
from functools import partial
from typing import NamedTuple

import numpy as np

from counterproof.matter.buckets import Buckets, deal
from counterproof.matter.emit import Mover, emitted, emitted_in_place
from counterproof.matter.in_place import Reader, in_place
from counterproof.matter.opening import opened
from counterproof.matter.plan import Plan, plan_of
from counterproof.matter.runs_compiled import compiled_runs
from counterproof.matter.sparse_rows import Rows, SparseRows, index_dtype
from counterproof.matter.stored import StoredBlock
from counterproof.matter.target import Means, Target


class Passed(NamedTuple):
    """What is known of a block after it was written: for one with the same places they need no second reading.

    There are no plans and buckets of one that was read in place. `plain` says that rows of a variant have as many
    entries as those of the source: see `deal`.
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
    pool, entries = means.pool, means.sizes.piece
    with block.path.open("rb", 0) as raw:
        with opened(block.path) as file:
            node = file[block.key]
            reader = in_place(block, node, raw, at_most=means.sizes.in_place)
            known = twin if twin and twin.buckets else None
            passed = _planned(block, key, [] if reader else targets, means=means, keep=keep, twin=known)
            if reader:
                plain = reader.is_plain(pool, across=block.shape[1], places=twin is None, entries=entries)
            else:
                own = list(passed.buckets.values())
                plain = deal(block, node, own, pool, places=known is None, entries=entries)
        # Without a look at the places: those of a twin that ascend, ascend.
        passed = passed._replace(plain=plain and block.layout == "csr" and (twin is None or twin.plain))
        for target in targets:
            same = twin.key if twin and passed.plain else None
            rows = _rows(block, key, target, packers=means.packers, same=same)
            _emit(block, target, passed, rows, reader=reader, means=means)
            rows.close()
    return passed


def _planned(
    block: StoredBlock, key: str, targets: list[Target], *, means: Means, keep: bool, twin: Passed | None
) -> Passed:
    """The block before it is dealt, with empty buckets for each target."""
    lengths = block.lengths()
    weights = np.full(block.shape[0], block.n_entries // max(1, block.shape[0]) + 1) if lengths is None else lengths
    limit = means.sizes.bucket_of(block.n_entries)
    plans = {
        target.number: twin.plans[target.number]
        if twin
        else plan_of(target.arrangement.rows, weights=weights, limit=limit)
        for target in targets
    }
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
    return Passed(key, plans, buckets, plain=False)


def _emit(
    block: StoredBlock, target: Target, passed: Passed, rows: SparseRows, *, reader: Reader | None, means: Means
) -> None:
    columns = target.arrangement.columns[block.axis]
    mover = Mover(columns, n_columns=block.shape[1], places=index_dtype(block.n_entries), values=block.dtype)
    if reader:
        order = target.arrangement.rows
        pieces = emitted_in_place(mover, reader, order, pool=means.pool, entries=means.sizes.piece)
    else:
        pieces = _from_buckets(block, target, passed, mover, means=means)
    for piece in pieces:
        rows.write(piece)
        mover.take_back(piece)


def _from_buckets(block: StoredBlock, target: Target, passed: Passed, mover: Mover, *, means: Means) -> Iterator[Rows]:
    plan = passed.plans[target.number]
    read = partial(passed.buckets[target.number].held, lengths=block.lengths())
    coming = means.pool.submit(read, 0)
    for bucket in range(plan.n_buckets):
        held = coming.result()
        # Read while this one is emitted: two are held, never three.
        coming = means.pool.submit(read, bucket + 1) if bucket + 1 < plan.n_buckets else coming
        own = target.arrangement.rows[plan.bounds[bucket] : plan.bounds[bucket + 1]]
        yield from emitted(mover, held, own, pool=means.pool, entries=means.sizes.piece)
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
