import numpy as np
import pandas as pd
import pytest

from counterproof.construct.leaks.reencode import SHARE_BOUND, name_parts, tellers, undecided
from counterproof.construct.leaks.tells import codes_of, disagreement, told_by
from counterproof.domain.variant import Edit

LABELS = Edit(kind="exchange_labels", column="kind", values=("B", "T cell"))
CONDITIONS = Edit(kind="exchange_conditions", column="condition", values=("ctrl", "stim"), along=("donor",))


@pytest.mark.parametrize("edits", [{"flip": LABELS}, {"withdraw_shuffle": Edit(kind="permute_labels", column="kind")}])
def test_a_cluster_that_says_what_the_label_said_is_found(make, edits):
    leaks = make(edits=edits, keep_obs=("kind", "cluster", "score")).leaks()
    assert set(leaks) == {"label re-encoders"}
    assert "obs column cluster tells 100% of kind; decide in the item's file" in leaks["label re-encoders"]


def test_a_kept_cluster_is_declared(make):
    made = make(edits={"flip": LABELS}, keep_obs=("kind", "cluster"), decisions={"cluster": "keep"})
    check = made.audit()["label re-encoders"]
    assert check.passed
    assert check.declared
    assert "cluster tells 100% of kind, and is kept as registered" in check.evidence


def test_a_donor_that_moved_along_tells_nothing(make):
    made = make(edits={"flip": CONDITIONS}, keep_obs=("kind", "condition", "donor"))
    assert not made.leaks()


def test_a_donor_that_stayed_is_found(make):
    stays = CONDITIONS.model_copy(update={"along": ()})
    leaks = make(edits={"flip": stays}, keep_obs=("kind", "condition", "donor")).leaks()
    assert "obs column donor tells 100% of condition" in leaks["label re-encoders"]


def test_names_that_say_the_label_are_found(make, cells):
    data = cells()
    data.obs_names = [f"{name}_{kind[0]}" for name, kind in zip(data.obs_names, data.obs["kind"], strict=True)]
    leaks = make(edits={"flip": LABELS}, data=data).leaks()
    assert "the name of a cell tells 100% of kind" in leaks["label re-encoders"]


def test_names_that_say_the_label_are_no_leak_where_no_file_has_them(make, cells):
    data = cells()
    data.obs_names = [f"{name}_{kind[0]}" for name, kind in zip(data.obs_names, data.obs["kind"], strict=True)]
    made = make(edits={"flip": LABELS}, data=data, cell_names="opaque")
    assert not made.leaks()
    assert not undecided(data.obs[["kind"]], made.registration)
    named = made.registration.model_copy(update={"cell_names": "source"})
    assert [teller.column for teller in undecided(data.obs[["kind"]], named)] == ["_index"]


def test_what_awaits_a_decision_is_told_before_anything_is_written(make, cells):
    made = make(edits={"flip": LABELS}, keep_obs=("kind", "cluster", "score", "total_counts"))
    obs = cells().obs[list(made.registration.keep_obs)]
    assert [teller.column for teller in undecided(obs, made.registration)] == ["cluster"]
    decided = made.registration.model_copy(update={"decisions": {"cluster": "keep"}})
    assert not undecided(obs, decided)


def test_a_column_of_other_names_for_every_cell_tells_nothing():
    rng = np.random.default_rng(0)
    label = rng.integers(0, 2, 200)
    assert told_by(np.arange(200), label, seed=1).share == 0
    assert told_by(label, label, seed=1).share == pytest.approx(1)
    assert abs(told_by(rng.integers(0, 5, 200), label, seed=1).share) < SHARE_BOUND / 4


def test_mutual_information_is_that_of_scikit_learn():
    from sklearn.metrics import mutual_info_score  # noqa: PLC0415 slow to import

    from counterproof.construct.leaks.tells import _mutual_information  # noqa: PLC0415, a part that only this test looks at

    rng = np.random.default_rng(3)
    one, other = rng.integers(0, 4, 300), rng.integers(0, 3, 300)
    assert _mutual_information(one, other) == pytest.approx(mutual_info_score(one, other))


def test_a_number_tells_by_its_tenths(cells):
    obs = cells().obs.assign(size=lambda table: np.where(table["kind"] == "B", 10.0, 0) + np.arange(len(table)) / 1e3)
    assert [teller.column for teller in tellers(obs[["kind", "size"]], LABELS, seed=0)] == ["size"]


def test_two_files_agree_where_label_and_column_moved_together():
    value, label = np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1])
    assert disagreement((value, label), (1 - value, 1 - label)) == 0
    assert disagreement((value, label), (value, 1 - label)) == 1


def test_the_parts_of_a_barcode_are_its_length_and_its_suffix():
    names = pd.Index([f"ACGT{'ACGT'[number % 4] * (number % 3)}{number:03d}-{number % 2}" for number in range(60)])
    assert any(np.array_equal(part, np.arange(60) % 2) for part in name_parts(names))


def test_codes_of_a_column_with_missing_labels_keep_them_apart():
    assert codes_of(pd.Series(["a", None, "b", "a"])).tolist() == [0, 2, 1, 0]
