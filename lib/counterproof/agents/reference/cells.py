"""Which cells a question is about."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from counterproof.agents.reference.datafile import DataFile, Labels
from counterproof.domain.statistic import Group

Mask: TypeAlias = NDArray[np.bool_]


def cells_of(file: DataFile, group: Group) -> Mask:
    """Which cells are in a group; a cell without a label is in none."""
    return equals(file.labels(group.column), group.value)


def cells_within(file: DataFile, group: Group | None) -> Mask:
    """Which cells are in a group, or all of them where none is named."""
    if group is not None:
        return cells_of(file, group)
    n_cells, _ = next(iter(file.blocks.values()))
    return np.ones(n_cells, dtype=np.bool_)


def equals(labels: Labels, value: str) -> Mask:
    """Which labels are this one."""
    return np.asarray(labels == value, dtype=np.bool_)


def parts_of(side: Mask, labels: Labels) -> list[Mask]:
    """A side's cells label by label (donor, sample), in the labels' order; cells without a label are in no part."""
    names = sorted({name for name in labels[side] if name is not None})
    return [side & equals(labels, name) for name in names]
