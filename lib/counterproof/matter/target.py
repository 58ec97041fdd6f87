"""A variant file that is being written, and what the writing is done with."""

from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.matter.arrangement import Arrangement
from counterproof.matter.rounds import Sizes


class Target(NamedTuple):
    """An open file, what it shall hold, and its place among those written together."""

    number: int
    file: h5py.File
    arrangement: Arrangement


class Means(NamedTuple):
    """What the work is done with: threads, a folder for temporary files, and sizes.

    `parts` has the part of each source row: see `rounds`.
    """

    pool: Executor
    folder: Path
    parts: NDArray[np.int64]
    sizes: Sizes


def leaders(targets: list[Target], axis: str) -> dict[int, Target]:
    """For each target the first with its cells, and its genes of an axis, in the same order; often itself."""
    found: dict[int, Target] = {}
    for target in targets:
        own = target.arrangement
        found[target.number] = next(
            other
            for other in targets
            if other is target
            or (
                np.array_equal(other.arrangement.rows, own.rows)
                and np.array_equal(other.arrangement.columns[axis], own.columns[axis])
            )
        )
    return found
