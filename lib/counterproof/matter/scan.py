"""A few genes of a large block, the totals of its cells, and the class of its values, from one reading of it."""

from collections import deque
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.classify import NOTHING, Scanned, Tally, both, tally_of
from counterproof.matter.kernels import pick, tally
from counterproof.matter.stored import Lines, StoredBlock, lines_of, rows_of
from counterproof.matter.stream import THREADS

AHEAD = 3
ENTRIES_AT_ONCE = 1 << 19


def scan(block: StoredBlock, node: Any, positions: NDArray[np.int64], *, threads: int | None = None) -> Scanned:
    """The columns at these places of a block that stays in its file, which is open at `node`."""
    found = Scanned(np.zeros((block.shape[0], positions.size)), np.zeros(block.shape[0]), NOTHING)
    if block.layout == "dense":
        return _scan_dense(node, positions, found)
    with ThreadPoolExecutor(threads or THREADS) as pool:
        return _scan_sparse(block, node, positions, found, pool=pool)


def _scan_dense(node: h5py.Dataset, positions: NDArray[np.int64], found: Scanned) -> Scanned:
    seen = found.tally
    for first, rows in rows_of(node):
        found.values[first : first + len(rows)] = rows[:, positions]
        found.totals[first : first + len(rows)] = rows.sum(axis=1, dtype=np.float64)
        seen = both(seen, tally_of(rows))
    return found._replace(tally=seen)


def _scan_sparse(
    block: StoredBlock, node: h5py.Group, positions: NDArray[np.int64], found: Scanned, *, pool: ThreadPoolExecutor
) -> Scanned:
    wanted = np.full(block.shape[1], -1, dtype=np.int32)
    wanted[positions] = np.arange(positions.size)
    add = _add_rows if block.layout == "csr" else _add_columns
    # Columns add to the same totals, so that their pieces must not run side by side.
    ahead = AHEAD if block.layout == "csr" else 0
    waiting: deque[Future[Tally]] = deque()
    seen = found.tally
    for lines in lines_of(node, pool, entries=ENTRIES_AT_ONCE):
        waiting.append(pool.submit(add, lines, wanted, found))
        while len(waiting) > ahead:
            seen = both(seen, waiting.popleft().result())
    for job in waiting:
        seen = both(seen, job.result())
    return found._replace(tally=seen)


def _add_rows(lines: Lines, wanted: NDArray[np.int32], found: Scanned) -> Tally:
    rows = slice(lines.first, lines.first + lines.bounds.size - 1)
    pick(lines.bounds, lines.places, lines.values, wanted, found.values[rows], found.totals[rows])
    return Tally(*tally(lines.values))


def _add_columns(lines: Lines, wanted: NDArray[np.int32], found: Scanned) -> Tally:
    for line, (start, end) in enumerate(zip(lines.bounds[:-1], lines.bounds[1:], strict=True)):
        rows, values = lines.places[start:end], lines.values[start:end]
        np.add.at(found.totals, rows, values)
        if wanted[lines.first + line] >= 0:
            np.add.at(found.values[:, wanted[lines.first + line]], rows, values)
    return Tally(*tally(lines.values))
