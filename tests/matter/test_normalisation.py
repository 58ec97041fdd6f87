import numpy as np
import pandas as pd
import pytest
import scanpy
from anndata import AnnData
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from counterproof.domain.problem import InputError
from counterproof.domain.registration import Normalisation
from counterproof.matter.h5ad import Block, H5ad, open_h5ad
from counterproof.matter.normalisation import normalisations, renormalised

N_CELLS, N_GENES = 40, 9


@pytest.fixture
def counts():
    rng = np.random.default_rng(3)
    return rng.poisson(rng.lognormal(0.5, 0.6, (N_CELLS, 1)) * 3, size=(N_CELLS, N_GENES)).astype(np.float32)


@pytest.fixture
def source():
    """A source of these blocks, all of the same genes but `raw`, which has its own list of names."""

    def make(blocks, *, raw=None) -> H5ad:
        names = [f"G{number}" for number in range(N_GENES)]
        axes = {"var": names} | ({"raw": raw} if raw else {})
        return H5ad(
            name="a.h5ad",
            obs=pd.DataFrame(index=[f"c{number}" for number in range(N_CELLS)]),
            axes={axis: pd.DataFrame(index=pd.Index(labels, dtype=object)) for axis, labels in axes.items()},
            blocks={name: Block(matrix, "raw" if name == "raw" else "var") for name, matrix in blocks.items()},
        )

    return make


def log_of(counts, *, target_sum=1e4):
    totals = np.maximum(counts.sum(axis=1, keepdims=True), 1)
    return np.log1p(counts / totals * target_sum).astype(np.float32)


@pytest.mark.parametrize("target_sum", [1e4, 1e6, None, 1234.5])
def test_what_scanpy_normalised_is_given_back(source, counts, target_sum):
    data = AnnData(sparse.csr_matrix(counts))
    scanpy.pp.normalize_total(data, target_sum=target_sum)
    scanpy.pp.log1p(data)
    found = normalisations(source({"X": sparse.csr_array(data.X), "layers/counts": sparse.csr_array(counts)}))
    wanted = np.median(counts.sum(axis=1)) if target_sum is None else target_sum
    assert found == {"X": Normalisation(counts="layers/counts", target_sum=float(wanted))}


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.floats(10, 1e6), st.sampled_from([np.float32, np.float64]), st.integers(1, 200))
def test_any_target_sum_is_told_in_pieces_of_any_size(tmp_path_factory, seed, target_sum, dtype, entries):
    rng = np.random.default_rng(seed)
    counts = rng.poisson(3, size=(N_CELLS, N_GENES)).astype(dtype)
    counts[counts.sum(axis=1) == 0, 0] = 1
    logs = np.log1p(counts / counts.sum(axis=1, keepdims=True) * target_sum).astype(dtype)
    path = tmp_path_factory.getbasetemp() / "normalised.h5ad"
    AnnData(sparse.csr_matrix(logs), layers={"counts": sparse.csr_matrix(counts)}).write_h5ad(path)
    found = normalisations(open_h5ad(path, in_memory=0), entries=entries)
    assert found["X"].counts == "layers/counts"
    assert found["X"].target_sum == pytest.approx(target_sum, rel=1e-5)


def test_raw_is_given_back_by_counts_whose_genes_have_the_same_names(source, counts):
    names = [f"G{number}" for number in range(N_GENES)]
    blocks = {"raw": log_of(counts), "X": counts}
    assert set(normalisations(source(blocks, raw=names))) == {"raw"}
    with pytest.raises(InputError, match=r"raw: block raw .*no block of counts has its genes"):
        normalisations(source(blocks, raw=names[::-1]))


def test_a_file_of_counts_alone_has_nothing_to_renormalise(source, counts):
    assert normalisations(source({"X": counts})) == {}


def test_cells_without_counts_are_no_obstacle(source, counts):
    counts[[0, 7]] = 0
    assert set(normalisations(source({"X": log_of(counts), "layers/counts": counts}))) == {"X"}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            lambda counts: np.log1p(counts / (counts.sum(axis=1, keepdims=True) + 50) * 1e4),
            r"layers/counts: cell \d+ has [0-9.]+ where log1p of its counts, scaled to .* \(rows add up to",
        ),
        (np.log1p, r"scaled to [0-9.]+, is [0-9.]+"),
        (lambda counts: log_of(counts) / np.log(2), r"cell \d+ has"),
        (lambda counts: log_of(counts) * (np.arange(N_GENES) != 4), r"cell \d+ has \d values other than 0 where"),
        (lambda counts: np.roll(log_of(counts), 1, axis=1), r"cell \d+ has|stand at other genes"),
        (lambda counts: log_of(counts) - log_of(counts).mean(axis=0), "layers/counts: it is scaled"),
        (lambda counts: counts + 1000.5, "layers/counts: it holds fractions up to"),
    ],
    ids=["more genes", "not scaled", "log2", "a gene less", "other genes", "z-scores", "unknown"],
)
def test_another_recipe_is_refused_with_what_was_seen(source, counts, change, says):
    blocks = {"X": change(counts).astype(np.float32), "layers/counts": counts}
    with pytest.raises(InputError, match=says) as caught:
        normalisations(source(blocks))
    (problem,) = caught.value.problems
    assert problem.wrong == "block X cannot be computed anew from counts"
    assert problem.fix.startswith("register after_deletion: declare")


def test_one_odd_value_is_enough_and_its_cell_is_named(source, counts):
    logs = log_of(counts)
    cell, gene = np.argwhere(logs > 0)[-1]
    logs[cell, gene] *= 1.001
    with pytest.raises(InputError, match=rf"cell {cell} has"):
        normalisations(source({"X": logs, "layers/counts": counts}))


def test_every_block_that_cannot_be_computed_is_named_at_once(source, counts):
    blocks = {"X": np.log1p(counts), "layers/counts": counts, "layers/z": counts - counts.mean(axis=0)}
    with pytest.raises(InputError) as caught:
        normalisations(source(blocks))
    assert [problem.place for problem in caught.value.problems] == ["X", "layers/z"]


def test_large_blocks_by_columns_are_refused_with_the_way_out(counts, tmp_path):
    data = AnnData(sparse.csc_matrix(log_of(counts)), layers={"counts": sparse.csc_matrix(counts)})
    data.write_h5ad(tmp_path / "a.h5ad")
    with pytest.raises(InputError, match="stored by columns: too large to be compared; store them by rows"):
        normalisations(open_h5ad(tmp_path / "a.h5ad", in_memory=0))
    assert set(normalisations(open_h5ad(tmp_path / "a.h5ad"))) == {"X"}


def test_rows_add_up_to_the_target_and_empty_ones_stay_empty():
    counts = sparse.csr_array(np.array([[3, 1, 0], [0, 0, 0], [0, 0, 7]]))
    assert np.expm1(renormalised(counts, 100.0)) == pytest.approx([75, 25, 100])
