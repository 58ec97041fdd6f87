"""Other orders of cells and genes: what the data say stays the same."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.edits.identifiers import opaque_names
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.rounds import natural_parts


def permute(arrangement: Arrangement, *, seed: int) -> Arrangement:
    """With cells and genes in another order, and opaque names for the cells. The labels go with their cells."""
    moved = shuffled(arrangement, seed=seed)
    names = opaque_names([str(name) for name in moved.obs.index], seed=seed)
    return moved.with_obs(moved.obs.set_axis(pd.Index(names, dtype=object), axis="index"))


ONE_PART = 10_000
"""Cells up to which a source is one part: its variants then share nothing of their orders."""


def parts_of(n_cells: int, *, seed: int) -> NDArray[np.int64]:
    """A part for each cell of a source, drawn at random, a few hundred cells each; shape (n_cells,).

    A source of up to 10,000 cells is one part. Variants in the order of the same parts are written from one reading of
    a large source. Since the parts are drawn at random, any order of the cells is as likely as any other, whichever
    file is looked at alone.
    """
    if n_cells <= ONE_PART:
        return np.zeros(n_cells, dtype=np.int64)
    return natural_parts(n_cells)[np.random.default_rng([seed, *b"parts"]).permutation(n_cells)]


def shuffled(arrangement: Arrangement, *, seed: int, parts: NDArray[np.int64] | None = None) -> Arrangement:
    """With cells and genes in an order of its own. Genes that several axes share stand in one order on all of them.

    Where each source cell has a part, the cells come part by part, in an order of their own inside each.
    """
    rng = np.random.default_rng([seed, *b"order"])
    order = rng.permutation(len(arrangement.obs))
    if parts is not None:
        order = order[np.argsort(parts[arrangement.rows[order]], kind="stable")]
    arrangement = arrangement.take_rows(order)
    names = sorted({str(name) for table in arrangement.var.values() for name in table.index})
    rank = dict(zip(names, rng.permutation(len(names)), strict=True))
    for axis, table in arrangement.var.items():
        places = np.argsort([rank[str(name)] for name in table.index], kind="stable")
        arrangement = arrangement.take_columns(axis, places)
    return arrangement
