import numpy as np
import pytest


@pytest.mark.parametrize("cell_names", ["source", "opaque"])
def test_cells_sorted_by_a_label_are_found(make, cell_names):
    by_kind = make(row_order=lambda obs: np.argsort(obs["kind"].astype(str), kind="stable"), cell_names=cell_names)
    leaks = by_kind.leaks()
    assert "the order of cells tells kind" in leaks["order and labels"]


def test_cells_bunched_by_a_label_are_found(make):
    def bunched(obs):
        places = [np.flatnonzero(obs["kind"] == kind) for kind in obs["kind"].unique()]
        bunches = [own[start : start + 5] for own in places for start in range(0, len(own), 5)]
        return np.concatenate([bunches[place] for place in np.random.default_rng(0).permutation(len(bunches))])

    assert "of neighbours are alike" in make(row_order=bunched).leaks()["order and labels"]


def test_an_order_that_tells_the_old_labels_is_found_although_the_new_ones_hide_it(make, edits_by_label):
    made = make(
        edits={"flip": edits_by_label}, row_order=lambda obs: np.argsort(obs["kind"].astype(str), kind="stable")
    )
    assert "order and labels" in made.leaks()


@pytest.mark.parametrize("cell_names", ["source", "opaque"])
def test_the_sources_own_order_is_found(make, cells, cell_names):
    data = cells()
    numbers = dict(zip(data.obs["score"], range(data.n_obs), strict=True))
    in_order = make(
        data=data,
        keep_obs=("kind", "score"),
        row_order=lambda obs: np.argsort([numbers[score] for score in obs["score"]]),
        cell_names=cell_names,
    )
    leaks = in_order.leaks()
    assert "its cells stand in the order of the source" in leaks["own order"]
