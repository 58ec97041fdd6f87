import anndata
import h5py
import numpy as np
import pytest
from scipy import sparse

from counterproof.construct.build import arrangement_of, build
from counterproof.construct.leaks.registry import audit_leaks
from counterproof.construct.measure import measure
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Group, Marker, Specificity
from counterproof.domain.variant import Edit
from counterproof.matter.h5ad import load, open_h5ad
from counterproof.store.layout import layout_of

N_CELLS, N_GENES = 1500, 12


@pytest.fixture
def source(tmp_path):
    """Three parts of cells: log values as X, counts as a layer, and raw with more genes in another order."""
    rng = np.random.default_rng(4)
    kind = rng.choice(["B", "NK", "T"], N_CELLS)
    counts = rng.poisson(1.0, (N_CELLS, N_GENES)) + 4 * (kind == "NK")[:, None] * (np.arange(N_GENES) == 2)
    names = [f"G{number}" for number in range(N_GENES)]
    cells = anndata.AnnData(
        sparse.csr_matrix(np.log1p(counts).astype(np.float32)), layers={"counts": sparse.csr_matrix(counts)}
    )
    cells.obs_names = ["".join(row) for row in rng.choice(list("ACGT"), (N_CELLS, 14))]
    cells.obs["kind"], cells.var_names = kind, names
    raw = anndata.AnnData(sparse.csc_matrix(np.log1p(counts[:, ::-1]).astype(np.float32)), obs=cells.obs)
    raw.var_names = names[::-1]
    cells.raw = raw
    path = tmp_path / "source.h5ad"
    cells.write_h5ad(path, compression="gzip")
    return path


@pytest.fixture
def registration():
    def make(**changes):
        fields = {
            "item": "nk",
            "data_sha256": "0" * 64,
            "statistic": Marker(group=Group(column="kind", value="NK")),
            "targets": {"A": "G1", "B": "G2", "C": "G3"},
            "block": "X",
            "block_class": "log",
            "margin": 0.5,
            "stability": 0.9,
            "bootstraps": 10,
            "key": "B",
            "flip_to": "A",
            "edits": {
                "original": Edit(kind="none"),
                "null": Edit(kind="permute"),
                "withdraw": Edit(kind="delete_gene", genes=("G2",)),
                "withdraw_shuffle": Edit(kind="permute_labels", column="kind"),
                "flip": Edit(kind="exchange_labels", column="kind", values=("NK", "T")),
            },
            "supported": {"original": "B", "null": "B", "withdraw": None, "flip": None, "withdraw_shuffle": None},
            "keep_obs": ("kind",),
            "contrasts": ("null", "withdraw", "flip"),
            "seed": 11,
        }
        return Registration(**(fields | changes))

    return make


def test_a_source_in_its_file_gives_the_files_of_one_in_memory(source, registration, tmp_path):
    one, other = (
        build(opened, registration(), layout_of(tmp_path / name, out=tmp_path / name))
        for name, opened in (("streamed", open_h5ad(source, in_memory=0)), ("loaded", load(source)))
    )
    assert one == other
    assert len({variant.sha256 for variant in one}) == 5


def test_a_null_gives_every_statistic_of_the_original_in_every_block(source, registration, tmp_path):
    layout = layout_of(tmp_path / "study", out=tmp_path / "out")
    for ask in (Marker(group=Group(column="kind", value="NK")), Specificity(gene="G2", column="kind")):
        targets = {"A": "B", "B": "NK", "C": "T"} if isinstance(ask, Specificity) else {"A": "G1", "B": "G2", "C": "G3"}
        asked = registration(statistic=ask, targets=targets)
        made = {variant.name: layout.work / variant.path for variant in build(load(source), asked, layout)}
        for was, now in zip(measure(made["original"], asked), measure(made["null"], asked), strict=True):
            assert (now.block, now.supported) == (was.block, was.supported)
            assert now.values == pytest.approx(was.values, rel=1e-6)


def test_variants_have_orders_of_their_own_unless_the_study_shares_them(source, registration):
    opened = open_h5ad(source)

    def orders(**changes):
        asked = registration(**changes)
        return {name: tuple(arrangement_of(opened, asked, name).rows) for name in asked.edits}

    own, shared = orders(), orders(label_order="shared")
    assert len(set(own.values())) == 5
    assert shared["flip"] == shared["withdraw_shuffle"] == shared["original"] == own["original"]
    assert {name: shared[name] for name in ("null", "withdraw")} == {name: own[name] for name in ("null", "withdraw")}


def test_a_shared_order_shares_every_byte_but_the_labels(source, registration, tmp_path):
    layout = layout_of(tmp_path / "study", out=tmp_path / "out")
    asked = registration(label_order="shared")
    made = {
        variant.name: layout.work / variant.path for variant in build(open_h5ad(source, in_memory=0), asked, layout)
    }
    original, flip = (anndata.read_h5ad(made[name]) for name in ("original", "flip"))
    assert (original.X != flip.X).nnz == 0
    assert original.obs_names.tolist() == flip.obs_names.tolist()
    exchanged = original.obs["kind"].replace({"NK": "T", "T": "NK"})
    assert flip.obs["kind"].astype(str).tolist() == exchanged.astype(str).tolist()
    with h5py.File(made["original"]) as one, h5py.File(made["flip"]) as other:
        for name in ("X/data", "X/indices", "raw/X/data"):
            assert one[name].id.read_direct_chunk((0,)) == other[name].id.read_direct_chunk((0,))


@pytest.mark.parametrize("label_order", ["own", "shared"])
def test_the_leak_audit_finds_orders_as_they_were_registered(source, registration, tmp_path, label_order):
    layout = layout_of(tmp_path / "study", out=tmp_path / "out")
    asked = registration(label_order=label_order)
    made = build(open_h5ad(source, in_memory=0), asked, layout)
    leaks = {leak.check: leak for leak in audit_leaks(made, asked, work=layout.work, source=source)}
    assert leaks["own order"].passed
    assert ("as registered" in leaks["own order"].evidence) == (label_order == "shared")
    if label_order == "shared":
        told = audit_leaks(made, registration(), work=layout.work, source=source)
        assert not next(leak for leak in told if leak.check == "own order").passed
