"""Which cells belong to a group."""

import numpy as np
from numpy.typing import NDArray

from counterproof.domain.statistic import Group
from counterproof.matter.cells import Cells


def in_group(cells: Cells, group: Group) -> NDArray[np.bool_]:
    """Whether each cell belongs to the group, shape (n_cells,). A missing label belongs to none."""
    return cells.labels[group.column].are(group.value)


def parts_of(cells: Cells, side: NDArray[np.bool_], column: str) -> list[NDArray[np.bool_]]:
    """The cells of a side, split by their label in a column (donor, sample); a cell without one is in no part."""
    codes = cells.labels[column].codes
    return [side & (codes == code) for code in np.unique(codes[side]) if code >= 0]


def mean_where(values: NDArray[np.float64], where: NDArray[np.bool_]) -> float:
    """Mean of the values of the chosen cells that have one; NaN where none is chosen or none has."""
    return mean_of(values[where])


def mean_of(values: NDArray[np.float64]) -> float:
    """Mean of the values that are there; NaN where none is."""
    # A cell without counts has no value. It must not take those of all others along: a deleted gene may have been all
    # that a cell had, and the withdrawal would then pass as undefined, whatever the other genes say.
    there = values[~np.isnan(values)]
    return float(there.mean()) if there.size else float("nan")
