"""What the analyses of rubric scores should find, from a population so large that chance plays no part.

Everything here is computed by numpy and scipy alone; nothing is taken from the library.
"""

from itertools import combinations

import numpy as np
import scipy.stats
from simulated_rubrics import BIAS, JUDGES, MODELS, REPLICATES, SWAP, population

N_ITEMS = 20_000


def truths(*, seed: int) -> dict[str, float]:
    """The value of every quantity, by `analysis/metric`."""
    made = population(n_items=N_ITEMS, seed=seed)
    every = made.valid.all(axis=1)
    scores, passed = made.scores[every], made.passed[every]
    item, model, x = made.item[every], made.model[every], made.scores[every].mean(axis=1)
    group = item * len(MODELS) + model
    y = passed.astype(float)
    rate = (np.bincount(group, y) / np.maximum(np.bincount(group), 1))[group]
    found = _reproducibility(scores)
    found["reproducibility/replicate_sd"] = _replicate_sd(made)
    found |= {
        "association/mean_passing": x[passed].mean(),
        "association/mean_failing": x[~passed].mean(),
        "association/difference": x[passed].mean() - x[~passed].mean(),
        "association/pearson_passed": scipy.stats.pearsonr(x, y)[0],
        "association/spearman_passed": scipy.stats.spearmanr(x, y)[0],
        "association/auc_passed": scipy.stats.mannwhitneyu(x[passed], x[~passed])[0] / (passed.sum() * (~passed).sum()),
        "association/pearson_rate": scipy.stats.pearsonr(x, rate)[0],
        "association/spearman_rate": scipy.stats.spearmanr(x, rate)[0],
        "association/within_item_passed": scipy.stats.pearsonr(_less_item(x, item), _less_item(y, item))[0],
        "association/within_item_rate": scipy.stats.pearsonr(_less_item(x, item), _less_item(rate, item))[0],
    }
    found |= _signal(made, x)
    tenth = np.minimum(scipy.stats.rankdata(x, method="min") * 10 // x.size, 9)
    # The crashed trials share the score 0: less than a tenth, so that they make no group of their own.
    found |= {f"deciles/{n + 1}": y[tenth == n].mean() for n in range(10)}
    found |= {f"residual/{name}": bias for name, bias in zip(MODELS, _planted(), strict=True)}
    found |= {f"residual/{name}": bias for name, bias in zip(("alpha", "beta", "gamma"), _families(), strict=True)}
    means = np.array([[scores[model == m, j].mean() for j in range(len(JUDGES))] for m in range(len(MODELS))])
    found |= {f"sources/{MODELS[m]}/{JUDGES[j]}": means[m, j] for m in range(len(MODELS)) for j in range(len(JUDGES))}
    ranks = [scipy.stats.spearmanr(means[:, a], means[:, b])[0] for a, b in combinations(range(len(JUDGES)), 2)]
    found |= {"ranks/spearman_mean": np.mean(ranks), "ranks/spearman_min": np.min(ranks)}
    return {name: float(value) for name, value in found.items()}


def _planted() -> np.ndarray:
    """What was planted as bias for each model, over all judges, less the crashed trials that no bias reaches."""
    from simulated_rubrics import CRASHED

    whole = BIAS + SWAP.mean(axis=1)
    return (1 - CRASHED) * (whole - whole.mean())


def _families() -> np.ndarray:
    return _planted().reshape(3, 2).mean(axis=1)


def _reproducibility(scores: np.ndarray) -> dict[str, float]:
    pairs = list(combinations(range(len(JUDGES)), 2))
    correlations = [np.corrcoef(scores[:, a], scores[:, b])[0, 1] for a, b in pairs]
    return {
        "reproducibility/pair_correlation_mean": np.mean(correlations),
        "reproducibility/pair_correlation_min": np.min(correlations),
        "reproducibility/pair_difference": np.mean([np.abs(scores[:, a] - scores[:, b]).mean() for a, b in pairs]),
        "reproducibility/judge_sd": scores.std(axis=1, ddof=1).mean(),
    }


def _replicate_sd(made: object) -> float:
    scores = np.where(made.valid, made.scores, np.nan)
    means = np.nanmean(scores, axis=1).reshape(-1, REPLICATES)
    return float(means.std(axis=1, ddof=1).mean())


def _signal(made: object, x: np.ndarray) -> dict[str, float]:
    some = made.passed.reshape(-1, REPLICATES).any(axis=1)
    return {
        "signal/endpoint": made.passed.mean(),
        "signal/replicate_rate": some.mean(),
        "signal/rubric": (x > 0).mean(),
    }


def _less_item(values: np.ndarray, item: np.ndarray) -> np.ndarray:
    return values - (np.bincount(item, values) / np.maximum(np.bincount(item), 1))[item]
