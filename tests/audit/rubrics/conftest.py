"""Small runs with rubric scores; the simulated ones of the benchmarks are importable here."""

import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

sys.path.append(str(Path(__file__).parents[3] / "benchmarks"))  # where runs with planted structure are made
from simulated_rubrics import simulated

from counterproof.audit.rubrics.matrix import Matrix, matrix_of
from counterproof.audit.rubrics.runs import framed_runs


def matrix(rows: list[tuple], *, judges: tuple[str, ...] = ("j", "k")) -> Matrix:
    """A matrix from rows of item, agent, replicate, passed and one score a judge (None for a reply that is none)."""
    runs = framed_runs(
        [
            {
                "trial": f"t{n}",
                "item": item,
                "agent": agent,
                "model": agent,
                "family": agent[0],
                "replicate": str(replicate),
                "passed": passed,
                "score": float(passed),
            }
            for n, (item, agent, replicate, passed, *_) in enumerate(rows)
        ]
    )
    scores = [
        {"trial": f"t{n}", "judge": judge, "score": np.nan if score is None else score, "status": "scored"}
        for n, row in enumerate(rows)
        for judge, score in zip(judges, row[4:], strict=True)
    ]
    return matrix_of(runs, pd.DataFrame(scores, columns=["trial", "judge", "score", "status"]))


@pytest.fixture(scope="session")
def make_matrix() -> Callable[..., Matrix]:
    return matrix


@pytest.fixture(scope="session")
def simulated_matrix() -> Matrix:
    made = simulated(n_items=24, seed=5)
    return matrix_of(made.runs, made.scores)


def values(table: pd.DataFrame) -> dict[str, float]:
    return dict(zip(table["metric"], table["value"], strict=True))


@pytest.fixture(scope="session")
def by_metric() -> Callable[[pd.DataFrame], dict[str, float]]:
    return values
