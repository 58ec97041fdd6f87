import anndata as ad
import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from counterproof.construct.leaks.files import DataFile
from counterproof.construct.leaks.sizes import implied_sizes

KEPT = [2, 3, 4, 5, 6, 0, 1]


@pytest.fixture
def variable_genes(cells):
    """Raw counts of all genes, and X with the logarithms of some: normalised over all, in another order."""
    data = cells()
    counts = data.X.toarray().astype(np.float64)
    log = np.log1p(counts / np.maximum(counts.sum(axis=1, keepdims=True), 1) * 1e4)[:, KEPT].astype(np.float32)
    made = ad.AnnData(sparse.csr_matrix(log), obs=data.obs, var=data.var.iloc[KEPT])
    made.raw = ad.AnnData(data.X, obs=data.obs, var=data.var)
    return made


def test_counts_and_logarithms_of_other_genes_tell_the_total(variable_genes, tmp_path):
    variable_genes.write_h5ad(tmp_path / "a.h5ad")
    (found,) = implied_sizes(DataFile(tmp_path / "a.h5ad"), at_most=200).values()
    totals = np.asarray(variable_genes.raw.X.sum(axis=1)).ravel()[:200]
    shown = np.isfinite(found)
    assert shown.sum() > 150
    assert found[shown] * 1e4 == pytest.approx(totals[shown], rel=1e-5)


def test_a_gene_that_the_implied_total_still_holds_is_a_leak(make, variable_genes):
    # No sum over the rows of one block gives it: X has few of the genes, and raw is not normalised.
    leaks = make(data=variable_genes, block="X").leaks()
    assert set(leaks) == {"sums of rows"}
    assert "GENE1 of raw can be computed" in leaks["sums of rows"]


def test_scaled_values_imply_no_total(tmp_path):
    counts = np.random.default_rng(0).poisson(4, size=(50, 5)).astype(float)
    data = ad.AnnData(counts - counts.mean(axis=0), var=pd.DataFrame(index=list("abcde")), layers={"c": counts})
    data.obs_names = [f"c{number}" for number in range(50)]
    data.write_h5ad(tmp_path / "a.h5ad")
    assert implied_sizes(DataFile(tmp_path / "a.h5ad"), at_most=200) == {}
