"""How well old labels still show through after an exchange: the rest of each profile was left as it was.

A nearest-centroid classifier on log values, each gene weighted by its variance within the labels, so that memory is a
few numbers a gene whatever the file's size. The file's cells stand in random order: its first cells are a sample.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from counterproof.construct.leaks.files import Written
from counterproof.construct.leaks.rows import Rows, row_pieces
from counterproof.domain.finding import Predictability
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Abundance, Expression
from counterproof.domain.variant import Variant
from counterproof.evidence.registry import needs_of
from counterproof.matter.cells import as_text

FOLDS = 5
CELLS_AT_MOST = 4_000
LEAST_OF_A_LABEL = 10
COUNTS_PER = 10_000.0
PROFILE_EDITS = ("exchange_labels", "exchange_conditions")
Floats = NDArray[np.float64]
Ints = NDArray[np.intp]


def predictability(
    variants: Sequence[Variant], registration: Registration, *, work: Path
) -> tuple[Predictability, ...]:
    """One record for each variant of an item that exchanges labels or conditions, computed from its written file."""
    return tuple(
        _of_file(Written(variant, work / variant.path), registration)
        for variant in variants
        if variant.edit.kind in PROFILE_EDITS
    )


def _of_file(file: Written, registration: Registration) -> Predictability:
    edit, ask = file.edit, registration.statistic
    within = ask.within if isinstance(ask, Expression) else None
    unit = ask.donor if isinstance(ask, Expression) else ask.sample if isinstance(ask, Abundance) else None
    names = [name for name in (edit.column, within.column if within else None, unit) if name]
    obs = file.table("obs", columns=list(dict.fromkeys(names)))
    labels = as_text(obs[edit.column])
    inside = labels.isin(edit.values)
    if within is not None:
        inside &= as_text(obs[within.column]) == within.value
    rows = np.flatnonzero(inside.to_numpy(dtype=bool))[:CELLS_AT_MOST]
    # The exchange is its own inverse: what a cell is called now was the other's label before.
    old: Ints = np.asarray(labels.iloc[rows] == edit.values[0]).astype(np.intp)
    units = as_text(obs[unit]).iloc[rows].to_numpy() if unit else None
    fold = folds(old, units, seed=registration.seed)
    genes = needs_of(ask, registration.targets).genes
    accuracy, reason = None, None
    if np.bincount(old, minlength=2).min() < LEAST_OF_A_LABEL:
        reason = f"fewer than {LEAST_OF_A_LABEL} cells of a label"
    else:
        accuracy = _accuracy(file, registration.block, rows, old, fold, without=genes)
    return Predictability(
        item=registration.item,
        variant=file.variant.name,
        column=str(edit.column),
        labels=edit.values,
        block=registration.block,
        accuracy=accuracy,
        n_cells=rows.size,
        n_folds=int(fold.max(initial=-1)) + 1,
        held_out=unit if _whole(units, old) else None,
        reason=reason,
    )


def folds(old: Ints, units: NDArray[np.object_] | None, *, seed: int) -> Ints:
    """The fold of each cell: whole samples or donors where each label has two or more, else cells dealt by label."""
    rng = np.random.default_rng([seed, *b"folds"])
    fold = np.zeros(old.size, dtype=np.intp)
    if units is not None and _whole(units, old):
        shared = set(units[old == 0]) & set(units[old == 1])
        sides: list[set[str]] = [shared] if shared else [set(units[old == side]) for side in (0, 1)]
        n = min(FOLDS, *(len(side) for side in sides))
        for names in sides:
            for place, name in enumerate(rng.permutation(sorted(names))):
                fold[units == name] = place % n
        return fold
    for side in (0, 1):
        cells = np.flatnonzero(old == side)
        fold[rng.permutation(cells)] = np.arange(cells.size) % FOLDS
    return fold


def _whole(units: NDArray[np.object_] | None, old: Ints) -> bool:
    """Whether samples or donors can be held out: two or more a label, either all of both labels or none."""
    if units is None:
        return False
    if any(not isinstance(name, str) for name in units):
        return False
    sides = [set(units[old == side]) for side in (0, 1)]
    return min(map(len, sides)) >= 2 and (sides[0] == sides[1] or not sides[0] & sides[1])


def _accuracy(file: Written, block: str, rows: Ints, old: Ints, fold: Ints, *, without: Sequence[str]) -> float:
    """Balanced accuracy over the folds, in [0, 1]."""
    place = file.blocks[block]
    used = ~file.genes[place.axis].isin(list(without))
    n_folds = int(fold.max()) + 1
    with file.open() as handle:
        matrix = _log_rows(handle[place.key], rows)[:, np.flatnonzero(used)]
    groups = fold * 2 + old
    picks = sparse.csr_array((np.ones(rows.size), (groups, np.arange(rows.size))), shape=(2 * n_folds, rows.size))
    sums, squares = (picks @ matrix).toarray(), (picks @ matrix.multiply(matrix)).toarray()
    sizes = np.bincount(groups, minlength=2 * n_folds)
    right = np.zeros(rows.size, dtype=bool)
    for held in range(n_folds):
        own = fold == held
        kept = [np.array([2 * other + side for other in range(n_folds) if other != held]) for side in (0, 1)]
        weights, offset = _rule(
            [sums[one].sum(axis=0) for one in kept],
            [squares[one].sum(axis=0) for one in kept],
            [int(sizes[one].sum()) for one in kept],
        )
        right[own] = ((matrix[own] @ weights + offset) > 0) == (old[own] == 1)
    return float(np.mean([right[old == side].mean() for side in (0, 1)]))


def _rule(sums: list[Floats], squares: list[Floats], sizes: list[int]) -> tuple[Floats, float]:
    """Weights and offset of the line half way between the two centroids, in units of the variance within labels."""
    means = [total / max(size, 1) for total, size in zip(sums, sizes, strict=True)]
    scatter = [square - size * mean**2 for square, size, mean in zip(squares, sizes, means, strict=True)]
    variance = np.maximum((scatter[0] + scatter[1]) / max(sum(sizes) - 2, 1), 0.0)
    # A gene that hardly varies must not decide alone.
    spread = variance + max(float(np.median(variance[variance > 0])) if (variance > 0).any() else 1.0, 1e-6)
    weights = (means[1] - means[0]) / spread
    return weights, float(-weights @ (means[0] + means[1]) / 2)


def _log_rows(node: object, rows: Ints) -> "sparse.csr_array":
    """The chosen rows, on the log scale: counts become log1p of counts per 10,000, other values stay."""
    last = int(rows.max()) + 1
    pieces = [piece for piece in (_chosen(piece, rows) for piece in row_pieces(node, at_most=last)) if piece.shape[0]]
    matrix = sparse.csr_array(sparse.vstack(pieces))
    whole = bool((matrix.data == np.rint(matrix.data)).all() and (matrix.data >= 0).all())
    if whole:
        totals = np.asarray(matrix.sum(axis=1)).ravel()
        factors = np.divide(COUNTS_PER, totals, out=np.zeros_like(totals), where=totals > 0)
        matrix = sparse.csr_array(sparse.diags_array(factors) @ matrix)
        matrix.data = np.log1p(matrix.data)
    return matrix


def _chosen(piece: Rows, rows: Ints) -> "sparse.csr_array":
    own = rows[(rows >= piece.start) & (rows < piece.start + piece.matrix.shape[0])] - piece.start
    return sparse.csr_array(piece.matrix[own])
