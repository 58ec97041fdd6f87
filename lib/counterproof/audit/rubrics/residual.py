"""Whether judges favour the trials of some models beyond what the item and the endpoint explain."""

from typing import NamedTuple

import numpy as np
import pandas as pd

from counterproof.audit.rubrics.matrix import Bools, Floats, Matrix, Quantity, estimated, framed
from counterproof.stats.correlation import Statistic, centred, undefined

SINGULAR = 1e-9
NONE = "no trial that every judge scored"


def residual_bias(matrix: Matrix, *, by: str, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """The mean residual of the mean rubric score, a row for each `model` or `family` (`by`), in parts of the maximum.

    The residuals are those of least squares of the score on the item, the endpoint score and passing, over the trials
    that every judge scored. Every drawn item has an effect of its own and the coefficients are fitted anew. What a
    model's trials do better than the endpoint tells counts as residual too: it is a difference, not proof of favour.

    Returns
    -------
    DataFrame
        Null with its reason where nothing can differ from a mean: a single group, or a group on items that it has for
        itself.
    """
    own = matrix.rows(matrix.matched)
    fit = _Fit.of(own)
    groups = own.runs[by].astype(str)
    names = sorted(set(groups))
    alone = "only one group: residuals have mean 0 by construction" if len(names) == 1 else None
    rows = []
    for name in names:
        rows_of = (groups == name).to_numpy(dtype=bool)
        why = alone or "the group shares no item with another"
        there = not alone and _shares(own, rows_of)
        quantity = Quantity("residual", fit.mean_residual(rows_of) if there else undefined, rows_of, why)
        rows += estimated([quantity], item=own.item, seed=seed, resamples=resamples, names={by: name})
    return framed(rows, names=(by,))


class _Fit(NamedTuple):
    """Scores and predictors less the means of their items, and the predictors' sums of products by item."""

    y: Floats
    x: Floats
    matrix: Matrix
    products: Floats
    against: Floats

    @classmethod
    def of(cls, matrix: Matrix) -> "_Fit":
        y = centred(matrix.mean, matrix.item)
        told = [matrix.runs[name].to_numpy(dtype=np.float64) for name in ("passed", "score")]
        x = np.stack([centred(column, matrix.item) for column in told], axis=1)
        if _same_line(x):
            # Where the endpoint score says no more than passing, passing alone is kept.
            x = x[:, :1] if x[:, 0].any() else x[:, 1:]
        products = np.zeros((matrix.n_items, x.shape[1], x.shape[1]))
        against = np.zeros((matrix.n_items, x.shape[1]))
        np.add.at(products, matrix.item, x[:, :, None] * x[:, None, :])
        np.add.at(against, matrix.item, x * y[:, None])
        return cls(y, x, matrix, products, against)

    def mean_residual(self, rows: Bools) -> Statistic:
        """The mean residual over some rows of the drawn items."""
        item, n_items = self.matrix.item[rows], self.matrix.n_items
        sums = np.zeros((n_items, self.x.shape[1] + 2))
        np.add.at(sums, item, np.column_stack([np.ones(item.size), self.y[rows], self.x[rows]]))

        def statistic(weights: Floats) -> Floats:
            n, y, *x = (weights @ sums).T
            value = np.full(len(weights), np.nan)
            explained = (np.stack(x, axis=1) * self._slopes(weights)).sum(axis=1)
            np.divide(y - explained, n, out=value, where=n > 0)
            return value[:, None]

        return statistic

    def _slopes(self, weights: Floats) -> Floats:
        """The coefficients in each draw, shape (n_draws, n_predictors); that of a predictor without spread is 0."""
        k = self.x.shape[1]
        products = (weights @ self.products.reshape(len(self.products), -1)).reshape(-1, k, k)
        inverse = np.linalg.pinv(products, rcond=SINGULAR, hermitian=True)
        return np.asarray(np.einsum("dij,dj->di", inverse, weights @ self.against))


def _same_line(x: Floats) -> bool:
    """Whether two centred columns are multiples of each other."""
    a, b = x.T
    return bool((a @ b) ** 2 >= (1 - SINGULAR) * (a @ a) * (b @ b))


def _shares(matrix: Matrix, rows: Bools) -> bool:
    return bool(np.intersect1d(matrix.item[rows], matrix.item[~rows]).size)
