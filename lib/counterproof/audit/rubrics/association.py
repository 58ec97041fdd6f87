"""What a rubric score tells of the endpoint: between passing and failing trials, and within an item."""

import numpy as np
import pandas as pd

from counterproof.audit.rubrics.matrix import Bools, Floats, Matrix, Quantity, estimated, framed, mean_over
from counterproof.stats.correlation import Statistic, centred, clustered_pearson, clustered_spearman
from counterproof.stats.ranking import clustered_auc

NONE = "no trial that every judge scored"
SAME = "the rubric scores do not vary"
ALL_SAME = "within items the rubric scores or the endpoints do not vary"


def rubric_against_endpoint(matrix: Matrix, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """The mean rubric score of a trial that every judge scored, against its endpoint, a row a quantity.

    `mean_passing` and `mean_failing` with their difference; against passing: Pearson, Spearman and the AUC (P(score of
    a passing trial > one of a failing trial), ties one half); against the `replicate rate` (the share of the agent's
    scored replicates of this item that passed): Pearson and Spearman; and Pearson of both after each item's mean was
    taken away (`within_item`), which item difficulty cannot bring about.
    """
    own = matrix.rows(matrix.matched)
    x, passed, rate = own.mean, own.runs["passed"].to_numpy(dtype=bool), replicate_rate(own)
    y, n_items, every = passed.astype(np.float64), own.n_items, np.ones(len(own.runs), dtype=bool)
    one_class = _one_class(passed)
    flat = NONE if not len(x) else one_class or SAME
    rate_flat = NONE if not len(x) else "every replicate rate is the same" if np.ptp(rate) == 0 else SAME
    within = NONE if not len(x) else ALL_SAME
    quantities = [
        Quantity(
            "mean_passing", mean_over(x, passed, own), passed, "no trial passed" if len(x) else NONE, bounded=True
        ),
        Quantity(
            "mean_failing", mean_over(x, ~passed, own), ~passed, "no trial failed" if len(x) else NONE, bounded=True
        ),
        Quantity("difference", _difference(x, passed, own), every, one_class or NONE),
        Quantity("pearson_passed", clustered_pearson(x, y, own.item, n_items=n_items), every, flat),
        Quantity("spearman_passed", clustered_spearman(x, y, own.item, n_items=n_items), every, flat),
        Quantity("auc_passed", clustered_auc(x, passed, own.item, n_items=n_items), every, one_class or NONE),
        Quantity("pearson_rate", clustered_pearson(x, rate, own.item, n_items=n_items), every, rate_flat),
        Quantity("spearman_rate", clustered_spearman(x, rate, own.item, n_items=n_items), every, rate_flat),
        Quantity("within_item_passed", _within(x, y, own), every, within),
        Quantity("within_item_rate", _within(x, rate, own), every, within),
    ]
    return framed(estimated(quantities, item=own.item, seed=seed, resamples=resamples))


def signal(matrix: Matrix, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """The share of trials whose signal is not 0: the endpoint, the replicate rate, the mean rubric score.

    The first two are over all scored trials, the last over those that every judge scored.
    """
    scored = matrix.rows(np.isfinite(matrix.mean))
    passed, rate = scored.runs["passed"].to_numpy(dtype=bool), replicate_rate(scored)
    every, all_judges, none = np.ones(passed.size, dtype=bool), scored.matched, "no scored trial"
    quantities = [
        Quantity("endpoint", mean_over(passed.astype(float), every, scored), every, none, bounded=True),
        Quantity("replicate_rate", mean_over((rate > 0).astype(float), every, scored), every, none, bounded=True),
        Quantity(
            "rubric", mean_over((scored.mean > 0).astype(float), all_judges, scored), all_judges, NONE, bounded=True
        ),
    ]
    return framed(estimated(quantities, item=scored.item, seed=seed, resamples=resamples))


def replicate_rate(matrix: Matrix) -> Floats:
    """For each run the share of its agent's runs on its item that passed."""
    keys = ["agent", "item"]
    return (
        matrix.runs["passed"].astype(float).groupby([matrix.runs[name] for name in keys]).transform("mean").to_numpy()
    )


def _one_class(passed: Bools) -> str | None:
    if not passed.size:
        return NONE
    return "no trial passed" if not passed.any() else "no trial failed" if passed.all() else None


def _difference(values: Floats, passed: Bools, matrix: Matrix) -> Statistic:
    first, second = mean_over(values, passed, matrix), mean_over(values, ~passed, matrix)
    return lambda weights: first(weights) - second(weights)


def _within(x: Floats, y: Floats, matrix: Matrix) -> Statistic:
    a, b = centred(x, matrix.item), centred(y, matrix.item)
    return clustered_pearson(a, b, matrix.item, n_items=matrix.n_items)
