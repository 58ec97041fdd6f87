import numpy as np
import pandas as pd
import pytest
import scipy.stats
from sklearn.metrics import roc_auc_score

from counterproof.audit.rubrics.association import replicate_rate, rubric_against_endpoint, signal


def test_the_numbers_are_those_of_scipy_and_scikit_learn(simulated_matrix, by_metric):
    frame = simulated_matrix.runs.assign(x=simulated_matrix.scores.mean(axis=1)).dropna(subset=["x"])
    y = frame["passed"].astype(float)
    rate = y.groupby([frame["agent"], frame["item"]]).transform("mean")
    within = [side - side.groupby(frame["item"]).transform("mean") for side in (frame["x"], y, rate)]
    found = by_metric(rubric_against_endpoint(simulated_matrix, seed=1, resamples=50))
    assert found == pytest.approx(
        {
            "mean_passing": frame["x"][frame["passed"]].mean(),
            "mean_failing": frame["x"][~frame["passed"]].mean(),
            "difference": frame["x"][frame["passed"]].mean() - frame["x"][~frame["passed"]].mean(),
            "pearson_passed": scipy.stats.pearsonr(frame["x"], y)[0],
            "spearman_passed": scipy.stats.spearmanr(frame["x"], y)[0],
            "auc_passed": roc_auc_score(y, frame["x"]),
            "pearson_rate": scipy.stats.pearsonr(frame["x"], rate)[0],
            "spearman_rate": scipy.stats.spearmanr(frame["x"], rate)[0],
            "within_item_passed": scipy.stats.pearsonr(within[0], within[1])[0],
            "within_item_rate": scipy.stats.pearsonr(within[0], within[2])[0],
        }
    )


def test_the_intervals_are_those_of_whole_items_drawn_again(simulated_matrix):
    frame = simulated_matrix.runs.assign(x=simulated_matrix.scores.mean(axis=1)).dropna(subset=["x"])
    parts = list(frame.reset_index().groupby("item").indices.values())
    x, passed = frame["x"].to_numpy(), frame["passed"].to_numpy()

    def over(places):
        drawn = np.concatenate([parts[place] for place in places])
        return roc_auc_score(passed[drawn], x[drawn])

    theirs = scipy.stats.bootstrap(
        (np.arange(len(parts)),),
        over,
        vectorized=False,
        n_resamples=300,
        method="percentile",
        rng=np.random.default_rng(2),
    ).confidence_interval
    table = rubric_against_endpoint(simulated_matrix, seed=1, resamples=4000).set_index("metric")
    assert tuple(table.loc["auc_passed", ["low", "high"]]) == pytest.approx((theirs.low, theirs.high), abs=0.02)


def test_the_share_of_signal_that_is_not_zero(make_matrix, by_metric):
    rows = [("i", "a", 0, True, 0.5), ("i", "a", 1, False, 0.0), ("i", "b", 0, False, 0.25), ("k", "b", 0, False, None)]
    table = signal(make_matrix(rows, judges=("j",)), seed=1)
    assert by_metric(table) == {"endpoint": 1 / 3, "replicate_rate": 2 / 3, "rubric": 2 / 3}
    assert table["n_trials"].tolist() == [3, 3, 3]


def test_the_replicate_rate_is_that_of_the_agent_on_the_item(make_matrix):
    rows = [("i", "a", 0, True, 1), ("i", "a", 1, False, 1), ("i", "b", 0, False, 1), ("k", "a", 0, True, 1)]
    assert list(replicate_rate(make_matrix(rows, judges=("j",)))) == [0.5, 0.5, 0, 1]


@pytest.mark.parametrize(("passed", "side"), [(True, "failed"), (False, "passed")])
def test_endpoints_all_alike_leave_nothing_to_correlate(make_matrix, passed, side):
    rows = [(f"i{n // 2}", "a", n % 2, passed, n / 20, n / 25) for n in range(20)]
    table = rubric_against_endpoint(make_matrix(rows), seed=1).set_index("metric")
    for name in ("difference", "pearson_passed", "spearman_passed", "auc_passed"):
        assert pd.isna(table.loc[name, "value"])
        assert table.loc[name, "reason"] == f"no trial {side}"
    assert table.loc["pearson_rate", "reason"] == "every replicate rate is the same"
    assert table.loc["within_item_passed", "reason"].startswith("within items")


def test_a_rubric_score_that_never_varies_has_a_reason_and_an_auc_of_one_half(make_matrix):
    rows = [(f"i{n // 2}", "a", n % 2, n % 2 == 0, 0.1, 0.1) for n in range(24)]
    table = rubric_against_endpoint(make_matrix(rows), seed=1).set_index("metric")
    assert table.loc["pearson_passed", "reason"] == "the rubric scores do not vary"
    assert pd.isna(table.loc["within_item_passed", "value"])
    assert table.loc["auc_passed", "value"] == 0.5
    assert "no width" in table.loc["auc_passed", "reason"]


def test_one_item_has_values_and_no_interval(make_matrix):
    rows = [("i", "a", n, n % 3 == 0, n / 20, n / 21) for n in range(12)]
    table = rubric_against_endpoint(make_matrix(rows), seed=1)
    assert table["value"].notna().sum() == 7
    assert table["low"].isna().all()
    assert table["reason"].notna().all()


def test_nothing_scored_is_a_table_of_reasons(make_matrix):
    rows = [(f"i{n}", "a", 0, True, None, None) for n in range(4)]
    for matrix in (make_matrix(rows), make_matrix([], judges=())):
        for table in (rubric_against_endpoint(matrix, seed=1), signal(matrix, seed=1)):
            assert table["value"].isna().all()
            assert table["reason"].notna().all()
