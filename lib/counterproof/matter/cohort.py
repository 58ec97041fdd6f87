"""A SIMULATED cohort of blood cells: 2 conditions, 4 donors each, whose truth is known because we drew it.

It stands in for what one real donor cannot show: abundance and donor-level expression. Donors are nested in conditions,
one sample each, and their names tell nothing about the condition. Counts are negative binomial around the cell type's
profile, with varying library sizes, an effect of each donor on each gene, and dropouts. The genes are a panel out of a
larger transcriptome, most of a cell's molecules being of other genes: so no row of the normalised layer adds up to a
constant, and a gene that is taken out cannot be computed from what is left.
"""

from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse

from counterproof.matter.arrangement import as_it_is
from counterproof.matter.cohort_genes import HOUSEKEEPING, INTERFERON, PLATELET, PROGRAMS, RIBOSOMAL, all_genes
from counterproof.matter.cohort_truth import CONTROL, TREATED, TRUTH
from counterproof.matter.h5ad import Block, H5ad
from counterproof.matter.write import write_h5ad

COHORT_VERSION = "simulated_cohort_v1"
"""Change it with anything that changes a value: registrations are frozen on the file's bytes."""
COHORT_SEED = 20261130
CELLS_PER_SAMPLE = (270, 331)
DONOR_SPREAD = 0.15
"""Standard deviation of a donor's effect on a gene, natural log."""
CONCENTRATION = 150.0
"""Of the Dirichlet distribution of a donor's composition around the expected one: larger means closer."""
DISPERSION = 3.0
"""Size parameter of the negative binomial: variance = mean + mean**2 / size."""
DROPOUT = 0.3
"""Chance that a gene with a tiny expected count is missed; it falls with the expected count."""


class Sample(NamedTuple):
    """One sample of one donor: the labels of its cells, and their counts."""

    labels: pd.DataFrame
    counts: NDArray[np.int32]
    molecules: NDArray[np.int64]


def write_cohort(path: Path) -> None:
    """Put the cohort at `path`: X has the counts, `layers/lognorm` log1p of counts per 10,000 molecules of the cell."""
    cohort = simulate_cohort(seed=COHORT_SEED)
    write_h5ad(path, cohort, as_it_is(cohort, keep_obs=tuple(cohort.obs.columns)))


def simulate_cohort(*, seed: int) -> H5ad:
    """The cohort in memory, about 2,400 cells of six types in eight samples, in random order."""
    rng = np.random.default_rng([seed, *b"cohort"])
    genes = all_genes()
    profiles = _profiles(genes, rng)
    numbers = rng.permutation(2 * TRUTH.donors_per_condition) + 1
    conditions = [CONTROL] * TRUTH.donors_per_condition + [TREATED] * TRUTH.donors_per_condition
    samples = [
        _sample(genes, profiles, condition, int(number), rng)
        for number, condition in zip(numbers, conditions, strict=True)
    ]
    order = rng.permutation(sum(len(sample.labels) for sample in samples))
    obs = pd.concat([sample.labels for sample in samples], ignore_index=True).iloc[order]
    obs.index = pd.Index(_names(len(order), rng), dtype=object)
    counts = np.concatenate([sample.counts for sample in samples])[order]
    molecules = np.concatenate([sample.molecules for sample in samples])[order]
    lognorm = np.log1p(counts / molecules[:, None] * 10_000).astype(np.float32)
    return H5ad(
        name=f"{COHORT_VERSION}.h5ad",
        obs=obs.astype("category"),
        axes={"var": pd.DataFrame(index=pd.Index(genes, dtype=object))},
        blocks={
            "X": Block(sparse.csr_array(counts), "var"),
            "layers/lognorm": Block(sparse.csr_array(lognorm), "var"),
        },
    )


def _profiles(genes: tuple[str, ...], rng: np.random.Generator) -> pd.DataFrame:
    """Expected share of each gene (rows) in the molecules of each cell type (columns); 40% of them are in the panel."""
    level = pd.Series(0.03, index=pd.Index(genes))
    level[list(INTERFERON)] = 0.12
    level[list(PLATELET)] = 0.05
    level[list(HOUSEKEEPING)] = 1.2
    level[list(RIBOSOMAL)] = 2.0
    level *= np.exp(rng.normal(0, 0.4, size=len(genes)))
    profiles = pd.DataFrame(dict.fromkeys(PROGRAMS, level))
    for cell_type, program in PROGRAMS.items():
        profiles.loc[list(program), cell_type] = 2.5 * np.exp(rng.normal(0, 0.5, size=len(program)))
    return 0.4 * profiles / profiles.sum()


def _sample(
    genes: tuple[str, ...], profiles: pd.DataFrame, condition: str, number: int, rng: np.random.Generator
) -> Sample:
    shares = np.array([TRUTH.composition[condition][cell_type] for cell_type in profiles.columns])
    n_cells = int(rng.integers(*CELLS_PER_SAMPLE))
    numbers = rng.multinomial(n_cells, rng.dirichlet(CONCENTRATION * shares))
    cell_types = np.repeat(profiles.columns.to_numpy(), numbers)
    rates = profiles.copy()
    if condition == TREATED:
        for cell_type, effects in TRUTH.effects.items():
            rates.loc[list(effects), cell_type] *= np.exp2(list(effects.values()))
    rates = rates.mul(np.exp(rng.normal(0, DONOR_SPREAD, size=len(genes))), axis=0)
    molecules = np.exp(rng.normal(np.log(6_000), 0.35, size=n_cells))
    expected = rates[cell_types].to_numpy().T * molecules[:, None]
    counts = rng.poisson(expected * rng.gamma(DISPERSION, 1 / DISPERSION, size=expected.shape))
    counts[rng.random(expected.shape) < DROPOUT * np.exp(-expected)] = 0
    unseen = rng.poisson(np.maximum(molecules - expected.sum(axis=1), 1.0))
    labels = {"cell_type": cell_types, "condition": condition, "donor": f"D{number}", "sample": f"S{number:02d}"}
    return Sample(pd.DataFrame(labels), counts.astype(np.int32), counts.sum(axis=1) + unseen)


def _names(n_cells: int, rng: np.random.Generator) -> list[str]:
    """Names that say what the cells are: simulated."""
    names: dict[str, None] = {}
    while len(names) < n_cells:
        names["SIM-" + "".join(rng.choice(list("ACGT"), size=12))] = None
    return list(names)
