"""From a value for every replicate to estimates with intervals over items."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.finding import Estimate
from counterproof.stats.proportion import wilson
from counterproof.stats.resample import Interval, item_bootstrap, ratio_of_sums

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]

RELIABLE_ITEMS = 10
NO_WIDTH = 1e-12
ESTIMATED = tuple(Estimate.model_fields)
"""The columns of an estimate in a table, in their order."""


class Measure(NamedTuple):
    """One quantity, for every replicate of every item: numerator and denominator, shape (n_rows,) each.

    The quantity is the sum of the items' mean numerators over that of their mean denominators. A plain rate has the
    denominator 1. `available` says which rows it exists for; `absent` why there may be none, `empty` why the
    denominator may be 0. `bounded` marks a quantity that lies in [0, 1] for every item.
    """

    name: str
    numerator: Floats
    denominator: Floats
    available: Bools
    absent: str = "no complete replicate"
    empty: str = "nothing to divide by"
    bounded: bool = True


def rate(name: str, values: NDArray[np.generic], *, available: Bools | None = None, absent: str = "") -> Measure:
    """A mean over replicates, then over items."""
    numbers = values.astype(np.float64)
    there = np.ones(numbers.size, dtype=bool) if available is None else available
    return Measure(name, np.where(there, numbers, 0), there.astype(float), there, absent or "no complete replicate")


def share(name: str, values: Bools, *, among: Bools, empty: str, available: Bools | None = None) -> Measure:
    """A share among those rows that meet a condition; items count by how often they meet it."""
    there = np.ones(values.size, dtype=bool) if available is None else available
    return Measure(name, (values & among & there).astype(float), (among & there).astype(float), there, empty, empty)


class Measured(NamedTuple):
    """Several measures over the same rows: arrays of shape (n_rows, n_measures), and each row's item."""

    measures: Sequence[Measure]
    numerator: Floats
    denominator: Floats
    available: Floats
    item: NDArray[np.intp]

    def rows(self, which: NDArray[np.intp]) -> "Measured":
        """The measures on some of their rows."""
        numerator, denominator, available = (side[which] for side in self[1:4])
        return Measured(self.measures, numerator, denominator, available, self.item[which])


def measured(measures: Sequence[Measure], item: NDArray[np.intp]) -> Measured:
    """The measures side by side; `item` numbers the item of each row."""
    sides = (np.stack(side, axis=1) for side in zip(*(measure[1:4] for measure in measures), strict=True))
    numerator, denominator, available = sides
    return Measured(measures, numerator, denominator, available.astype(np.float64), item)


def estimates(over: Measured, *, seed: int, resamples: int) -> list[Estimate]:
    """An estimate of each measure, with a 95% interval over items."""
    item = np.unique(over.item, return_inverse=True)[1]
    if item.size == 0:
        return [Estimate(value=None, n_items=0, n_trials=0, reason=m.absent, unreliable=True) for m in over.measures]
    n_items = int(item.max()) + 1
    n_there = np.maximum(_by_item(over.available, item, n_items), 1)
    top, bottom = (_by_item(side, item, n_items) / n_there for side in (over.numerator, over.denominator))
    found = item_bootstrap(ratio_of_sums(top, bottom), n_items=n_items, seed=seed, resamples=resamples)
    n_trials = np.where([m.bounded for m in over.measures], over.denominator.sum(axis=0), over.available.sum(axis=0))
    n_with, there = np.count_nonzero(bottom > 0, axis=0), np.count_nonzero(over.available, axis=0) > 0
    return [
        _estimate(
            measure,
            found=found.only(i),
            n_items=int(n_with[i]),
            n_trials=int(n_trials[i]),
            there=bool(there[i]),
        )
        for i, measure in enumerate(over.measures)
    ]


def _by_item(values: Floats, item: NDArray[np.intp], n_items: int) -> Floats:
    sums = np.zeros((n_items, values.shape[1]))
    np.add.at(sums, item, values)
    return sums


def _estimate(measure: Measure, *, found: Interval, n_items: int, n_trials: int, there: bool) -> Estimate:
    if np.isnan(found.value[0]):
        reason = measure.empty if there else measure.absent
        return Estimate(value=None, n_items=n_items, n_trials=n_trials, reason=reason, unreliable=True)
    return with_interval(found, n_items=n_items, n_trials=n_trials, bounded=measure.bounded)


def with_interval(found: Interval, *, n_items: int, n_trials: int, bounded: bool) -> Estimate:
    """The estimate of one finite value; where its bootstrap has no width the interval is Wilson's, or there is none."""
    value, low, high = (float(side[0]) for side in found[:3])
    facts: dict[str, Any] = {"n_items": n_items, "n_trials": n_trials, "unreliable": n_items < RELIABLE_ITEMS}
    if n_items < 2 or np.isnan(low):
        return Estimate(value=value, reason="fewer than 2 items: no interval", **facts)
    if high - low > NO_WIDTH:
        return Estimate(value=value, low=low, high=high, interval="item bootstrap", **facts)
    if bounded:
        exact = wilson(min(1.0, max(0.0, value)), n=n_items)
        return Estimate(value=value, low=exact.low, high=exact.high, interval="Wilson over items", **facts)
    return Estimate(value=value, reason="the same in every resample: a bootstrap interval would have no width", **facts)


def tidy(rows: list[dict[str, Any]], columns: tuple[str, ...]) -> pd.DataFrame:
    """Rows of estimates as a frame whose numbers are numbers also where all are null."""
    frame = pd.DataFrame(rows, columns=list(columns))
    numbers = {name: "float64" for name in ("value", "low", "high") if name in columns}
    return frame.astype(numbers)
