"""Other orders of cells and genes: what the data say stays the same."""

import numpy as np
import pandas as pd

from counterproof.edits.identifiers import is_identifier, opaque_names
from counterproof.matter.arrangement import Arrangement


def permute(arrangement: Arrangement, *, seed: int) -> Arrangement:
    """With cells and genes in another order, and opaque names for the cells. The labels go with their cells."""
    return renamed_cells(shuffled(arrangement, seed=seed), seed=seed)


def renamed_cells(arrangement: Arrangement, *, seed: int) -> Arrangement:
    """With opaque names for the cells."""
    names = opaque_names([str(name) for name in arrangement.obs.index], seed=seed)
    return arrangement.with_obs(arrangement.obs.set_axis(pd.Index(names, dtype=object), axis="index"))


def renamed_identifiers(arrangement: Arrangement, known: pd.DataFrame, *, seed: int) -> Arrangement:
    """With opaque values in every column that names the cells once more, such as barcodes.

    `known` is the source's table: a column that names each of its cells does so in all variants.
    """
    obs = arrangement.obs.copy()
    for place, name in enumerate(obs.columns, start=1):
        if is_identifier(known[name]):
            dtype = object if isinstance(obs[name].dtype, pd.CategoricalDtype) else obs[name].dtype
            obs[name] = np.array(opaque_names([str(value) for value in obs[name]], seed=seed + place), dtype=object)
            obs[name] = obs[name].astype(dtype)
    return arrangement.with_obs(obs)


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
