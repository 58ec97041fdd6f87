from itertools import combinations

import numpy as np
import pandas as pd
import pytest

from counterproof.audit.rubrics.reproducibility import judge_pairs, reproducibility


def test_the_numbers_are_those_of_pandas(simulated_matrix, by_metric):
    scores = pd.DataFrame(simulated_matrix.scores, columns=simulated_matrix.judges)
    matched = scores.dropna()
    pairs = list(combinations(scores, 2))
    correlations = [matched[a].corr(matched[b]) for a, b in pairs]
    runs = simulated_matrix.runs.assign(mean=scores.mean(axis=1))
    found = by_metric(reproducibility(simulated_matrix, seed=1, resamples=50))
    assert found["pair_correlation_mean"] == pytest.approx(np.mean(correlations))
    assert found["pair_correlation_min"] == pytest.approx(min(correlations))
    assert found["pair_difference"] == pytest.approx(
        np.mean([(matched[a] - matched[b]).abs().mean() for a, b in pairs])
    )
    assert found["judge_sd"] == pytest.approx(scores.std(axis=1).mean())
    assert found["replicate_sd"] == pytest.approx(runs.groupby(["agent", "item"])["mean"].std().mean())


def test_each_pair_uses_the_trials_that_both_scored(simulated_matrix):
    scores = pd.DataFrame(simulated_matrix.scores, columns=simulated_matrix.judges)
    table = judge_pairs(simulated_matrix, seed=1, resamples=50)
    assert len(table) == 12
    row = table[(table["judge"] == "strict") & (table["other_judge"] == "rough") & (table["metric"] == "correlation")]
    both = scores[["strict", "rough"]].dropna()
    assert row["value"].item() == pytest.approx(both["strict"].corr(both["rough"]))
    assert row["n_trials"].item() == len(both) < len(scores)
    assert row["low"].item() < row["value"].item() < row["high"].item()


def test_one_judge_can_not_be_reproduced(make_matrix):
    rows = [(f"i{n // 2}", "a", n % 2, n % 3 == 0, n / 20) for n in range(20)]
    table = reproducibility(make_matrix(rows, judges=("j",)), seed=1)
    reasons = dict(zip(table["metric"], table["reason"], strict=True))
    assert table["value"].isna().tolist() == [True, True, True, True, False]
    assert {reasons[name] for name in ("pair_correlation_mean", "pair_difference", "judge_sd")} == {
        "fewer than 2 judges"
    }
    assert judge_pairs(make_matrix(rows, judges=("j",)), seed=1).empty


def test_judges_that_give_one_score_have_no_correlation_but_a_difference(make_matrix):
    rows = [(f"i{n}", "a", 0, True, 0.5, n / 12) for n in range(12)]
    table = reproducibility(make_matrix(rows), seed=1).set_index("metric")
    assert pd.isna(table.loc["pair_correlation_mean", "value"])
    assert table.loc["pair_correlation_mean", "reason"] == "no pair of judges whose scores both vary"
    assert table.loc["pair_difference", "value"] > 0
    assert table.loc["replicate_sd", "reason"] == "no agent has 2 scored replicates of an item"
    pair = judge_pairs(make_matrix(rows), seed=1).set_index("metric")
    assert pair.loc["correlation", "reason"] == "the scores of one judge do not vary"


def test_no_matched_trial_is_a_reason(make_matrix):
    rows = [(f"i{n}", "a", 0, True, 0.5 if n % 2 else None, None if n % 2 else 0.5) for n in range(12)]
    table = reproducibility(make_matrix(rows), seed=1).set_index("metric")
    assert table.loc["pair_difference", "reason"] == "no trial that every judge scored"
    assert set(judge_pairs(make_matrix(rows), seed=1)["reason"]) == {"no trial that both scored"}


def test_nothing_at_all_is_a_table_of_reasons(make_matrix):
    table = reproducibility(make_matrix([], judges=()), seed=1)
    assert table["value"].isna().all()
    assert table["reason"].notna().all()
