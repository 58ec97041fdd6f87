"""A clean item passes every check, and what is planted is found by the check that looks for it."""

import shutil
from functools import partial

import h5py
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from counterproof.construct.leaks.registry import CHECKS
from counterproof.domain.variant import Edit

GROUP = Edit(kind="delete_group", column="kind", values=("B",))
LABELS = Edit(kind="exchange_labels", column="kind", values=("B", "T cell"))
SHUFFLE = Edit(kind="permute_labels", column="kind")
CONDITIONS = Edit(kind="exchange_conditions", column="condition", values=("ctrl", "stim"), along=("donor",))
REVERSED = Edit(kind="reverse_proportions", column="condition", values=("ctrl", "stim"), along=("kind",))


@pytest.mark.parametrize(
    "edits",
    [
        {},
        {"withdraw": GROUP, "flip": LABELS},
        {"withdraw": Edit(kind="delete_group", column="kind", values=("T cell",)), "flip": CONDITIONS},
        {"withdraw_shuffle": SHUFFLE, "flip": REVERSED},
    ],
    ids=lambda edits: " ".join(edit.kind for edit in edits.values()) or "genes",
)
@pytest.mark.parametrize(
    "way", [{}, {"packed": False}, {"cell_names": "opaque"}], ids=["packed", "plain", "opaque names"]
)
def test_nothing_is_found_in_the_files_of_any_edit(make, edits, way):
    checks = make(edits=edits, keep_obs=("kind", "condition", "donor", "age"), **way).audit()
    assert list(checks) == [check.name for check in CHECKS]
    assert not {name: check.evidence for name, check in checks.items() if not check.passed or check.declared}
    assert all(check.evidence for check in checks.values())


