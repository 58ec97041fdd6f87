"""How often trials passed, by how high the judges scored them."""

import numpy as np
import pandas as pd

from counterproof.audit.rubrics.matrix import Floats, Matrix, Quantity, estimate_of, framed
from counterproof.stats.resample import item_bootstrap

NAMES = ("decile", "score_from", "score_to")
TENTHS = 10
DRAWS_AT_ONCE = 2_000_000
"""Largest block of resampled ranks held in memory, in numbers."""


def pass_rate_by_decile(matrix: Matrix, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """The pass rate of the trials that every judge scored, by the tenth in which their mean score ranks, lowest first.

    Trials of one score share a tenth, that of their middle rank; a tenth without trials has no row. In every draw of
    items the tenths are taken anew.
    """
    own = matrix.rows(matrix.matched)
    if not len(own.runs):
        return framed([], names=NAMES)
    x = own.mean
    tenths = _Tenths(x, own.runs["passed"].to_numpy(dtype=np.float64), own)
    found = item_bootstrap(tenths.pass_rates, n_items=own.n_items, seed=seed, resamples=resamples)
    of_trial = tenths.of_level(np.ones((1, own.n_items)))[0][tenths.level]
    rows = []
    for tenth in np.unique(of_trial):
        inside = of_trial == tenth
        rate = Quantity("pass_rate", tenths.pass_rates, inside, "no trial", bounded=True)
        names = {"decile": int(tenth) + 1, "score_from": float(x[inside].min()), "score_to": float(x[inside].max())}
        estimate = estimate_of(rate, found, item=own.item, column=int(tenth))
        rows.append({**names, "metric": rate.metric, **vars(estimate)})
    return framed(rows, names=NAMES)


class _Tenths:
    """The trials of each item and those that passed, at each different score."""

    def __init__(self, x: Floats, passed: Floats, matrix: Matrix) -> None:
        levels, self.level = np.unique(x, return_inverse=True)
        self.counts, self.passes = (np.zeros((matrix.n_items, levels.size)) for _ in range(2))
        np.add.at(self.counts, (matrix.item, self.level), 1)
        np.add.at(self.passes, (matrix.item, self.level), passed)

    def of_level(self, weights: Floats) -> Floats:
        """The tenth of each score in each draw, 0 to 9."""
        counts = weights @ self.counts
        middle = np.cumsum(counts, axis=1) - counts / 2
        return np.asarray(np.minimum(np.floor(TENTHS * middle / counts.sum(axis=1, keepdims=True)), TENTHS - 1))

    def pass_rates(self, weights: Floats) -> Floats:
        """The pass rate of each tenth in each draw, nan where it holds no trial."""
        block = max(1, DRAWS_AT_ONCE // self.counts.shape[1])
        return np.concatenate([self._rates(weights[start : start + block]) for start in range(0, len(weights), block)])

    def _rates(self, weights: Floats) -> Floats:
        place = self.of_level(weights).astype(np.intp) + TENTHS * np.arange(len(weights))[:, None]
        n, passed = (
            np.bincount(place.ravel(), weights=(weights @ side).ravel(), minlength=TENTHS * len(weights))
            for side in (self.counts, self.passes)
        )
        rates = np.full(n.size, np.nan)
        np.divide(passed, n, out=rates, where=n > 0)
        return rates.reshape(-1, TENTHS)
