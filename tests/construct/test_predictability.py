import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.construct.predictability import FOLDS, folds, predictability
from counterproof.domain.statistic import Expression, Specificity
from counterproof.domain.variant import Edit

LABELS = Edit(kind="exchange_labels", column="kind", values=("B", "T cell"))
ASK = Specificity(gene="GENE1", column="kind")
TARGETS = {"A": "B", "B": "T cell"}


def told(made):
    (found,) = predictability(made.variants, made.registration, work=made.work)
    return found


def test_types_that_differ_in_many_genes_show_through_an_exchange(make):
    found = told(make(edits={"flip": LABELS}, statistic=ASK, targets=TARGETS))
    assert found.accuracy > 0.95
    assert found.n_folds == FOLDS
    assert found.n_cells > 100


def test_counts_and_their_logarithm_tell_about_the_same(make):
    accuracies = [
        told(make(edits={"flip": LABELS}, statistic=ASK, targets=TARGETS, block=block, block_class=kind)).accuracy
        for block, kind in (("layers/lognorm", "log"), ("X", "counts"))
    ]
    assert accuracies[0] == pytest.approx(accuracies[1], abs=0.05)


def test_labels_without_a_difference_are_told_at_chance(make, cells):
    data = cells(n_cells=600)
    data.obs["kind"] = np.random.default_rng(1).permutation(data.obs["kind"].to_numpy())
    found = told(make(edits={"flip": LABELS}, statistic=ASK, targets=TARGETS, data=data))
    assert found.accuracy == pytest.approx(0.5, abs=0.1)


def test_it_is_the_same_for_the_same_seed(make):
    assert told(make(edits={"flip": LABELS}, statistic=ASK)) == told(make(edits={"flip": LABELS}, statistic=ASK))


def test_nothing_is_measured_where_no_label_is_exchanged(make):
    made = make()
    assert predictability(made.variants, made.registration, work=made.work) == ()


def test_a_label_of_few_cells_has_a_reason_in_place_of_a_number(make, cells):
    data = cells()
    data.obs["kind"] = np.where(np.arange(300) < 5, "B", "T cell")
    found = told(make(edits={"flip": LABELS}, statistic=ASK, data=data))
    assert found.accuracy is None
    assert found.reason == "fewer than 10 cells of a label"


def test_donors_are_held_out_whole(make):
    edit = Edit(kind="exchange_conditions", column="condition", values=("ctrl", "stim"), along=("donor",))
    ask = Expression(a={"condition": "stim"}, b={"condition": "ctrl"}, donor="donor")
    found = told(make(edits={"flip": edit}, statistic=ask, keep_obs=("kind", "condition", "donor")))
    assert found.held_out == "donor"
    assert found.n_folds == 2
    # Donors differ by chance only, and are drawn alike in both conditions.
    assert found.accuracy == pytest.approx(0.5, abs=0.15)


@given(st.integers(10, 60), st.integers(10, 60), st.integers(0, 99))
def test_every_fold_has_cells_of_both_labels(n_first, n_second, seed):
    old = np.repeat([0, 1], [n_first, n_second])
    fold = folds(old, None, seed=seed)
    for held in range(FOLDS):
        assert set(old[fold == held]) == {0, 1}


@given(st.integers(2, 8), st.booleans(), st.integers(0, 99))
def test_a_donor_is_in_one_fold(n_donors, shared, seed):
    names = np.array([f"D{number}" for number in range(2 * n_donors)] * 3, dtype=object)
    old = np.tile(np.repeat([0, 1], n_donors), 3)
    if shared:
        names, old = np.concatenate([names, names]), np.concatenate([old, 1 - old])
    fold = folds(old, names, seed=seed)
    assert all(len(set(fold[names == name])) == 1 for name in set(names))
    assert all(set(old[fold == held]) == {0, 1} for held in set(fold))
