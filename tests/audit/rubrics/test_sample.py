import numpy as np
import pytest

from counterproof.audit.rubrics.matrix import Matrix
from counterproof.audit.rubrics.sample import STRATA, pick_runs, run_strata


def test_every_stratum_is_read(simulated_matrix):
    picked = pick_runs(simulated_matrix, n=75, seed=1)
    assert len(picked) == 75
    assert set(picked["stratum"]) == set(run_strata(simulated_matrix)) >= set(STRATA) - {"low-rubric pass"}
    assert picked["stratum"].value_counts().min() >= 8
    assert picked["agent"].nunique() == 6
    assert picked["trial"].is_unique


def test_the_sample_does_not_depend_on_the_order_of_the_runs(simulated_matrix):
    order = np.random.default_rng(2).permutation(len(simulated_matrix.runs))
    shuffled = simulated_matrix._replace(
        runs=simulated_matrix.runs.iloc[order].reset_index(drop=True),
        scores=simulated_matrix.scores[order],
        item=simulated_matrix.item[order],
    )
    first, second = (pick_runs(matrix, n=30, seed=3) for matrix in (simulated_matrix, shuffled))
    assert list(first["trial"]) == list(second["trial"])


def test_a_stratum_says_what_it_is(make_matrix):
    rows = [(f"i{n}", "a", 0, n >= 10, n / 20, n / 20) for n in range(20)]
    rows[2] = ("i2", "a", 0, True, 0.1, 0.1)
    rows[17] = ("i17", "a", 0, False, 0.85, 0.85)
    rows[8] = ("i8", "a", 0, False, 0.0, 0.8)
    strata = run_strata(make_matrix(rows))
    assert (strata[2], strata[17], strata[8]) == ("low-rubric pass", "high-rubric failure", "judges disagree")
    assert (strata[12], strata[6]) == ("pass", "failure")


@pytest.mark.parametrize("judges", [(), ("j",)])
def test_without_scores_there_are_passes_and_failures(make_matrix, judges):
    rows = [(f"i{n}", "a", 0, n % 2 == 0, *([None] * len(judges))) for n in range(8)]
    full = make_matrix([(*row[:4], 0.5) for row in rows], judges=("j",))
    matrix = Matrix(full.runs, judges, np.full((8, len(judges)), np.nan), full.item, 0)
    assert set(pick_runs(matrix, n=4, seed=1)["stratum"]) == {"pass", "failure"}
