"""Which rows of a source are held at once, when it is larger than memory and its variants have other orders.

The rows of a source fall into parts, a few hundred each. A variant in the order of the parts, with any order inside
each, needs its source's rows part by part; several such variants are written from one reading of the source, each
bucket of neighbouring parts being held in memory once. A variant in any other order is written by reading the source
once for each bucket of its own rows: right, but slow.
"""

from collections.abc import Hashable, Mapping
from itertools import pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

ROWS_A_PART = 512

Name = TypeVar("Name", bound=Hashable)


class Sizes(NamedTuple):
    """Most entries that are worked on at once, and most in one bucket (at least those of a part).

    A bucket has about 50 MB, with two bytes for a column and four for a value. No byte of a variant depends on them.
    """

    piece: int = 1 << 20
    bucket: int = 1 << 23


SIZES = Sizes()


class Round(NamedTuple):
    """One reading of a source.

    `bucket` has the number of each source row's bucket, -1 for rows that this round leaves alone, shape (n_cells,).
    `spans` has, for each variant, its first row from each bucket and its last row (not included), shape
    (n_buckets + 1,).
    """

    bucket: NDArray[np.int32]
    n_buckets: int
    spans: Mapping[Any, NDArray[np.int64]]


def natural_parts(n_rows: int) -> NDArray[np.int64]:
    """Parts of rows that follow each other in the source, shape (n_rows,)."""
    return np.arange(n_rows) // ROWS_A_PART


def rounds_of(
    rows: Mapping[Name, NDArray[np.int64]],
    *,
    parts: NDArray[np.int64],
    weights: NDArray[np.int64],
    limit: int = SIZES.bucket,
) -> list[Round]:
    """The readings of a source that its variants need.

    Parameters
    ----------
    rows
        The source row of each row of each variant.
    parts, weights
        Part and number of entries of each source row, shape (n_cells,).
    limit
        Most entries in one bucket, unless one part or row has more.
    """
    together = {name: own for name, own in rows.items() if (np.diff(parts[own]) >= 0).all()}
    made = [_shared(together, parts, weights, limit)] if together else []
    for name in rows.keys() - together.keys():
        made += _alone(name, rows[name], weights, limit)
    return made


def _shared(
    rows: Mapping[Name, NDArray[np.int64]], parts: NDArray[np.int64], weights: NDArray[np.int64], limit: int
) -> Round:
    bucket_of_part, n_buckets = _buckets(np.bincount(parts, weights=weights), limit)
    bucket = bucket_of_part[parts]
    spans = {
        name: np.searchsorted(bucket[own], np.arange(n_buckets + 1)).astype(np.int64) for name, own in rows.items()
    }
    return Round(bucket, n_buckets, spans)


def _alone(name: Name, rows: NDArray[np.int64], weights: NDArray[np.int64], limit: int) -> list[Round]:
    bucket_of_row, n_buckets = _buckets(weights[rows], limit)
    bounds = np.searchsorted(bucket_of_row, np.arange(n_buckets + 1))
    made = []
    for start, end in pairwise(bounds):
        bucket = np.full(weights.size, -1, dtype=np.int32)
        bucket[rows[start:end]] = 0
        made.append(Round(bucket, 1, {name: np.array([start, end])}))
    return made


def _buckets(weights: NDArray[Any], limit: int) -> tuple[NDArray[np.int32], int]:
    """A growing number for each of some things in their order, those of one number weighing about `limit` together."""
    if not weights.size:
        return np.zeros(0, np.int32), 1
    before = np.cumsum(weights) - weights
    number = np.unique(before // limit, return_inverse=True)[1].astype(np.int32)
    return number, int(number[-1]) + 1
