"""How the normalised blocks of a file were made from its counts: told from the values, and true of every one of them.

Known is the usual way: the counts of a cell are scaled so that they add up to a constant, then log1p is taken.
"""

from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.registration import Normalisation
from counterproof.matter.classify import classify
from counterproof.matter.h5ad import Block, H5ad
from counterproof.matter.opening import opened
from counterproof.matter.plan import SIZES
from counterproof.matter.row_pieces import row_of_entries, row_pieces
from counterproof.matter.stored import StoredBlock
from counterproof.matter.stream import THREADS

TOLERANCE = 1e-5
"""Largest difference between a stored logarithm and the computed one, absolute and relative: float32 arithmetic."""
SNAP = 1e-6
"""A target sum this near to a whole or half number, relatively, is that number."""


class Tried(NamedTuple):
    """The target sum with which some counts give a block back, or what is against it."""

    target_sum: float
    against: str


def normalisations(source: H5ad, *, threads: int | None = None, entries: int = SIZES.piece) -> dict[str, Normalisation]:
    """For each block that is not counts the counts of the same genes, and the target sum, that give it back.

    Every value of each block is compared, in bounded memory.

    Raises
    ------
    InputError
        If there is a block that no counts give back: one problem for each, with what was seen.
    """
    with ThreadPoolExecutor(threads or THREADS) as pool:
        classes = {name: _class_of(block) for name, block in source.blocks.items()}
        counts = [name for name, found in classes.items() if found == "counts"]
        found, problems = {}, []
        for name, kind in classes.items():
            if kind == "counts":
                continue
            tried = {
                other: _tried(source, name, other, kind, pool=pool, entries=entries)
                for other in counts
                if _same_genes(source, name, other)
            }
            fitting = [other for other, one in tried.items() if not one.against]
            if fitting:
                found[name] = Normalisation(counts=fitting[0], target_sum=tried[fitting[0]].target_sum)
            else:
                problems.append(_refusal(source.name, name, {other: one.against for other, one in tried.items()}))
    if problems:
        raise InputError(problems)
    return found


def renormalised(counts: "sparse.csr_array[Any]", target_sum: float) -> NDArray[np.float64]:
    """The logarithm of each stored value of some rows of counts, after the row was scaled to the target sum."""
    totals = counts.sum(axis=1, dtype=np.float64)
    scale = np.divide(target_sum, totals, out=np.zeros(totals.shape), where=totals > 0)
    logs: NDArray[np.float64] = np.log1p(counts.data * scale[row_of_entries(counts)])
    return logs


def _class_of(block: Block | StoredBlock) -> str:
    """The class of a block by its first values; the comparison holds the others to it."""
    if isinstance(block, Block):
        return _told(block.matrix)
    with opened(block.path) as file:
        node = file[block.key]
        if block.layout == "dense":
            return _told(np.asarray(node[: _step(block, SIZES.piece)]))
        return _told(np.asarray(node["data"][: SIZES.piece]))


def _told(values: Any) -> str:
    try:
        return classify(values)
    except ValueError as error:
        return str(error)


def _same_genes(source: H5ad, one: str, other: str) -> bool:
    axes = (source.blocks[one].axis, source.blocks[other].axis)
    return axes[0] == axes[1] or source.axes[axes[0]].index.equals(source.axes[axes[1]].index)


def _tried(source: H5ad, name: str, counts: str, kind: str, *, pool: Executor, entries: int) -> Tried:
    if kind != "log":
        return Tried(0, f"it is {kind}" if kind == "scaled" else f"it {kind}")
    blocks = [source.blocks[one] for one in (counts, name)]
    by_column = [one for one, block in zip((counts, name), blocks, strict=True) if _by_column(block)]
    if by_column:
        return Tried(
            0, f"{' and '.join(by_column)} are stored by columns: too large to be compared; store them by rows"
        )
    step = min(_step(block, entries) for block in blocks)
    with ExitStack() as stack:
        matrices = [
            stack.enter_context(opened(block.path))[block.key] if isinstance(block, StoredBlock) else block.matrix
            for block in blocks
        ]
        pieces = (row_pieces(matrix, step=step, pool=pool) for matrix in matrices)
        target_sum, first = 0.0, 0
        for whole, logs in zip(*pieces, strict=True):
            target_sum = target_sum or _target_sum(logs)
            against = _against(whole, logs, target_sum, first=first)
            if against:
                return Tried(0, against)
            first += step
    return Tried(target_sum, "" if target_sum else "it holds nothing but zeros")


def _target_sum(logs: "sparse.csr_array[Any]") -> float:
    """What most of these rows add up to, once the logarithm is undone; 0 where they hold nothing."""
    sums = _sums(logs)
    filled = sums[sums > 0]
    found = float(np.median(filled)) if filled.size else 0.0
    near = round(2 * found) / 2
    return near if abs(near - found) <= SNAP * found else found


def _sums(logs: "sparse.csr_array[Any]") -> NDArray[np.float64]:
    values = np.expm1(logs.data.astype(np.float64))
    return np.bincount(row_of_entries(logs), weights=values, minlength=logs.shape[0]).astype(np.float64)


def _against(whole: "sparse.csr_array[Any]", logs: "sparse.csr_array[Any]", target_sum: float, *, first: int) -> str:
    if not np.array_equal(whole.data, np.rint(whole.data)):
        return "the counts are not whole in every cell"
    unlike = np.flatnonzero(np.diff(whole.indptr) != np.diff(logs.indptr))
    if unlike.size:
        told = [int(np.diff(matrix.indptr)[unlike[0]]) for matrix in (logs, whole)]
        return f"cell {first + unlike[0]} has {told[0]} values other than 0 where the counts have {told[1]}"
    if not np.array_equal(whole.indices, logs.indices):
        return "its values other than 0 stand at other genes than those of the counts"
    if not whole.nnz:
        return ""
    expected = renormalised(whole, target_sum)
    beyond = np.abs(logs.data - expected) - TOLERANCE * (1 + expected)
    worst = int(np.argmax(beyond))
    if beyond[worst] <= 0:
        return ""
    sums = _sums(logs)
    sums = sums[sums > 0]
    return (
        f"cell {first + row_of_entries(logs)[worst]} has {logs.data[worst]:.6g} where log1p of its counts, scaled to "
        f"{target_sum:.10g}, is {expected[worst]:.6g} (rows add up to {sums.min():.6g} to {sums.max():.6g})"
    )


def _by_column(block: Block | StoredBlock) -> bool:
    return isinstance(block, StoredBlock) and block.layout == "csc"


def _step(block: Block | StoredBlock, entries: int) -> int:
    """So many rows have about so many entries."""
    if isinstance(block, StoredBlock):
        return max(1, entries * block.shape[0] // max(1, block.n_entries))
    return max(1, int(block.matrix.shape[0]))


def _refusal(file: str, name: str, against: dict[str, str]) -> Problem:
    seen = "; ".join(f"{counts}: {why}" for counts, why in against.items())
    return Problem(
        file=file,
        place=name,
        wrong=f"block {name} cannot be computed anew from counts",
        seen=seen or "no block of counts has its genes",
        fix="register after_deletion: declare, or leave the block out of the file",
    )
