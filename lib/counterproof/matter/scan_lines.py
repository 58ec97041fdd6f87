"""The same as `scan`, for a sparse matrix stored by columns, or in chunks of unlike lengths, or in none."""

from collections import deque
from concurrent.futures import Executor, Future
from itertools import pairwise
from typing import Any

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.classify import Scanned, Tally, both
from counterproof.matter.kernels import pick, tally
from counterproof.matter.stored import Lines, StoredBlock, lines_of

AHEAD = 3
ENTRIES_AT_ONCE = 1 << 19


def scan_lines(
    block: StoredBlock, node: h5py.Group, wanted: NDArray[Any], found: Scanned, *, pool: Executor
) -> Scanned:
    """`found` with what the block adds to it; `wanted` has a number for each column that is asked for, else -1."""
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


def _add_rows(lines: Lines, wanted: NDArray[Any], found: Scanned) -> Tally:
    rows = slice(lines.first, lines.first + lines.bounds.size - 1)
    pick(lines.bounds, lines.places, lines.values, wanted, found.values[rows], found.totals[rows])
    return Tally(*tally(lines.values))


def _add_columns(lines: Lines, wanted: NDArray[Any], found: Scanned) -> Tally:
    for line, (start, end) in enumerate(pairwise(lines.bounds)):
        rows, values = lines.places[start:end], lines.values[start:end]
        np.add.at(found.totals, rows, values)
        if wanted[lines.first + line] >= 0:
            np.add.at(found.values[:, wanted[lines.first + line]], rows, values)
    return Tally(*tally(lines.values))
