"""Source models by judges: how each judge scores the trials of each model, and whether they rank the models alike."""

from itertools import combinations

import numpy as np
import pandas as pd
from scipy.stats import rankdata

from counterproof.audit.rubrics.matrix import Floats, Matrix, Quantity, estimated, framed, mean_over
from counterproof.stats.correlation import Statistic, undefined

ALL_JUDGES = "all judges"


def source_means(matrix: Matrix, *, by: str = "model", seed: int, resamples: int = 2000) -> pd.DataFrame:
    """The mean score that each judge, and all together, gave the trials of each model (or `family`).

    Over the trials that every judge scored, so that a row's judges can be compared. Models stand by their overall mean,
    highest first.
    """
    own = matrix.rows(matrix.matched)
    groups, overall = own.runs[by].astype(str), own.mean
    order = pd.Series(overall).groupby(groups).mean().sort_values(ascending=False, kind="stable").index
    rows = []
    for name in order:
        inside = (groups == name).to_numpy(dtype=bool)
        for judge, scores in ((ALL_JUDGES, overall), *zip(own.judges, own.scores.T, strict=True)):
            mean = Quantity("mean_score", mean_over(scores, inside, own), inside, "no trial", bounded=True)
            names = {by: name, "judge": judge}
            rows += estimated([mean], item=own.item, seed=seed, resamples=resamples, names=names)
    return framed(rows, names=(by, "judge"))


def rank_agreement(matrix: Matrix, *, by: str = "model", seed: int, resamples: int = 2000) -> pd.DataFrame:
    """How far judges rank the models alike: mean and minimum over their pairs of Spearman's correlation, Kendall's W.

    Over the trials that every judge scored; the models' means and ranks are taken anew in every draw of items.
    """
    own = matrix.rows(matrix.matched)
    groups = pd.factorize(own.runs[by].astype(str), sort=True)[0]
    n_models, n_judges = len(set(groups)), len(own.judges)
    why = "fewer than 2 judges" if n_judges < 2 else "no trial that every judge scored"
    why = why if n_judges < 2 or not groups.size else f"fewer than 3 of {by}" if n_models < 3 else "the means are tied"
    there = n_judges > 1 and n_models > 2
    every = np.ones(groups.size, dtype=bool)
    quantities = [
        Quantity(name, _ranked(own, groups, name) if there else undefined, every, why)
        for name in ("spearman_mean", "spearman_min", "kendall_w")
    ]
    return framed(estimated(quantities, item=own.item, seed=seed, resamples=resamples))


def _ranked(matrix: Matrix, groups: np.ndarray[tuple[int], np.dtype[np.intp]], name: str) -> Statistic:
    n_models, n_judges = int(groups.max()) + 1, len(matrix.judges)
    sums = np.zeros((matrix.n_items, n_models, n_judges))
    counts = np.zeros((matrix.n_items, n_models, 1))
    np.add.at(sums, (matrix.item, groups), matrix.scores)
    np.add.at(counts, (matrix.item, groups), 1)

    def statistic(weights: Floats) -> Floats:
        total = np.tensordot(weights, sums, axes=1)
        n = np.tensordot(weights, counts, axes=1)
        value = np.full(len(weights), np.nan)
        whole = (n > 0).all(axis=(1, 2))  # a draw without some model's items ranks other models
        ranks = rankdata(np.round(total[whole] / n[whole], 12), axis=1) - (n_models + 1) / 2
        spread = np.sqrt((ranks**2).sum(axis=1, keepdims=True))
        with np.errstate(invalid="ignore"):
            unit = ranks / spread
        pairs = [(unit[:, :, a] * unit[:, :, b]).sum(axis=1) for a, b in combinations(range(n_judges), 2)]
        mean = np.mean(pairs, axis=0)
        value[whole] = {
            "spearman_mean": mean,
            "spearman_min": np.min(pairs, axis=0),
            # Kendall (1948): with m judges W = (1 + (m - 1) mean rho) / m, exact without ties.
            "kendall_w": (1 + (n_judges - 1) * mean) / n_judges,
        }[name]
        return value[:, None]

    return statistic
