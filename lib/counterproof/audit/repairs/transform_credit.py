"""Credit for numeric answers that move as the data were moved, beside the benchmark's own (SPEC section 2, repairs)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.grounding import tidy
from counterproof.audit.repairs.paired_means import paired_rows
from counterproof.domain.tolerance import within
from counterproof.evaluators.graders.transform import TransformGrader, transform_consistency

CONDITIONS = ("benchmark", "transform")
ITEM_COLUMNS = ("agent", "item", "benchmark_original", "benchmark_flip", "transform", "rerun", "n_pairs", "reason")
COLUMNS = (
    "agent", "metric", "condition", "value", "low", "high", "n_items", "n_trials", "reason", "unreliable", "interval",
)  # fmt: skip


def transform_credit(answers: pd.DataFrame, graders: Mapping[str, TransformGrader]) -> pd.DataFrame:
    """What each agent's answers to each numeric item earn: a row an agent and item.

    Parameters
    ----------
    answers
        A row a trial: agent, item, variant (`original` or `flip`), replicate, answer (a number; nan where it gave none,
        which agrees with nothing).
    graders
        The transform that the flip makes of each item's truth, with the benchmark's own target.

    Returns
    -------
    DataFrame
        `benchmark_original` and `benchmark_flip` are the shares of trials within the benchmark's tolerance of its
        recorded truth; `transform` is the share of pairs (original, flip) of any two replicates whose flip is the
        transformed original; `rerun` that of pairs of originals that agree at the same tolerance. Null with a reason
        where a constant answer would pass.
    """
    rows: list[dict[str, Any]] = []
    for (agent, item), own in answers.groupby(["agent", "item"], sort=True):
        grader = graders.get(str(item))
        if grader is None:
            rows.append({"agent": agent, "item": item, "n_pairs": 0, "reason": "the item has no transform"})
            continue
        original, flip = (
            [None if np.isnan(value) else float(value) for value in own.loc[own["variant"] == name, "answer"]]
            for name in ("original", "flip")
        )
        found = transform_consistency(original, flip, grader=grader)
        rows.append(
            {
                "agent": agent,
                "item": item,
                "benchmark_original": _share(original, grader),
                "benchmark_flip": _share(flip, grader),
                "transform": found.value,
                "rerun": found.rerun,
                "n_pairs": found.n_pairs,
                "reason": found.reason,
            }
        )
    numbers = dict.fromkeys(("benchmark_original", "benchmark_flip", "transform", "rerun"), "float64")
    return pd.DataFrame(rows, columns=list(ITEM_COLUMNS)).astype(numbers)


def credit_on_flip(items: pd.DataFrame, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """What answers on the flip earn from the benchmark and from transform consistency, over an agent's items.

    `items` is from `transform_credit`; an item without transform credit is left out of both. The benchmark's grader
    scores an answer that followed the flip 0, and one that ignored it 1.
    """
    rows: list[dict[str, Any]] = []
    for agent, own in items.groupby("agent", sort=True):
        before, after = (own[[name]].to_numpy(dtype=np.float64) for name in ("benchmark_flip", "transform"))
        rows += [
            {"agent": agent, **row}
            for row in paired_rows(
                before, after, metrics=("credit on the flip",), conditions=CONDITIONS,
                n_trials=[int(own["n_pairs"].sum())], seed=seed, resamples=resamples,
            )
        ]  # fmt: skip
    return tidy(rows, COLUMNS)


def _share(answers: list[float | None], grader: TransformGrader) -> float | None:
    passed = [answer is not None and within(answer, target=grader.target) for answer in answers]
    return sum(passed) / len(passed) if passed else None
