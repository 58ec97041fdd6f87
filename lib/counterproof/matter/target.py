"""A variant file that is being written, and what the writing is done with."""

from concurrent.futures import Executor
from pathlib import Path
from typing import NamedTuple

import h5py
import numpy as np

from counterproof.matter.arrangement import Arrangement
from counterproof.matter.plan import Sizes


class Target(NamedTuple):
    """An open file, what it shall hold, and its place among those written together."""

    number: int
    file: h5py.File
    arrangement: Arrangement


class Means(NamedTuple):
    """What the work is done with: threads, a folder for temporary files, sizes, and whether matrices are packed."""

    pool: Executor
    folder: Path
    sizes: Sizes
    packed: bool = True

    @property
    def packers(self) -> Executor | None:
        """The threads that pack chunks; null where chunks are written as they are."""
        return self.pool if self.packed else None


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
