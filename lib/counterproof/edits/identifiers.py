"""Opaque names for cells, of the same shape as the old ones."""

from collections.abc import Sequence

import numpy as np


def opaque_names(names: Sequence[str], *, seed: int) -> list[str]:
    """As many new, distinct names, in no relation to the old ones cell by cell.

    Each has the length of some old name and, at each place, a character that stands there in old names of its length:
    barcodes stay barcodes. Where too few such names exist (`c0` to `c9`), the old ones are dealt anew instead.
    """
    rng = np.random.default_rng([seed, *b"names"])
    taken = set(names)
    fresh: list[str] = []
    for length in sorted({len(name) for name in names}):
        own = [name for name in names if len(name) == length]
        alphabets = [sorted({name[place] for name in own}) for place in range(length)]
        # With four times as many names as cells a free one is found in a few draws.
        room = np.prod([float(len(alphabet)) for alphabet in alphabets])
        fresh += own if room < 4 * len(own) else [_new_name(alphabets, taken, rng) for _ in own]
    return [fresh[place] for place in rng.permutation(len(fresh))]


def _new_name(alphabets: Sequence[Sequence[str]], taken: set[str], rng: np.random.Generator) -> str:
    while True:
        name = "".join(alphabet[int(rng.integers(len(alphabet)))] for alphabet in alphabets)
        if name not in taken:
            taken.add(name)
            return name
