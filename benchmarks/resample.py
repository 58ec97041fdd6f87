"""How long item bootstraps take, and whether they say what scipy's say: python benchmarks/resample.py.

3,000 trials, 12 metrics, 10,000 resamples, in two ways:

- 12 rates, each a ratio of sums over items, beside `scipy.stats.bootstrap` on the same sums;
- 12 quantities of rubric scores, of which most are no ratio of sums: correlations with ranks taken anew in every draw
  and AUC, each draw exact (tests/stats hold single draws against scipy on the drawn trials).
"""

import argparse
import os
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.stats

from counterproof.stats import resample
from counterproof.stats.correlation import centred, clustered_pearson, clustered_spearman
from counterproof.stats.ranking import clustered_auc
from counterproof.stats.resample import item_bootstrap, ratio_of_sums

METRICS = 12


def trials(n_items: int, n_trials: int, *, seed: int) -> dict[str, Any]:
    """Trials with 12 verdicts each, a rubric score, an endpoint and its replicate rate."""
    rng = np.random.default_rng(seed)
    item = np.arange(n_trials) % n_items
    ease = rng.normal(0, 0.5, n_items)[item]
    verdicts = rng.random((n_trials, METRICS)) < 1 / (1 + np.exp(-ease[:, None] - rng.normal(0, 1, METRICS)))
    x = 0.5 + 0.1 * ease + rng.normal(0, 0.1, n_trials)
    passed = x + rng.normal(0, 0.15, n_trials) > 0.65
    return {
        "item": item,
        "verdicts": verdicts,
        "x": x,
        "passed": passed,
        "rate": np.round(x * 3 + rng.random(n_trials)) / 3,
    }


def rates(made: dict[str, Any], n_items: int) -> tuple[Any, np.ndarray, np.ndarray]:
    """The statistic of 12 rates, and the sums over items that it comes from."""
    top = np.zeros((n_items, METRICS))
    np.add.at(top, made["item"], made["verdicts"])
    bottom = np.repeat(np.bincount(made["item"], minlength=n_items)[:, None].astype(float), METRICS, axis=1)
    return ratio_of_sums(top, bottom), top, bottom


def quantities(made: dict[str, Any], n_items: int) -> dict[str, Callable[[np.ndarray], np.ndarray]]:
    """12 quantities of rubric scores as statistics of draws of items."""
    item, x, y, rate = made["item"], made["x"], made["passed"].astype(float), made["rate"]
    ones = np.ones_like(x)

    def mean(values: np.ndarray, used: np.ndarray) -> Callable[[np.ndarray], np.ndarray]:
        sums = [np.bincount(item[used], weights=side[used], minlength=n_items)[:, None] for side in (values, ones)]
        return ratio_of_sums(*sums)

    every = np.ones(x.size, dtype=bool)
    within = {name: centred(values, item) for name, values in (("x", x), ("y", y), ("rate", rate))}
    return {
        "mean of passing": mean(x, made["passed"]),
        "mean of failing": mean(x, ~made["passed"]),
        "Pearson, passed": clustered_pearson(x, y, item, n_items=n_items),
        "Spearman, passed": clustered_spearman(x, y, item, n_items=n_items),
        "AUC": clustered_auc(x, made["passed"], item, n_items=n_items),
        "Pearson, rate": clustered_pearson(x, rate, item, n_items=n_items),
        "Spearman, rate": clustered_spearman(x, rate, item, n_items=n_items),
        "within items, passed": clustered_pearson(within["x"], within["y"], item, n_items=n_items),
        "within items, rate": clustered_pearson(within["x"], within["rate"], item, n_items=n_items),
        "endpoint signal": mean(y, every),
        "rate signal": mean((rate > 0).astype(float), every),
        "rubric signal": mean((x > 0).astype(float), every),
    }


def scipy_rates(top: np.ndarray, bottom: np.ndarray, *, resamples: int) -> Any:
    """Scipy's percentile intervals of the same ratios, items drawn whole."""

    def ratio(a: np.ndarray, b: np.ndarray, axis: int) -> np.ndarray:
        return a.sum(axis=axis) / b.sum(axis=axis)

    return scipy.stats.bootstrap(
        (top, bottom),
        ratio,
        axis=0,
        paired=True,
        vectorized=True,
        n_resamples=resamples,
        method="percentile",
        batch=500,
        rng=np.random.default_rng(11),
    ).confidence_interval


class Clock:
    """Wall and processor seconds since it was made, in words."""

    def __init__(self) -> None:
        self.wall, self.processor = time.perf_counter(), time.process_time()

    def __str__(self) -> str:
        return f"{time.perf_counter() - self.wall:.2f} ({time.process_time() - self.processor:.2f})"


def main() -> None:
    """Print a line for each number of items."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--trials", type=int, default=3000)
    options.add_argument("--resamples", type=int, default=10_000)
    options.add_argument("--items", type=int, nargs="+", default=[24, 100, 250])
    given = options.parse_args()
    print(f"load before {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores\n")
    print("seconds: wall (processor)\n")
    print(
        "| items | 12 rates | the same by scipy | largest gap of the limits | gap / interval | 12 rubric quantities |"
    )
    print("|---|---|---|---|---|---|")
    for n_items in given.items:
        print("|", " | ".join(_line(n_items, given.trials, given.resamples)), "|", flush=True)
    print(f"\nload after {os.getloadavg()[0]:.1f}")


def _line(n_items: int, n_trials: int, resamples: int) -> tuple[str, ...]:
    made = trials(n_items, n_trials, seed=3)
    # The draws are kept between calls; what is timed begins without them.
    resample._weights.cache_clear()  # noqa: SLF001, so that each call is timed cold
    clock = Clock()
    statistic, top, bottom = rates(made, n_items)
    ours = item_bootstrap(statistic, n_items=n_items, seed=7, resamples=resamples)
    ours_took, clock = str(clock), Clock()
    theirs = scipy_rates(top, bottom, resamples=resamples)
    theirs_took = str(clock)
    gap = np.maximum(np.abs(ours.low - theirs.low), np.abs(ours.high - theirs.high))
    relative = (gap / (ours.high - ours.low)).max()
    resample._weights.cache_clear()  # noqa: SLF001, so that each call is timed cold
    clock = Clock()
    for statistic_of in quantities(made, n_items).values():
        item_bootstrap(statistic_of, n_items=n_items, seed=7, resamples=resamples)
    return (str(n_items), ours_took, theirs_took, f"{gap.max():.4f}", f"{relative:.1%}", str(clock))


if __name__ == "__main__":
    main()
