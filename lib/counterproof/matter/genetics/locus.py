"""SIMULATED association statistics of one locus with a single causal variant, for fine-mapping.

Neighbours share the causal variant's signal by linkage. One badly imputed variant has the largest statistic of all.
"""

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from counterproof.matter.genetics.texts import names

LOCUS_SEED = 20261203
VARIANTS = 600
START = 27_000_000
SPACING = (120, 900)
CAUSAL = 371
"""Rank of the causal variant by position."""
STRENGTH = 12.0
"""Its expected z value."""
LINKAGE = 15_000.0
"""Distance in base pairs over which linkage falls to a third."""
BAD_IMPUTATION = 0.31


def locus() -> dict[str, np.ndarray]:
    """The columns of the table, by position: variant, position (bp), imputation quality, beta, se."""
    rng = np.random.default_rng([LOCUS_SEED, *b"locus"])
    position = START + np.cumsum(rng.integers(*SPACING, size=VARIANTS))
    linkage = np.exp(-np.abs(position - position[CAUSAL]) / LINKAGE)
    linkage[np.arange(VARIANTS) != CAUSAL] *= rng.uniform(0.2, 0.9, size=VARIANTS - 1)
    z = STRENGTH * linkage + rng.normal(scale=0.5, size=VARIANTS)
    quality = rng.uniform(0.82, 1.0, size=VARIANTS)
    bad = rng.choice(np.flatnonzero(np.abs(np.arange(VARIANTS) - CAUSAL) > 100), size=25, replace=False)
    quality[bad] = rng.uniform(0.2, 0.6, size=bad.size)
    z[bad] += rng.normal(scale=3.0, size=bad.size)
    quality[bad[0]], z[bad[0]] = BAD_IMPUTATION, STRENGTH + 6
    se = rng.uniform(0.009, 0.016, size=VARIANTS)
    return {
        "variant": np.array(names("V", VARIANTS, rng)),
        "position": position,
        "info": quality.round(3),
        "beta": (z * se).round(6),
        "se": se.round(6),
    }


def write_locus(path: Path) -> None:
    """Put the table at `path` as Parquet, its rows in random order."""
    columns = locus()
    order = np.random.default_rng([LOCUS_SEED, *b"order"]).permutation(VARIANTS)
    arrays = {name: pa.array(column[order].tolist()) for name, column in columns.items()}
    pq.write_table(pa.table(arrays), path, compression="none", store_schema=False)
