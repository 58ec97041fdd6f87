"""Opaque names for cells, of the same shape as the old ones, and which columns name cells."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray


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
        letters = np.array(own, dtype=f"U{length}").view("U1").reshape(len(own), length)
        alphabets = [np.unique(column) for column in letters.T]
        # With four times as many names as cells a free one is found in a few draws.
        room = np.prod([float(alphabet.size) for alphabet in alphabets])
        fresh += own if room < 4 * len(own) else _new_names(len(own), alphabets, taken, rng)
    return [fresh[place] for place in rng.permutation(len(fresh))]


def is_identifier(column: pd.Series) -> bool:
    """Whether a column holds text, another one for every cell, and there is more than one cell."""
    texts = column.dtype == object or isinstance(column.dtype, pd.CategoricalDtype | pd.StringDtype)
    return texts and len(column) > 1 and bool(column.notna().all()) and bool(column.astype(str).is_unique)


def _new_names(
    number: int, alphabets: Sequence[NDArray[np.str_]], taken: set[str], rng: np.random.Generator
) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < number:
        size = number - len(found)
        letters = np.column_stack([alphabet[rng.integers(alphabet.size, size=size)] for alphabet in alphabets])
        drawn = np.ascontiguousarray(letters).view(f"U{len(alphabets)}").ravel().tolist()
        found |= dict.fromkeys(name for name in drawn if name not in taken)
    return list(found)
