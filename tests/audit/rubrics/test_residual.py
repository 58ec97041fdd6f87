import numpy as np
import pandas as pd
import pytest
import statsmodels.formula.api as smf
from hypothesis import given, settings
from hypothesis import strategies as st
from simulated_rubrics import simulated

from counterproof.audit.rubrics.matrix import matrix_of
from counterproof.audit.rubrics.residual import _Fit, residual_bias


def fitted(matrix, formula):
    frame = matrix.runs.assign(x=matrix.scores.mean(axis=1), p=matrix.runs["passed"].astype(float))
    frame = frame.dropna(subset=["x"])
    return frame.assign(residual=smf.ols(formula, frame).fit().resid)


@pytest.mark.parametrize("by", ["model", "family"])
def test_the_residuals_are_those_of_statsmodels(simulated_matrix, by):
    expected = fitted(simulated_matrix, "x ~ C(item) + score + p").groupby(by)["residual"].mean()
    table = residual_bias(simulated_matrix, by=by, seed=1, resamples=200)
    assert table.set_index(by)["value"].to_dict() == pytest.approx(expected.to_dict(), abs=1e-9)
    assert (table["low"] < table["value"]).all()
    assert (table["value"] < table["high"]).all()


def test_an_endpoint_score_that_says_no_more_than_passing_is_left_out(simulated_matrix):
    same = simulated_matrix._replace(runs=simulated_matrix.runs.assign(score=simulated_matrix.runs["passed"] * 1.0))
    expected = fitted(same, "x ~ C(item) + p").groupby("model")["residual"].mean()
    table = residual_bias(same, by="model", seed=1, resamples=50)
    assert table.set_index("model")["value"].to_dict() == pytest.approx(expected.to_dict(), abs=1e-9)


def test_a_draw_is_fitted_anew_with_an_effect_for_every_drawn_item(simulated_matrix):
    own = simulated_matrix.rows(simulated_matrix.matched)
    drawn = np.random.default_rng(3).integers(own.n_items, size=own.n_items)
    weights = np.bincount(drawn, minlength=own.n_items).astype(float)[None]
    copies = [
        own.runs[own.item == item].assign(x=own.mean[own.item == item], item=str(n)) for n, item in enumerate(drawn)
    ]
    frame = pd.concat(copies, ignore_index=True)
    frame = frame.assign(p=frame["passed"].astype(float))
    frame["residual"] = smf.ols("x ~ C(item) + score + p", frame).fit().resid
    rows = (own.runs["model"] == "alpha-1").to_numpy()
    found = _Fit.of(own).mean_residual(rows)(weights)[0, 0]
    assert found == pytest.approx(frame[frame["model"] == "alpha-1"]["residual"].mean(), abs=1e-9)


@settings(max_examples=20)
@given(st.integers(0, 50))
def test_over_all_trials_the_residuals_have_mean_0(seed):
    made = simulated(n_items=3, seed=seed)
    table = residual_bias(matrix_of(made.runs, made.scores), by="model", seed=1, resamples=5)
    assert (table["value"] * table["n_trials"]).sum() == pytest.approx(0, abs=1e-9)


def test_one_model_alone_has_no_bias_to_show(make_matrix):
    rows = [(f"i{n // 2}", "a", n % 2, n % 2 == 0, n / 30) for n in range(20)]
    (row,) = residual_bias(make_matrix(rows, judges=("j",)), by="model", seed=1).to_dict("records")
    assert row["reason"] == "only one group: residuals have mean 0 by construction"
    assert np.isnan(row["value"])


def test_a_model_on_items_of_its_own_can_not_be_compared(make_matrix):
    rows = [(f"i{n % 5}", agent, n, n % 2 == 0, n / 50) for n in range(20) for agent in "ab"]
    rows += [(f"k{n % 5}", "c", n, n % 2 == 0, n / 50) for n in range(20)]
    table = residual_bias(make_matrix(rows, judges=("j",)), by="model", seed=1).set_index("model")
    assert table.loc["c", "reason"] == "the group shares no item with another"
    assert np.isnan(table.loc["c", "value"])
    assert np.isfinite(table.loc["a", "value"])


def test_endpoints_that_never_vary_leave_the_items_only(make_matrix):
    rows = [(f"i{n}", agent, 0, False, 0.3 + 0.1 * (agent == "a") + n / 100) for n in range(12) for agent in "ab"]
    table = residual_bias(make_matrix(rows, judges=("j",)), by="model", seed=1).set_index("model")
    assert table["value"].to_dict() == pytest.approx({"a": 0.05, "b": -0.05})


def test_nothing_scored_is_no_row(make_matrix):
    assert residual_bias(make_matrix([], judges=()), by="model", seed=1).empty
