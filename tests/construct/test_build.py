import pytest
from tiny_study import registered, write_cells

from counterproof.construct.build import build, variant_seed
from counterproof.domain.problem import InputError
from counterproof.domain.variant import Edit
from counterproof.matter.h5ad import load
from counterproof.store.digest import digest_of, file_digest
from counterproof.store.layout import layout_of

GENES = {"A": "NKG7", "B": "CD79A", "C": "LYZ"}


@pytest.fixture
def source(tmp_path):
    table = {gene: [0.1 * place + 0.01 * cell for cell in range(12)] for place, gene in enumerate(GENES.values(), 1)}
    return load(write_cells(tmp_path / "cells.h5ad", {"X": table}, kind=["NK", "B"] * 6, secret=["s"] * 12))


@pytest.fixture
def layout(tmp_path):
    return layout_of(tmp_path / "study")


def test_a_file_for_every_registered_edit_described_as_it_is(source, layout):
    registration = registered(targets=GENES)
    variants = build(source, registration, layout)
    assert [variant.name for variant in variants] == ["original", "null", "withdraw", "flip"]
    for variant in variants:
        path = layout.work / variant.path
        assert path == layout.variant("one", variant.name)
        assert (variant.sha256, variant.bytes) == (file_digest(path), path.stat().st_size)
        assert variant.registration == digest_of(registration)
        assert variant.edit == registration.edits[variant.name]
        written = load(path)
        assert written.blocks["X"].matrix.shape == (variant.n_cells, variant.n_genes)
    assert [variant.n_genes for variant in variants] == [3, 3, 2, 3]


def test_only_the_registered_labels_are_kept(source, layout):
    for variant in build(source, registered(targets=GENES), layout):
        assert list(load(layout.work / variant.path).obs.columns) == ["kind"]


def test_the_same_registration_gives_the_same_bytes(source, layout, tmp_path):
    registration = registered(targets=GENES)
    again = build(source, registration, layout_of(tmp_path / "elsewhere"))
    assert build(source, registration, layout) == again


def test_every_variant_has_cells_and_genes_in_an_order_of_its_own(source, layout):
    files = [load(layout.work / variant.path) for variant in build(source, registered(targets=GENES), layout)]
    assert len({tuple(file.obs.index) for file in files}) == len(files)


def test_every_variant_of_every_item_has_its_own_seed():
    one, other = registered(targets=GENES), registered(targets=GENES, seed=4)
    seeds = {variant_seed(registration, name) for registration in (one, other) for name in one.edits}
    assert len(seeds) == 8


def test_what_cannot_be_edited_leaves_no_file(source, layout, tmp_path):
    edits = {"original": Edit(kind="none"), "withdraw": Edit(kind="delete_gene", genes=("GNLY",))}
    with pytest.raises(InputError, match="GNLY"):
        build(source, registered(targets=GENES, edits=edits), layout)
    assert not list(tmp_path.rglob("one/*"))
