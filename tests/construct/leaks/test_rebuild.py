import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse

from counterproof.construct.leaks.rebuild import R_BOUND, correlation


@pytest.fixture
def normalised(cells):
    """Cells whose log layer was normalised over exactly the genes that it holds, so that every row has one sum."""
    data = cells()
    counts = data.X.toarray()
    data.layers["lognorm"] = sparse.csr_matrix(
        np.log1p(counts / counts.sum(axis=1, keepdims=True) * 1e4), dtype=np.float32
    )
    return data


@pytest.mark.parametrize("cell_names", ["source", "opaque"])
def test_the_missing_mass_of_normalised_rows_is_the_removed_gene(make, normalised, cell_names):
    leaks = make(data=normalised, cell_names=cell_names).leaks()
    assert set(leaks) == {"sums of rows"}
    assert "withdraw: GENE1 of X can be computed from the sums of rows (R = 1.000)" in leaks["sums of rows"]


def test_the_missing_mass_is_found_without_counts_beside_it(make, normalised):
    normalised.X = normalised.layers["lognorm"]
    leaks = make(data=normalised).leaks()
    assert set(leaks) == {"sums of rows"}
    assert "(exponential) can be computed" in leaks["sums of rows"]


def test_one_large_count_is_no_sign_of_a_leak(make, cells):
    data = cells(n_cells=40, seed=3)
    counts = data.X.toarray()
    counts[5, 0] = 18
    data.X = sparse.csr_matrix(counts)
    assert not make(data=data).leaks()


def test_a_registered_choice_declares_the_missing_mass(make, normalised):
    made = make(data=normalised, after_deletion="declare")
    check = made.audit()["sums of rows"]
    assert check.passed
    assert check.declared
    assert "as registered (after_deletion: declare)" in check.evidence


def test_rows_normalised_over_more_genes_hide_the_removed_one(make):
    check = make().audit()["sums of rows"]
    assert check.passed
    assert not check.declared


def test_a_total_of_counts_gives_the_removed_gene_back(make):
    leaks = make(keep_obs=("kind", "total_counts", "score")).leaks()
    assert set(leaks) == {"columns of cells"}
    assert "can be computed with obs column total_counts" in leaks["columns of cells"]
    assert "registration.decisions.total_counts: drop or keep" in leaks["columns of cells"]


def test_a_total_that_the_author_keeps_is_declared(make):
    check = make(keep_obs=("kind", "total_counts"), decisions={"total_counts": "keep"}).audit()["columns of cells"]
    assert check.passed
    assert check.declared


def test_a_score_of_an_exchanged_gene_is_found(make, cells):
    data = cells()
    data.obs["signature"] = data[:, "GENE2"].layers["lognorm"].toarray().ravel() * 2 + 1
    leaks = make(data=data, keep_obs=("kind", "signature")).leaks()
    assert "flip: GENE2 of layers/lognorm can be computed with obs column signature" in leaks["columns of cells"]


def test_a_column_of_noise_gives_nothing_back(make):
    assert not make(keep_obs=("kind", "score")).leaks()


@given(st.integers(0, 10**6), st.integers(40, 200), st.integers(1, 8))
def test_noise_does_not_reach_the_bound(seed, n, n_terms):
    rng = np.random.default_rng(seed)
    assert correlation(rng.normal(size=n), list(rng.normal(size=(n_terms, n)))) < R_BOUND


@given(st.integers(0, 10**6), st.integers(40, 200))
def test_a_sum_of_terms_is_found_whatever_their_scale(seed, n):
    rng = np.random.default_rng(seed)
    terms = list(rng.normal(size=(3, n)) * [[1e-3], [1.0], [1e4]])
    assert correlation(terms[0] * 1e3 - terms[1] + terms[2] * 1e-4, terms) > 0.999


def test_a_constant_cannot_be_rebuilt():
    assert correlation(np.ones(50), [np.arange(50.0)]) == 0
    assert correlation(np.arange(50.0), [np.ones(50)]) == 0
