"""Other orders of cells and genes: what the data say stays the same."""

import numpy as np
import pandas as pd

from counterproof.edits.identifiers import opaque_names
from counterproof.matter.arrangement import Arrangement


def permute(arrangement: Arrangement, *, seed: int) -> Arrangement:
    """With cells and genes in another order, and opaque names for the cells. The labels go with their cells."""
    moved = shuffled(arrangement, seed=seed)
    names = opaque_names([str(name) for name in moved.obs.index], seed=seed)
    return moved.with_obs(moved.obs.set_axis(pd.Index(names, dtype=object), axis="index"))


def shuffled(arrangement: Arrangement, *, seed: int) -> Arrangement:
    """With cells and genes in an order of its own. Genes that several axes share stand in one order on all of them."""
    rng = np.random.default_rng([seed, *b"order"])
    arrangement = arrangement.take_rows(rng.permutation(len(arrangement.obs)))
    names = sorted({str(name) for table in arrangement.var.values() for name in table.index})
    rank = dict(zip(names, rng.permutation(len(names)), strict=True))
    for axis, table in arrangement.var.items():
        places = np.argsort([rank[str(name)] for name in table.index], kind="stable")
        arrangement = arrangement.take_columns(axis, places)
    return arrangement
