import numpy as np


def test_cells_sorted_by_a_label_are_found(make):
    leaks = make(row_order=lambda obs: np.argsort(obs["kind"].astype(str), kind="stable")).leaks()
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


def test_the_sources_own_order_is_found(make, cells):
    data = cells()
    names = list(data.obs_names)
    leaks = make(data=data, row_order=lambda obs: np.argsort([names.index(name) for name in obs.index])).leaks()
    assert "its cells stand in the order of the source" in leaks["own order"]
