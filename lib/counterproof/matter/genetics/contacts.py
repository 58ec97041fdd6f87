"""SIMULATED contact counts between genome bins in two conditions, of two libraries each.

One loop halves from the first condition to the second. Libraries differ in depth, and contacts fall with distance.
"""

from pathlib import Path

import numpy as np

from counterproof.matter.genetics.texts import write_text_table

CONTACTS_SEED = 20261204
BINS = 50
ANCHORS = (14, 33)
CHANGE = -1.0
"""log2 of the loop's strength in the second condition over the first: the truth."""
STRENGTH = 8.0
"""The loop's contacts in the first condition, as a multiple of what its distance lets expect."""
CONDITIONS = ("control", "treated")
LIBRARIES = {"L4": "control", "L7": "control", "L2": "treated", "L9": "treated"}
DEPTHS = {"L4": 1.0, "L7": 0.55, "L2": 2.4, "L9": 1.7}
AT_DISTANCE_1 = 16_000.0


def write_contacts(path: Path) -> None:
    """Put the table at `path` as CSV: library, condition, bin_1, bin_2 (bin_1 below bin_2), contacts."""
    rng = np.random.default_rng([CONTACTS_SEED, *b"contacts"])
    first, second = np.triu_indices(BINS, k=1)
    visible = rng.lognormal(0, 0.1, size=BINS)
    base = AT_DISTANCE_1 / (second - first) * visible[first] * visible[second]
    loop = (first == ANCHORS[0]) & (second == ANCHORS[1])
    parts = []
    for library, condition in LIBRARIES.items():
        strength = STRENGTH * (2**CHANGE if condition == CONDITIONS[1] else 1)
        mean = base * DEPTHS[library] * np.where(loop, strength, 1)
        parts.append((library, condition, rng.poisson(mean)))
    n = first.size
    columns = {
        "library": np.concatenate([[library] * n for library, _, _ in parts]),
        "condition": np.concatenate([[condition] * n for _, condition, _ in parts]),
        "bin_1": np.tile(first, len(parts)),
        "bin_2": np.tile(second, len(parts)),
        "contacts": np.concatenate([counts for _, _, counts in parts]),
    }
    order = rng.permutation(n * len(parts))
    write_text_table(path, {name: column[order] for name, column in columns.items()}, delimiter=",")
