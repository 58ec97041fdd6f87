"""A null preserves every statistic, in every block, whatever the cells and however it was written."""

import anndata as ad
import numpy as np
import pandas as pd
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from scipy import sparse
from tiny_study import registered

from counterproof.construct.build import build
from counterproof.construct.measure import measure
from counterproof.construct.verify import NULL_TOLERANCE
from counterproof.domain.statistic import FAMILIES, Abundance, Coexpression, Expression, Group, Marker, Specificity
from counterproof.domain.variant import Edit
from counterproof.matter.h5ad import open_h5ad
from counterproof.store.layout import layout_of

GENES = {"A": "GENE1", "B": "GENE2", "C": "GENE3", "D": "GENE24"}
KINDS = {"A": "B", "B": "NK", "C": "T cell"}
STIM, CTRL, NK = (Group(column=c, value=v) for c, v in (("condition", "stim"), ("condition", "ctrl"), ("kind", "NK")))
ASKS = (
    (Marker(group=NK), GENES),
    (Specificity(gene="GENE5", column="kind"), KINDS),
    (Expression(a=STIM, b=CTRL), GENES),
    (Expression(a=STIM, b=CTRL, within=NK, donor="donor", direction="down"), GENES),
    (Abundance(column="kind", a=STIM, b=CTRL, sample="donor"), KINDS),
    (Coexpression(gene="GENE5"), GENES),
    (Coexpression(gene="GENE5", within=NK), GENES),
)


def write_source(path, data):
    """The cells with counts as a layer, their logarithms as raw, and z-scores of fewer genes as X."""
    log = data.layers["lognorm"].toarray()
    made = ad.AnnData(sparse.csr_matrix(log), obs=data.obs, var=data.var)
    made.raw = made
    made = made[:, 2:20].copy()
    part = log[:, 2:20]
    made.X = ((part - part.mean(axis=0)) / (part.std(axis=0) + 1e-3)).astype(np.float32)
    made.layers["counts"] = data.X[:, 2:20]
    made.write_h5ad(path)


def test_every_family_is_asked():
    assert {ask.statistic for ask, _ in ASKS} == set(FAMILIES)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 10**6), st.integers(30, 150), st.booleans())
def test_a_null_gives_every_statistic_of_the_original(tmp_path, cells, seed, n_cells, streamed):
    write_source(tmp_path / "source.h5ad", cells(seed=seed, n_cells=n_cells))
    edits = {"original": Edit(kind="none"), "null": Edit(kind="permute")}
    keep = ("condition", "donor", "kind")
    build_with = registered(targets=GENES, edits=edits, supported=dict.fromkeys(edits), keep_obs=keep, seed=seed)
    layout = layout_of(tmp_path / "study", out=tmp_path / "out")
    source = open_h5ad(tmp_path / "source.h5ad", **({"in_memory": 0} if streamed else {}))
    paths = {variant.name: layout.work / variant.path for variant in build(source, build_with, layout)}
    defined = 0
    for ask, targets in ASKS:
        asked = registered(ask, targets=targets, block="raw", edits=edits, supported=dict.fromkeys(edits))
        for was, now in zip(measure(paths["original"], asked), measure(paths["null"], asked), strict=True):
            assert now.block == was.block
            before, after = (np.array(list(one.values.values()), dtype=float) for one in (was, now))
            np.testing.assert_allclose(after, before, rtol=NULL_TOLERANCE, atol=1e-12)
            defined += int(np.isfinite(before).sum())
    assert defined > 30


def test_its_cells_have_other_names_and_another_order(tmp_path, cells):
    write_source(tmp_path / "source.h5ad", cells(seed=1))
    edits = {"original": Edit(kind="none"), "null": Edit(kind="permute")}
    asked = registered(targets=GENES, edits=edits, supported=dict.fromkeys(edits))
    layout = layout_of(tmp_path / "study", out=tmp_path / "out")
    one, other = (
        ad.read_h5ad(layout.work / variant.path)
        for variant in build(open_h5ad(tmp_path / "source.h5ad"), asked, layout)
    )
    assert not set(one.obs_names) & set(other.obs_names)
    assert sorted(one.raw.var_names) == sorted(other.raw.var_names)
    pd.testing.assert_series_equal(one.obs["kind"].value_counts(), other.obs["kind"].value_counts())
