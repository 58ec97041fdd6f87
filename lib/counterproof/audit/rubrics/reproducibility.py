"""Whether judges give the same trial the same score, beside how far trials of the same kind lie apart."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pandas as pd

from counterproof.audit.rubrics.matrix import Bools, Floats, Matrix, Quantity, estimated, framed, mean_over
from counterproof.stats.correlation import Statistic, clustered_pearson, undefined

ONE_JUDGE = "fewer than 2 judges"


def reproducibility(matrix: Matrix, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """How far the judges agree, a row a quantity, scores in [0, 1].

    `pair_correlation` (mean and minimum over the pairs of judges) and `pair_difference` (mean absolute difference) are
    over the trials that every judge scored; `judge_sd` is the mean over trials with 2 or more scores of their standard
    deviation over judges; `replicate_sd` the mean over an agent's replicates of one item (2 or more) of the standard
    deviation of their mean scores. Standard deviations divide by n - 1.
    """
    pairs = list(combinations(range(len(matrix.judges)), 2))
    matched = matrix.matched if pairs else np.zeros(len(matrix.runs), dtype=bool)
    none = ONE_JUDGE if not pairs else "no trial that every judge scored"
    flat = "no pair of judges whose scores both vary" if matched.any() else none
    judge_sd, replicate_sd = _judge_sd(matrix), _replicate_sd(matrix)
    quantities = [
        Quantity("pair_correlation_mean", _over_pairs(matrix, pairs, np.nanmean), matched, flat),
        Quantity("pair_correlation_min", _over_pairs(matrix, pairs, np.nanmin), matched, flat),
        Quantity("pair_difference", mean_over(_pair_difference(matrix, pairs), matched, matrix), matched, none),
        Quantity("judge_sd", mean_over(judge_sd, np.isfinite(judge_sd), matrix), np.isfinite(judge_sd), ONE_JUDGE),
        Quantity(
            "replicate_sd",
            mean_over(replicate_sd, np.isfinite(replicate_sd), matrix),
            np.isfinite(replicate_sd),
            "no agent has 2 scored replicates of an item",
        ),
    ]
    return framed(estimated(quantities, item=matrix.item, seed=seed, resamples=resamples))


def judge_pairs(matrix: Matrix, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """Each two judges over the trials that both scored: judge, other_judge, and their correlation and difference."""
    rows = []
    for one, two in combinations(range(len(matrix.judges)), 2):
        both: Bools = np.isfinite(matrix.scores[:, one]) & np.isfinite(matrix.scores[:, two])
        first, second = matrix.scores[both, one], matrix.scores[both, two]
        gap = np.zeros(len(both))
        gap[both] = np.abs(first - second)
        none = "no trial that both scored"
        quantities = [
            Quantity(
                "correlation",
                clustered_pearson(first, second, matrix.item[both], n_items=matrix.n_items),
                both,
                "the scores of one judge do not vary" if both.any() else none,
            ),
            Quantity("difference", mean_over(gap, both, matrix), both, none),
        ]
        names = {"judge": matrix.judges[one], "other_judge": matrix.judges[two]}
        rows += estimated(quantities, item=matrix.item, seed=seed, resamples=resamples, names=names)
    return framed(rows, names=("judge", "other_judge"))


def _over_pairs(matrix: Matrix, pairs: list[tuple[int, int]], over: Callable[..., Floats]) -> Statistic:
    kept = matrix.matched
    if not pairs or not kept.any():
        return undefined
    scores, item = matrix.scores[kept], matrix.item[kept]
    found = [clustered_pearson(scores[:, a], scores[:, b], item, n_items=matrix.n_items) for a, b in pairs]

    def statistic(weights: Floats) -> Floats:
        values = np.hstack([one(weights) for one in found])
        # A pair whose scores do not vary has no correlation: the mean is of the others.
        some = np.isfinite(values).any(axis=1)
        value = np.full((len(weights), 1), np.nan)
        value[some, 0] = over(values[some], axis=1)
        return value

    return statistic


def _pair_difference(matrix: Matrix, pairs: list[tuple[int, int]]) -> Floats:
    if not pairs:
        return np.zeros(len(matrix.runs))
    return np.asarray(np.mean([np.abs(matrix.scores[:, a] - matrix.scores[:, b]) for a, b in pairs], axis=0))


def _judge_sd(matrix: Matrix) -> Floats:
    spread = pd.DataFrame(matrix.scores).std(axis=1, ddof=1)
    return spread.to_numpy(dtype=np.float64)


def _replicate_sd(matrix: Matrix) -> Floats:
    """The standard deviation of each agent's replicates of an item, at its first run; nan elsewhere."""
    means = pd.Series(matrix.mean)
    keys = [matrix.runs["agent"], matrix.runs["item"]]
    spread = means.groupby(keys).transform(lambda group: group.std(ddof=1))
    first = ~matrix.runs.duplicated(["agent", "item"]).to_numpy()
    return np.where(first, spread.to_numpy(dtype=np.float64), np.nan)
