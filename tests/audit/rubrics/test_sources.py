import numpy as np
import pandas as pd
import pytest
import scipy.stats

from counterproof.audit.rubrics.sources import ALL_JUDGES, rank_agreement, source_means


def test_the_means_are_those_of_pandas_over_matched_trials(simulated_matrix):
    frame = pd.DataFrame(simulated_matrix.scores, columns=simulated_matrix.judges).dropna()
    expected = frame.groupby(simulated_matrix.runs["model"]).mean()
    table = source_means(simulated_matrix, seed=1, resamples=50)
    wide = table.pivot_table(index="model", columns="judge", values="value")
    pd.testing.assert_frame_equal(
        wide[list(frame)].sort_index(), expected, check_names=False, check_column_type=False, rtol=1e-9
    )
    overall = table[table["judge"] == ALL_JUDGES]["value"]
    assert overall.is_monotonic_decreasing
    assert (table["low"] < table["value"]).all()


def test_the_rank_agreement_is_spearmans_and_kendalls(simulated_matrix, by_metric):
    frame = pd.DataFrame(simulated_matrix.scores).dropna()
    means = frame.groupby(simulated_matrix.runs["model"]).mean().to_numpy()
    rho = scipy.stats.spearmanr(means).statistic[np.triu_indices(4, 1)]
    ranks = scipy.stats.rankdata(means, axis=0).sum(axis=1)
    w = 12 * ((ranks - ranks.mean()) ** 2).sum() / (16 * (6**3 - 6))
    found = by_metric(rank_agreement(simulated_matrix, seed=1, resamples=200))
    assert found == pytest.approx({"spearman_mean": rho.mean(), "spearman_min": rho.min(), "kendall_w": w})


def test_two_models_are_too_few_to_rank(make_matrix):
    rows = [(f"i{n}", agent, 0, True, n / 20, n / 30) for n in range(12) for agent in "ab"]
    assert set(rank_agreement(make_matrix(rows), seed=1)["reason"]) == {"fewer than 3 of model"}


def test_one_judge_and_no_trial_are_reasons(make_matrix):
    rows = [(f"i{n}", agent, 0, True, n / 20) for n in range(12) for agent in "abc"]
    assert set(rank_agreement(make_matrix(rows, judges=("j",)), seed=1)["reason"]) == {"fewer than 2 judges"}
    unscored = make_matrix([("i", "a", 0, True, None, None)])
    assert set(rank_agreement(unscored, seed=1)["reason"]) == {"no trial that every judge scored"}
    assert source_means(unscored, seed=1).empty


def test_tied_means_have_no_rank_agreement(make_matrix):
    rows = [(f"i{n}", agent, 0, True, 0.1 * (n % 3), 0.1 * (n % 3)) for n in range(12) for agent in "abc"]
    assert set(rank_agreement(make_matrix(rows), seed=1)["reason"]) == {"the means are tied"}
