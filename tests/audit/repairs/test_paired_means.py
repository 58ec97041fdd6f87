import numpy as np
import pytest

from counterproof.audit.repairs.paired_means import paired_rows

NAN = np.nan


def rows_of(before, after, *, metrics=("one",), n_trials=(8,), seed=1):
    """Rows of one metric or more by metric and condition; a column a metric."""
    found = paired_rows(
        np.array(before, dtype=float),
        np.array(after, dtype=float),
        metrics=metrics,
        conditions=("before", "after"),
        n_trials=n_trials,
        seed=seed,
        resamples=500,
    )
    return {(row["metric"], row["condition"]): row for row in found}


def test_a_difference_is_the_second_condition_less_the_first():
    found = rows_of([[0.0], [0.5], [1.0]], [[0.5], [0.5], [1.0]])
    assert [found["one", name]["value"] for name in ("before", "after", "difference")] == pytest.approx(
        [0.5, 2 / 3, 1 / 6]
    )
    assert {row["n_items"] for row in found.values()} == {3}
    assert {row["n_trials"] for row in found.values()} == {8}


def test_an_item_that_lacks_one_condition_is_in_neither_mean():
    found = rows_of([[0.0], [1.0], [NAN]], [[1.0], [NAN], [0.0]])
    assert [found["one", name]["value"] for name in ("before", "after", "difference")] == [0, 1, 1]
    assert found["one", "before"]["n_items"] == 1


def test_pairs_that_move_alike_have_a_sharper_difference_than_their_means():
    before = np.random.default_rng(3).random((30, 1)) * 0.5
    found = rows_of(before, before + 0.2 + np.random.default_rng(4).random((30, 1)) * 0.05)
    width = {name: found["one", name]["high"] - found["one", name]["low"] for name in ("before", "difference")}
    assert width["difference"] < width["before"] / 4


def test_each_metric_has_its_own_items_and_trials():
    found = rows_of([[0, NAN], [1, 1]], [[0, 1], [1, 0]], metrics=("one", "other"), n_trials=(4, 2))
    assert (found["one", "before"]["n_items"], found["other", "before"]["n_items"]) == (2, 1)
    assert (found["one", "before"]["n_trials"], found["other", "before"]["n_trials"]) == (4, 2)
    assert found["other", "difference"]["value"] == -1


@pytest.mark.parametrize("before", [np.zeros((0, 1)), [[NAN], [0.5]]])
def test_without_an_item_that_has_both_there_is_no_value_and_a_reason(before):
    after = np.zeros((0, 1)) if len(before) == 0 else [[0.5], [NAN]]
    found = rows_of(before, after)
    assert {row["value"] for row in found.values()} == {None}
    assert {row["reason"] for row in found.values()} == {"no item with both"}