@given(st.integers(0, 10**6), st.sampled_from(["delete_gene", "delete_group"]), st.integers(40, 120))
@settings(max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_withdrawal_leaves_no_trace_by_any_check(make, cells, seed, kind, n_cells):
    edit = GROUP if kind == "delete_group" else Edit(kind=kind, genes=(f"GENE{1 + seed % 25}",))
    made = make(edits={"withdraw": edit}, data=cells(seed=seed, n_cells=n_cells), keep_obs=("kind", "donor"))
    assert not made.leaks()


def other_attribute(made, _):
    with h5py.File(made.path("withdraw"), "r+") as file:
        file["obs"].attrs["note"] = "x"


def other_chunks(made, _):
    with h5py.File(made.path("flip"), "r+") as file:
        group = file["layers/lognorm"]
        values, attributes = group["data"][()], dict(group["data"].attrs)
        del group["data"]
        node = group.create_dataset("data", data=values, chunks=(128,), maxshape=(None,), compression="gzip")
        node.attrs.update(attributes)


def other_packer(made, _):
    with h5py.File(made.path("flip"), "r+") as file:
        node = file["X/data"]
        skipped, packed = node.id.read_direct_chunk((0,))
        # The same stream under the header of another level.
        node.id.write_direct_chunk((0,), b"\x78\xda" + packed[2:], skipped)


def other_value_order(made, rewritten):
    for path in made.paths():
        rewritten(path, order=partial(sorted, reverse=path.stem == "flip"))


def times(made, _):
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            file["uns"].create_dataset("when", data=1, track_times=True)


def packed_orphan(made, _):
    for path in made.paths():
        values = np.arange(5000) % 97
        with h5py.File(path, "r+") as file:
            for name in ("gone", "behind it"):
                file["uns"].create_dataset(name, data=values, chunks=(5000,), compression="gzip")
        with h5py.File(path, "r+") as file:
            del file["uns/gone"]


def plain_orphan(made, _):
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            file["uns"]["gone"], file["uns"]["behind it"] = np.arange(5000), [1]
        with h5py.File(path, "r+") as file:
            del file["uns/gone"]


def other_filter(made, _):
    with h5py.File(made.path("withdraw"), "r+") as file:
        group = file["X"]
        values, attributes = group["data"][()], dict(group["data"].attrs)
        del group["data"]
        node = group.create_dataset("data", data=values, chunks=(65_536,), maxshape=(None,))
        node.attrs.update(attributes)


def ranked_genes(made, _):
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            file["uns"].create_group("rank_genes_groups")


def unlisted_column(made, _):
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            file["obs"]["leiden"] = np.zeros(file["obs/_index"].shape[0])


def unused_level(made, _):
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            node = file["obs/kind"]
            levels = [*node["categories"].asstr()[()], "zz"]
            del node["categories"]
            node.create_dataset("categories", data=levels, dtype=h5py.string_dtype())


def level_order(made, _):
    with h5py.File(made.path("flip"), "r+") as file:
        node = file["obs/kind"]
        node["categories"][...] = node["categories"].asstr()[()][::-1]


def under_a_mask(made, _):
    with h5py.File(made.path("flip"), "r+") as file:
        values, mask = file["obs/age/values"][()], file["obs/age/mask"][()]
        file["obs/age/values"][...] = np.where(mask, 99, values)


def name_in_an_attribute(made, _):
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            file["uns"].attrs["title"] = "cells without GENE1"


def name_in_a_label(made, _):
    with h5py.File(made.path("withdraw"), "r+") as file:
        node = file["obs/kind"]["categories"]
        node[0] = "GENE1 high"


def name_left_in_a_heap(made, _):
    with h5py.File(made.path("withdraw"), "r+") as file:
        file.create_dataset("gone", data=["GENE1"], dtype=h5py.string_dtype())
        del file["gone"]


def own_file_name(made, _):
    with h5py.File(made.path("flip"), "r+") as file:
        file["uns"].attrs["written to"] = str(made.path("flip"))


def identifiers_moved(made, _):
    with h5py.File(made.path("flip"), "r+") as file:
        names = list(file["var/_index"].asstr()[()])
        one, other = names.index("GENE1"), names.index("GENE2")
        values = file["var/gene_ids"].asstr()[()]
        values[[one, other]] = values[[other, one]]
        file["var/gene_ids"][...] = values


def shared_order(made, _):
    shutil.copyfile(made.path("original"), made.path("flip"))


PLANTED = {
    other_attribute: "storage",
    other_chunks: "storage",
    other_packer: "storage",
    other_value_order: "order of values",
    times: "times",
    packed_orphan: "left-over values",
    plain_orphan: "left-over values",
    other_filter: "storage",
    ranked_genes: "derived blocks",
    unlisted_column: "derived blocks",
    unused_level: "unused categories",
    level_order: "unused categories",
    under_a_mask: "hidden values",
    name_in_an_attribute: "removed names",
    name_in_a_label: "removed names",
    name_left_in_a_heap: "removed names",
    own_file_name: "file names",
    identifiers_moved: "gene identifiers",
    shared_order: "own order",
}
ALSO = {
    # What h5py itself leaves when a file is changed in place is a leak, too.
    other_chunks: {"left-over values", "order of values"},
    name_left_in_a_heap: {"storage", "order of values"},
    own_file_name: {"storage"},
    times: {"derived blocks"},
    packed_orphan: {"derived blocks"},
    plain_orphan: {"derived blocks"},
    other_filter: {"left-over values", "order of values"},
    name_in_a_label: {"unused categories"},
}


@pytest.mark.parametrize("plant", PLANTED, ids=lambda plant: plant.__name__)
def test_what_is_planted_is_found_by_the_check_that_looks_for_it(make, rewritten, plant):
    made = make(keep_obs=("kind", "age"), keep_var=("gene_ids",))
    assert not made.leaks()
    plant(made, rewritten)
    found = made.leaks()
    assert PLANTED[plant] in found
    assert set(found) <= {PLANTED[plant]} | ALSO.get(plant, set())


def test_the_name_of_an_item_is_found_in_whatever_letters_it_is_written(make):
    made = make(item="NK_Marker")
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            file["uns"].attrs["title"] = "cells for nk_marker"
    assert "file names" in made.leaks()
    for path in made.paths():
        with h5py.File(path, "r+") as file:
            file["uns"].attrs["title"] = "cells for NK_Marker"
    assert "file names" in made.leaks()


def test_every_check_has_a_planted_leak_here_or_beside_its_own_tests():
    elsewhere = {"order and labels", "sums of rows", "columns of cells", "label re-encoders"}
    assert {check.name for check in CHECKS} == set(PLANTED.values()) | elsewhere
