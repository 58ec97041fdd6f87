"""What cells were scaled by, told from counts and their logarithms in one file.

A count divided by what its logarithm stands for gives the cell's total, over all genes that were there when it was
normalised. Where the counts that are left add up to less, the difference is what was taken away.
"""

from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from counterproof.construct.leaks.files import DataFile
from counterproof.construct.leaks.rows import LARGEST_LOG, is_whole, row_pieces, shape_of

Vector = NDArray[np.float64]


def implied_sizes(file: DataFile, *, at_most: int) -> dict[str, Vector]:
    """For each block of logarithms and each of counts the scale of the first cells; NaN where a cell shows none."""
    found = {}
    with file.open() as handle:
        nodes = {name: handle[place.key] for name, place in file.blocks.items()}
        kinds = {name: _kind(node) for name, node in nodes.items()}
        for logs, counts in permutations(nodes, 2):
            if (kinds[logs], kinds[counts]) != ("log", "counts"):
                continue
            genes = [file.genes[file.blocks[name].axis] for name in (logs, counts)]
            own, other = (names.isin(genes[1 - place]).astype(np.float64) for place, names in enumerate(genes))
            scaled = _sums(nodes[logs], own, at_most=at_most, logged=True)
            whole = _sums(nodes[counts], other, at_most=at_most, logged=False)
            found[f"{counts} over {logs}"] = np.divide(
                whole, scaled, out=np.full(scaled.shape, np.nan), where=scaled > 0
            )
    return found


def _kind(node: Any) -> str:
    """Told from the first cells: this only decides where to look."""
    values = next(iter(row_pieces(node, at_most=100))).matrix.data if shape_of(node)[0] else np.empty(0)
    if not values.size or values.min() < 0 or not np.isfinite(values).all():
        return ""
    if is_whole(values):
        return "counts"
    return "log" if values.max() <= LARGEST_LOG else ""


def _sums(node: Any, chosen: Vector, *, at_most: int, logged: bool) -> Vector:
    parts = []
    for _, matrix in row_pieces(node, at_most=at_most):
        values = matrix.copy()
        if logged:
            values.data = np.expm1(np.minimum(values.data, LARGEST_LOG))
        parts.append(np.asarray(values @ chosen))
    return np.concatenate(parts)
