"""Trials by judges: the rubric scores of every run beside its endpoint."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.audit.estimates import ESTIMATED, NO_WIDTH, tidy, with_interval
from counterproof.domain.finding import Estimate
from counterproof.stats.resample import Interval, item_bootstrap, ratio_of_sums

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]
Items = NDArray[np.intp]


class Matrix(NamedTuple):
    """The runs that judges were to score, and their scores in [0, 1].

    `scores` has shape (n_runs, n_judges), nan where a judge gave none; `item` numbers each run's item; `n_excluded`
    counts the runs that the machinery spoilt, which stand in nothing here.
    """

    runs: pd.DataFrame
    judges: tuple[str, ...]
    scores: Floats
    item: Items
    n_excluded: int

    @property
    def n_items(self) -> int:
        """How many items the runs have."""
        return int(self.item.max()) + 1 if self.item.size else 0

    @property
    def matched(self) -> Bools:
        """Which runs every judge has scored."""
        return np.asarray(np.isfinite(self.scores).all(axis=1) & (len(self.judges) > 0))

    @property
    def mean(self) -> Floats:
        """Each run's mean over its valid judges; nan where there is none."""
        n = np.isfinite(self.scores).sum(axis=1)
        return np.where(n > 0, np.nansum(self.scores, axis=1) / np.maximum(n, 1), np.nan)

    def rows(self, which: Bools) -> "Matrix":
        """Some of the runs, their items numbered anew."""
        runs = self.runs[which].reset_index(drop=True)
        item = pd.factorize(runs["item"])[0].astype(np.intp)
        return Matrix(runs, self.judges, self.scores[which], item, self.n_excluded)


def matrix_of(runs: pd.DataFrame, scores: pd.DataFrame) -> Matrix:
    """The matrix of a runs table and its rubric scores.

    Parameters
    ----------
    scores
        As from `evaluators.rubric.points.rubric_scores`; judges stand in the order of the table. A run without any row
        there was not to be scored and is left out, as is a score of a run that is not in `runs`.
    """
    judges = tuple(dict.fromkeys(scores["judge"]))
    own = runs[runs["trial"].isin(set(scores["trial"]))]
    counted = own[~own["excluded"]].reset_index(drop=True)
    wide = scores.pivot_table(index="trial", columns="judge", values="score", aggfunc="first", dropna=False)
    values = wide.reindex(index=counted["trial"], columns=list(judges)).to_numpy(dtype=np.float64)
    item = pd.factorize(counted["item"])[0].astype(np.intp)
    return Matrix(counted, judges, values.reshape(len(counted), len(judges)), item, int(own["excluded"].sum()))


def mean_over(values: Floats, used: Bools, matrix: Matrix) -> Callable[[Floats], Floats]:
    """A statistic: the mean over the used runs of the drawn items, each run counting once."""
    top, bottom = (
        np.bincount(matrix.item[used], weights=side[used], minlength=matrix.n_items)[:, None].astype(np.float64)
        for side in (values, np.ones_like(values))
    )
    return ratio_of_sums(top, bottom)


class Quantity(NamedTuple):
    """One number of an analysis: how every draw of items gives it, and what to say where it does not exist.

    `used` marks the runs that it is computed from. `statistic` gives one column; `bounded` marks a share in [0, 1].
    """

    metric: str
    statistic: Callable[[Floats], Floats]
    used: Bools
    undefined: str
    bounded: bool = False


def estimated(
    quantities: Sequence[Quantity], *, item: Items, seed: int, resamples: int, names: dict[str, Any] | None = None
) -> list[dict[str, Any]]:
    """A row for each quantity: metric, then the fields of its `Estimate`, with a 95% interval over items."""
    n_items = int(item.max()) + 1 if item.size else 0
    rows = []
    for quantity in quantities:
        found = None
        if quantity.used.any():
            found = item_bootstrap(quantity.statistic, n_items=n_items, seed=seed, resamples=resamples)
        rows.append({**(names or {}), "metric": quantity.metric, **vars(estimate_of(quantity, found, item=item))})
    return rows


def estimate_of(quantity: Quantity, found: Interval | None, *, item: Items, column: int = 0) -> Estimate:
    """The estimate of a quantity whose draws are a column of `found`, which is null where no run is used."""
    own, n_trials = np.unique(item[quantity.used]).size, int(quantity.used.sum())
    if found is None or not np.isfinite(found.value[column]):
        return Estimate(value=None, n_items=own, n_trials=n_trials, reason=quantity.undefined, unreliable=True)
    whole = found.only(column)
    value, low, high = (float(side[0]) for side in whole[:3])
    if abs(value) == 1 and not quantity.bounded and high - low <= NO_WIDTH:
        reason = "at its limit in every resample: no interval"
        return Estimate(value=value, n_items=own, n_trials=n_trials, reason=reason, unreliable=True)
    return with_interval(whole, n_items=own, n_trials=n_trials, bounded=quantity.bounded)


def framed(rows: list[dict[str, Any]], *, names: tuple[str, ...] = ()) -> pd.DataFrame:
    """Rows of `estimated` as a frame, the columns that name their groups (`names`) first."""
    return tidy(rows, (*names, "metric", *ESTIMATED))
