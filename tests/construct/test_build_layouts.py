"""Whatever a source's layout, its variants have one form, show what was registered, and leave no trace."""

import anndata as ad
import h5py
import numpy as np
import pandas as pd
import pytest
from scipy import sparse
from tiny_study import registered

from counterproof.construct.build import build
from counterproof.construct.leaks.registry import audit_leaks
from counterproof.construct.verify import verify
from counterproof.domain.variant import Edit
from counterproof.matter.h5ad import load, open_h5ad
from counterproof.matter.plugins import offer_plugins
from counterproof.store.layout import layout_of

GENES = [f"GENE{number}" for number in range(1, 26)]
SPARSE = {"csr": sparse.csr_matrix, "csc": sparse.csc_matrix}
FILTERS = {
    "none": {},
    "gzip": {"compression": "gzip"},
    "lzf": {"compression": "lzf"},
    # By its number: that files are read without an import of hdf5plugin is another test's claim.
    "zstd": {"compression": 32015, "compression_opts": (3,)},
}
COLUMNS = ("kind", "age", "smoker", "note", "batch", "site")


def write_source(path, data, *, layout, filters="none", index=np.int32, x="log"):
    """Logarithms as X (or as a layer, X then being none) and as raw with all genes, in the asked form; counts."""
    n_cells = data.n_obs
    rng = np.random.default_rng(5)
    log, counts = data.layers["lognorm"].toarray(), data.X.toarray()
    # Three genes that tell nothing of the kinds, but for the first, which marks B cells.
    counts[:, :3] = rng.poisson(3, size=(n_cells, 3))
    log[:, :3] = np.log1p(counts[:, :3] * 30)
    counts[data.obs["kind"] == "B", 0] += 200
    log[data.obs["kind"] == "B", 0] += 4
    as_stored = SPARSE.get(layout, np.asarray)
    obs = data.obs[["kind", "age"]].assign(
        smoker=pd.array(rng.choice([True, False, None], n_cells), dtype="boolean"),
        note=pd.array(rng.choice(["x", "NA", None], n_cells), dtype="string"),
        batch=np.where(rng.random(n_cells) < 0.5, "b1", "b2").astype(object),
        site=pd.Categorical(rng.choice(["s1", "s2"], n_cells), categories=["unused", "s2", "s1"]),
    )
    made = ad.AnnData(as_stored(log[:, :12]), obs=obs, var=data.var.iloc[:12])
    made.layers["counts"] = as_stored(counts[:, :12])
    made.raw = ad.AnnData(as_stored(log[:, ::-1]), obs=obs, var=data.var.iloc[::-1])
    if x == "none":
        made.layers["log"], made.X = made.X, None
    with ad.settings.override(allow_write_nullable_strings=True):
        made.write_h5ad(path)
    _store_anew(path, filters=FILTERS[filters], index=index)


def _store_anew(path, *, filters, index):
    offer_plugins()
    with h5py.File(path, "r+") as file:
        nodes = []
        file.visititems(lambda name, node: nodes.append(name) if isinstance(node, h5py.Dataset) else None)
        for name in nodes:
            part = name.rpartition("/")[2]
            if file[name].ndim == 0 or file[name].dtype.kind not in "iuf" or name.startswith(("obs", "var", "raw/var")):
                continue
            values, attributes = file[name][...], dict(file[name].attrs)
            values = values.astype(index) if part in {"indices", "indptr"} else values
            del file[name]
            chunks = {"chunks": tuple(min(side, 333) for side in values.shape)} if filters else {}
            file.create_dataset(name, data=values, **filters, **chunks).attrs.update(attributes)


@pytest.fixture
def registration():
    edits = {
        "original": Edit(kind="none"),
        "null": Edit(kind="permute"),
        "withdraw": Edit(kind="delete_gene", genes=("GENE1",)),
        "withdraw_shuffle": Edit(kind="permute_labels", column="kind"),
        "flip": Edit(kind="swap_genes", genes=("GENE1", "GENE2")),
    }
    supported = {"original": "A", "null": "A", "withdraw": None, "withdraw_shuffle": None, "flip": "B"}

    def make(**changes):
        ask = {"statistic": "marker", "group": {"kind": "B"}}
        targets = {"A": "GENE1", "B": "GENE2", "C": "GENE3"}
        fields = {"block": "raw", "margin": 1.5, "keep_obs": COLUMNS, "edits": edits, "supported": supported}
        return registered(ask, targets=targets, **(fields | changes))

    return make


@pytest.fixture
def built(tmp_path, cells, registration):
    """The variants of a source of this form, with the folder they lie in."""

    def make(name, *, in_memory, **form):
        path = tmp_path / f"{name}.h5ad"
        write_source(path, cells(seed=8), **form)
        layout = layout_of(tmp_path / name, out=tmp_path / name)
        source = load(path) if in_memory else open_h5ad(path, in_memory=0)
        return build(source, registration(), layout), layout, path

    return make


@pytest.mark.parametrize(
    ("form", "in_memory"),
    [
        # The other way of each has the same bytes: see below, and tests/matter/test_large.py.
        ({"layout": "csr", "filters": "zstd", "index": np.int64}, False),
        ({"layout": "csc", "filters": "lzf"}, False),
        ({"layout": "dense", "filters": "gzip"}, False),
        ({"layout": "csr", "x": "none"}, True),
        ({"layout": "dense", "x": "none"}, False),
    ],
    ids=["csr zstd int64", "csc lzf", "dense gzip", "csr without X", "dense without X"],
)
def test_variants_of_any_form_show_what_was_registered_and_leave_no_trace(built, registration, form, in_memory):
    variants, layout, path = built("made", in_memory=in_memory, **form)
    verdicts = verify(variants, registration(), work=layout.work)
    assert {verdict.variant: verdict.reason for verdict in verdicts if not verdict.passed} == {}
    leaks = audit_leaks(variants, registration(), work=layout.work, source=path)
    assert {leak.check: leak.evidence for leak in leaks if not leak.passed} == {}


def test_sparse_sources_of_one_content_have_variants_of_the_same_bytes(built):
    forms = (
        ("csr", "none", np.int32, True),
        ("csr", "gzip", np.int64, False),
        ("csc", "zstd", np.int32, False),
        ("csc", "lzf", np.int64, True),
    )
    made = [
        built(str(place), layout=layout, filters=filters, index=index, in_memory=in_memory)[0]
        for place, (layout, filters, index, in_memory) in enumerate(forms)
    ]
    assert len({tuple(variant.sha256 for variant in variants) for variants in made}) == 1


def test_columns_of_every_kind_reach_the_variants_as_they_were(built):
    (original, *_), layout, path = built("made", in_memory=True, layout="csr")
    with ad.settings.override(allow_write_nullable_strings=True):
        before, after = ad.read_h5ad(path).obs, ad.read_h5ad(layout.work / original.path).obs
    assert sorted(after) == sorted(COLUMNS)
    for name in COLUMNS:
        was, now = before[name], after[name].loc[before.index]
        assert now.dtype.kind == was.dtype.kind
        assert (
            now.astype(object).where(now.notna(), None).tolist() == was.astype(object).where(was.notna(), None).tolist()
        )
    assert after["site"].cat.categories.tolist() == ["s1", "s2"]
