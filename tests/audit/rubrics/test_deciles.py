import numpy as np
import pandas as pd
import pytest

from counterproof.audit.rubrics.deciles import _Tenths, pass_rate_by_decile


def test_the_tenths_are_of_equal_size_and_in_order(simulated_matrix):
    frame = simulated_matrix.runs.assign(x=simulated_matrix.scores.mean(axis=1)).dropna(subset=["x"])
    tenth = np.floor((frame["x"].rank() - 0.5) * 10 / len(frame))
    expected = frame.groupby(tenth)["passed"].agg(["mean", "size"])
    table = pass_rate_by_decile(simulated_matrix, seed=1, resamples=50)
    assert table["decile"].tolist() == list(range(1, 11))
    assert table["value"].tolist() == pytest.approx(expected["mean"].tolist())
    assert table["n_trials"].tolist() == expected["size"].tolist()
    assert table["n_trials"].max() - table["n_trials"].min() <= 1
    assert (table["score_to"] < table["score_from"].shift(-1))[:-1].all()


def test_in_a_draw_of_items_the_tenths_are_taken_anew(simulated_matrix):
    own = simulated_matrix.rows(simulated_matrix.matched)
    drawn = np.random.default_rng(3).integers(own.n_items, size=own.n_items)
    rows = np.concatenate([np.flatnonzero(own.item == item) for item in drawn])
    frame = pd.DataFrame({"x": own.mean[rows], "passed": own.runs["passed"].to_numpy()[rows]})
    expected = frame.groupby(np.floor((frame["x"].rank() - 0.5) * 10 / len(frame)))["passed"].mean()
    weights = np.bincount(drawn, minlength=own.n_items).astype(float)[None]
    tenths = _Tenths(own.mean, own.runs["passed"].to_numpy(dtype=float), own)
    assert tenths.pass_rates(weights)[0].tolist() == pytest.approx(expected.tolist())


def test_a_group_without_a_pass_has_an_interval_with_width(simulated_matrix):
    first = pass_rate_by_decile(simulated_matrix, seed=1, resamples=50).iloc[0]
    assert (first["value"], first["low"], first["interval"]) == (0, 0, "Wilson over items")
    assert first["high"] > 0.05


def test_equal_scores_share_a_group(make_matrix):
    rows = [(f"i{n}", "a", 0, n % 2 == 0, 0.25 if n < 15 else 0.75) for n in range(20)]
    table = pass_rate_by_decile(make_matrix(rows, judges=("j",)), seed=1)
    assert table[["decile", "score_from", "score_to", "n_trials"]].to_numpy().tolist() == [
        [4, 0.25, 0.25, 15],
        [9, 0.75, 0.75, 5],
    ]


def test_scores_that_never_vary_are_one_group(make_matrix):
    rows = [(f"i{n}", "a", 0, n % 2 == 0, 0.5) for n in range(20)]
    table = pass_rate_by_decile(make_matrix(rows, judges=("j",)), seed=1)
    assert table["value"].tolist() == [0.5]


def test_nothing_scored_is_no_group(make_matrix):
    table = pass_rate_by_decile(make_matrix([], judges=()), seed=1)
    assert table.empty
    assert table["value"].dtype == np.float64
