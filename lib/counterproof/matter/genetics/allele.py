"""SIMULATED people with one biallelic variant and a trait: the counted allele's effect is drawn by us.

Ancestry moves both the allele's frequency and the trait, so that an analysis without it finds another effect.
"""

from pathlib import Path

import numpy as np

from counterproof.matter.genetics.texts import names, write_text_table

ALLELE_SEED = 20261201
PEOPLE = 3000
EFFECT = 0.3
"""Trait units for each copy of the counted allele: the truth."""
ANCESTRY_ON_TRAIT = 0.9
ANCESTRY_ON_FREQUENCY = 0.18
SEX_ON_TRAIT = 0.4
AGE_ON_TRAIT = 0.015
NOISE = 0.7


def write_allele(path: Path) -> None:
    """Put the table at `path` as CSV: person, sex, age, ancestry (a score), dosage (0, 1, 2), trait."""
    rng = np.random.default_rng([ALLELE_SEED, *b"allele"])
    ancestry = np.clip(rng.normal(size=PEOPLE), -2, 2).round(3)
    frequency = 0.42 + ANCESTRY_ON_FREQUENCY * ancestry
    dosage = rng.binomial(2, np.clip(frequency, 0.03, 0.97))
    sex = rng.choice(["F", "M"], size=PEOPLE)
    age = rng.integers(25, 76, size=PEOPLE)
    mean = 5 + EFFECT * dosage + ANCESTRY_ON_TRAIT * ancestry + SEX_ON_TRAIT * (sex == "M") + AGE_ON_TRAIT * age
    trait = (mean + rng.normal(scale=NOISE, size=PEOPLE)).round(4)
    columns = {
        "person": names("P", PEOPLE, rng),
        "sex": sex,
        "age": age,
        "ancestry": ancestry,
        "dosage": dosage,
        "trait": trait,
    }
    write_text_table(path, columns, delimiter=",")
