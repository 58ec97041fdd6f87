"""Which rows of a source are held at once for a variant, when the source is larger than memory.

A variant's rows are cut into buckets that fit into memory. One reading of the source deals its rows to the buckets of
every variant; then each bucket is held once, and leaves it in the variant's order. So the orders of variants need have
nothing in common.
"""

import os
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

BUCKETS = 128
"""So many files are worth larger buckets: with more of them less goes to each at a time."""
LARGER = 4
MEMORY = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


class Sizes(NamedTuple):
    """Most entries that are worked on at once, and most in one bucket (at least those of a row).

    A bucket has about 25 MB, with two bytes for a column and four for a value. A block of at most `in_place` bytes is
    read in any order, without buckets, where its file allows. No byte of a variant depends on them.
    """

    piece: int = 1 << 20
    bucket: int = 1 << 22
    in_place: int = MEMORY // 4

    def bucket_of(self, n_entries: int) -> int:
        """Most entries in one bucket of a block with so many: up to four times as many in very large blocks."""
        return min(max(self.bucket, n_entries // BUCKETS), LARGER * self.bucket)


SIZES = Sizes()


class Plan(NamedTuple):
    """The buckets of one variant.

    `rows` are the source rows that it needs, ascending, and `buckets` where each goes; a row that several buckets need
    comes once for each. `bounds` has the first row of the variant from each bucket, and its last (not included), shape
    (n_buckets + 1,).
    """

    rows: NDArray[np.int64]
    buckets: NDArray[np.int32]
    bounds: NDArray[np.int64]

    @property
    def n_buckets(self) -> int:
        """How many buckets there are, at least one."""
        return len(self.bounds) - 1

    def members(self, bucket: int) -> NDArray[np.int64]:
        """The source rows of a bucket, ascending."""
        members: NDArray[np.int64] = self.rows[self.buckets == bucket]
        return members


def plan_of(rows: NDArray[np.int64], *, weights: NDArray[Any], limit: int = SIZES.bucket) -> Plan:
    """The buckets of a variant.

    Parameters
    ----------
    rows
        The source row of each of its rows.
    weights
        Number of entries of each source row, shape (n_cells,).
    limit
        Most entries in one bucket, unless one row has more.
    """
    own = weights[rows]
    # Numbered anew, since a row beyond the limit leaves numbers out.
    number = np.unique((np.cumsum(own) - own) // limit, return_inverse=True)[1]
    n_buckets = int(number[-1]) + 1 if rows.size else 1
    needed = np.unique(rows * n_buckets + number)
    bounds = np.searchsorted(number, np.arange(n_buckets + 1)).astype(np.int64)
    return Plan(needed // n_buckets, (needed % n_buckets).astype(np.int32), bounds)
