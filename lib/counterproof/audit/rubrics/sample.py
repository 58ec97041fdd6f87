"""Which runs people should read where endpoints and rubric scores stand side by side (SPEC section 3)."""

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.audit.review import FAR, take_turns
from counterproof.audit.rubrics.matrix import Matrix

STRATA = {
    "low-rubric pass": "it passed, and its mean rubric score is among the lowest quarter",
    "high-rubric failure": "it failed, and its mean rubric score is among the highest quarter",
    "judges disagree": "the judges' scores of it lie further apart than those of nine tenths of the trials",
    "replicates vary": "the scores of its agent's replicates on its item vary more than in nine tenths of cases",
    "pass": "it passed",
    "failure": "it failed",
}
"""Why a run is worth reading, the rarest first: a run stands in the first that holds."""


def run_strata(matrix: Matrix) -> pd.Series:
    """The stratum of each run of the matrix; without rubric scores there are passes and failures only."""
    mean, passed = matrix.mean, matrix.runs["passed"].to_numpy(dtype=bool)
    spread = pd.DataFrame(matrix.scores).std(axis=1, ddof=1).to_numpy(dtype=np.float64)
    keys = [matrix.runs["agent"], matrix.runs["item"]]
    apart = pd.Series(mean).groupby(keys).transform(lambda group: group.std(ddof=1)).to_numpy(dtype=np.float64)
    low, high = (np.nanquantile(mean, [0.25, 0.75])) if np.isfinite(mean).any() else (np.nan, np.nan)
    varied = low < high
    holds = {
        "low-rubric pass": passed & (mean <= low) & varied,
        "high-rubric failure": ~passed & (mean >= high) & varied,
        "judges disagree": _far(spread),
        "replicates vary": _far(apart),
        "pass": passed,
        "failure": ~passed,
    }
    return pd.Series(np.select(list(holds.values()), list(holds), default=""), name="stratum")


def pick_runs(matrix: Matrix, *, n: int = 75, seed: int) -> pd.DataFrame:
    """About `n` runs to read, an equal share of each stratum there is; agents and items take turns.

    Returns
    -------
    DataFrame
        stratum, why, trial, item, agent, replicate, passed, rubric (the mean score, nan where there is none), and
        judge_sd, by stratum and item.
    """
    spread = pd.DataFrame(matrix.scores).std(axis=1, ddof=1)
    rows = matrix.runs.assign(stratum=run_strata(matrix), rubric=matrix.mean, judge_sd=spread)
    picked = take_turns(rows, n=n, seed=seed, order=list(STRATA), key="trial")
    picked = picked.assign(why=picked["stratum"].map(STRATA), place=picked["stratum"].map(list(STRATA).index))
    picked = picked.sort_values(["place", "item", "agent", "replicate"], ignore_index=True)
    return picked[["stratum", "why", "trial", "item", "agent", "replicate", "passed", "rubric", "judge_sd"]]


def _far(values: NDArray[np.float64]) -> NDArray[np.bool_]:
    if not np.isfinite(values).any():
        return np.zeros(values.size, dtype=bool)
    return np.asarray((values >= np.nanquantile(values, FAR)) & (values > 0))
