"""How much one column tells of another."""

from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from counterproof.matter.cells import labels_of

PERMUTATIONS = 30
BINS = 10
Codes = NDArray[np.intp]


class Told(NamedTuple):
    """The share of a label's information that a column gives, and how many SD it lies above chance."""

    share: float
    z: float


def told_by(column: Codes, label: Codes, *, seed: int) -> Told:
    """How much of a label a column tells: mutual information, corrected for chance, over the label's entropy.

    0 for a column that tells nothing, or has another value for every cell; 1 for one that tells all. Chance is the mean
    over permutations of the column.

    References
    ----------
    Vinh, Epps, Bailey (2010). J. Mach. Learn. Res. 11, 2837-2854; here normalised by the label's entropy alone.
    """
    entropy = _mutual_information(label, label)
    if entropy == 0:
        return Told(0.0, 0.0)
    rng = np.random.default_rng([seed, *b"tells"])
    found = _mutual_information(column, label)
    chance = np.array([_mutual_information(rng.permutation(column), label) for _ in range(PERMUTATIONS)])
    expected, spread = float(chance.mean()), max(float(chance.std()), 1e-9)
    room = entropy - expected
    return Told(max(0.0, (found - expected) / room) if room > 1e-9 else 0.0, (found - expected) / spread)


def codes_of(column: pd.Series) -> Codes:
    """A column as whole numbers from 0 on: its labels, or tenths of its cells where it holds many numbers."""
    numeric = is_numeric_dtype(column) and not is_bool_dtype(column)
    if numeric and column.nunique() > 2 * BINS:
        values = column.astype("Float64").to_numpy(dtype=np.float64, na_value=np.nan)
        finite = values[np.isfinite(values)]
        # A quantile between infinite numbers, such as logarithms of 0, is none.
        edges = np.nanquantile(np.clip(values, finite.min(), finite.max()), np.linspace(0, 1, BINS + 1)[1:-1])
        return np.where(np.isnan(values), BINS, np.searchsorted(edges, values, side="right")).astype(np.intp)
    codes = labels_of(column).codes
    return np.where(codes < 0, codes.max(initial=0) + 1, codes).astype(np.intp)


def disagreement(before: tuple[Codes, Codes], after: tuple[Codes, Codes]) -> float:
    """How far a label given a column's value differs between two files, in [0, 1]: 0 where both moved together.

    Each argument is the codes of the column and of the label, in one coding. It is the total variation distance of the
    label's shares within a value of the column, averaged over the cells of the second file.
    """
    n_values = 1 + max(int(column.max(initial=0)) for column, _ in (before, after))
    n_labels = 1 + max(int(label.max(initial=0)) for _, label in (before, after))
    tables = [
        np.bincount(column * n_labels + label, minlength=n_values * n_labels).reshape(n_values, n_labels)
        for column, label in (before, after)
    ]
    shares = [table / np.maximum(table.sum(axis=1, keepdims=True), 1) for table in tables]
    weights = tables[1].sum(axis=1) / max(tables[1].sum(), 1)
    return float(weights @ (np.abs(shares[0] - shares[1]).sum(axis=1) / 2))


def _mutual_information(column: Codes, label: Codes) -> float:
    """In nats."""
    n_labels = int(label.max(initial=0)) + 1
    joint = np.bincount(column * n_labels + label, minlength=(int(column.max(initial=0)) + 1) * n_labels)
    table = joint.reshape(-1, n_labels) / max(len(label), 1)
    outer = table.sum(axis=1, keepdims=True) * table.sum(axis=0, keepdims=True)
    present = table > 0
    return float((table[present] * np.log(table[present] / outer[present])).sum())
