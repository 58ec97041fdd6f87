"""SIMULATED summary statistics of two traits, for Mendelian randomisation in both directions.

Some variants act on the first trait and, through it, on the second; others the other way round. The second trait's
statistics count the other allele on half of the rows.
"""

from pathlib import Path

import numpy as np

from counterproof.matter.genetics.texts import names, write_text_table

EXPOSURE_SEED = 20261202
VARIANTS_EACH = 45
FORWARD, REVERSE = 0.4, -0.2
"""SD of the second trait for one SD of the first, and of the first for one of the second: the truth."""
ERRORS = (0.0035, 0.005)
STEPS = (0.04, 0.12)
ALLELES = np.array(list("ACGT"))


def write_exposure(path: Path) -> None:
    """Put the table at `path` as TSV: variant, and for each trait the counted and other allele, beta, and its SE."""
    rng = np.random.default_rng([EXPOSURE_SEED, *b"exposure"])
    own = rng.uniform(*STEPS, size=(2, VARIANTS_EACH)) * rng.choice([-1, 1], size=(2, VARIANTS_EACH))
    first = np.concatenate([own[0], REVERSE * own[1]])
    second = np.concatenate([FORWARD * own[0], own[1]])
    n = first.size
    error = rng.uniform(*ERRORS, size=(2, n)).round(5)
    pairs = np.array([rng.choice(4, size=2, replace=False) for _ in range(n)])
    # Pairs A/T and C/G read the same on both strands: real analyses drop them, so that none is drawn.
    palindrome = pairs.sum(axis=1) == 3
    pairs[palindrome, 1] = (pairs[palindrome, 1] + 1) % 4
    clash = pairs[:, 0] == pairs[:, 1]
    pairs[clash, 1] = (pairs[clash, 1] + 1) % 4
    alleles = ALLELES[pairs]
    other_way = rng.random(n) < 0.5
    sign = np.where(other_way, -1, 1)
    order = rng.permutation(n)
    columns = {
        "variant": np.array(names("V", n, rng)),
        "counted_1": alleles[:, 0],
        "other_1": alleles[:, 1],
        "beta_1": (first + rng.normal(size=n) * error[0]).round(6),
        "se_1": error[0],
        "counted_2": np.where(other_way, alleles[:, 1], alleles[:, 0]),
        "other_2": np.where(other_way, alleles[:, 0], alleles[:, 1]),
        "beta_2": (sign * (second + rng.normal(size=n) * error[1])).round(6),
        "se_2": error[1],
    }
    write_text_table(path, {name: column[order] for name, column in columns.items()}, delimiter="\t")
