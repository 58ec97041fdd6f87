"""How often the analyses of rubric scores recover what was planted: python benchmarks/rubrics.py [--runs 100].

Each simulated study has the structure of `simulated_rubrics.py`; the truth comes from `rubric_truth.py`, or is what was
planted. A quantity is recovered when the truth lies in its 95% interval, or, where there is no interval, is its value.
"""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pandas as pd

sys.path.insert(0, str(Path(__file__).parent))

from rubric_truth import truths
from simulated_rubrics import simulated

from counterproof.audit.rubrics.association import rubric_against_endpoint, signal
from counterproof.audit.rubrics.deciles import pass_rate_by_decile
from counterproof.audit.rubrics.matrix import matrix_of
from counterproof.audit.rubrics.reproducibility import reproducibility
from counterproof.audit.rubrics.residual import residual_bias
from counterproof.audit.rubrics.sources import rank_agreement, source_means

NEAR = 1e-6


def estimates(*, n_items: int, seed: int, resamples: int) -> Iterator[tuple[str, pd.Series]]:
    """Every estimate of one simulated study, by the name of its truth."""
    made = simulated(n_items=n_items, seed=seed)
    matrix, how = matrix_of(made.runs, made.scores), {"seed": seed, "resamples": resamples}
    for analysis, table in (
        ("reproducibility", reproducibility(matrix, **how)),
        ("association", rubric_against_endpoint(matrix, **how)),
        ("signal", signal(matrix, **how)),
        ("ranks", rank_agreement(matrix, **how)),
    ):
        yield from ((f"{analysis}/{row['metric']}", row) for _, row in table.iterrows())
    yield from ((f"deciles/{row['decile']}", row) for _, row in pass_rate_by_decile(matrix, **how).iterrows())
    for by in ("model", "family"):
        yield from ((f"residual/{row[by]}", row) for _, row in residual_bias(matrix, by=by, **how).iterrows())
    yield from ((f"sources/{row['model']}/{row['judge']}", row) for _, row in source_means(matrix, **how).iterrows())


def recovered(row: pd.Series, truth: float) -> bool:
    """Whether an estimate holds the truth."""
    if pd.isna(row["low"]):
        return abs(row["value"] - truth) < NEAR
    return row["low"] - NEAR <= truth <= row["high"] + NEAR


def coverage(*, runs: int, n_items: int, first_seed: int, resamples: int) -> pd.DataFrame:
    """How many simulated studies recovered each quantity: quantity, truth, mean (of the estimates), recovered, runs."""
    known = truths(seed=first_seed - 1)
    rows = [
        (name, known[name], row["value"], recovered(row, known[name]))
        for seed in range(first_seed, first_seed + runs)
        for name, row in estimates(n_items=n_items, seed=seed, resamples=resamples)
        if name in known
    ]
    frame = pd.DataFrame(rows, columns=["quantity", "truth", "value", "recovered"])
    found = frame.groupby("quantity", sort=False).agg(
        truth=("truth", "first"), mean=("value", "mean"), recovered=("recovered", "sum"), runs=("recovered", "size")
    )
    return found.reset_index()


def main() -> None:
    """Print the coverage of every quantity, the least first."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=100)
    options.add_argument("--items", type=int, default=60)
    options.add_argument("--resamples", type=int, default=1000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    clock = time.perf_counter()
    found = coverage(runs=given.runs, n_items=given.items, first_seed=given.seed, resamples=given.resamples)
    print(
        found.sort_values("recovered", kind="stable").to_string(index=False, float_format=lambda value: f"{value:.4f}")
    )
    share = found["recovered"].sum() / found["runs"].sum()
    low = int((found["recovered"] < 0.9 * found["runs"]).sum())
    print(f"\n{len(found)} quantities; recovered {share:.1%} of the time; {low} in fewer than 90 of 100")
    print(f"{given.runs} studies of {given.items} items in {time.perf_counter() - clock:.0f} s")


if __name__ == "__main__":
    main()
