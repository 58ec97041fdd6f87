"""Which cells belong to a group."""

import numpy as np
from numpy.typing import NDArray

from counterproof.domain.statistic import Group
from counterproof.matter.cells import Cells


def in_group(cells: Cells, group: Group) -> NDArray[np.bool_]:
    """Whether each cell belongs to the group, shape (n_cells,). A missing label belongs to none."""
    members: NDArray[np.bool_] = cells.obs[group.column].to_numpy() == group.value
    return members


def mean_where(values: NDArray[np.float64], where: NDArray[np.bool_]) -> float:
    """Mean of the values of the chosen cells; NaN where none is chosen."""
    return float(values[where].mean()) if where.any() else float("nan")
