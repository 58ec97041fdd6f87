"""Normalised blocks that variants compute from their own counts: what scanpy would make of them, in any layout."""

import warnings
from itertools import pairwise

import anndata
import h5py
import numpy as np
import pandas as pd
import pytest
import scanpy
from anndata import AnnData
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from counterproof.domain.registration import Normalisation
from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import load, open_h5ad
from counterproof.matter.plan import Sizes
from counterproof.matter.write import write_variants

N_CELLS, N_GENES = 300, 40
LAYOUTS = {"csr": sparse.csr_matrix, "csc": sparse.csc_matrix, "dense": np.asarray}
RENEWED = {"X": Normalisation(counts="layers/counts", target_sum=1e4)}


def by_scanpy(counts):
    """The logarithms that scanpy makes of counts."""
    data = AnnData(counts.astype(np.float32))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Some cells have zero counts")
        scanpy.pp.normalize_total(data, target_sum=1e4)
    scanpy.pp.log1p(data)
    return data.X


def write_source(path, *, logs="csr", counts="csr", dtype=np.float32, seed=0):
    """Counts as a layer, their logarithms as X and as raw, each in its layout; three cells without a count."""
    rng = np.random.default_rng(seed)
    values = rng.poisson(rng.lognormal(0, 0.7, (N_CELLS, 1)), size=(N_CELLS, N_GENES)).astype(dtype)
    values[[2, 50, 299]] = 0
    x = by_scanpy(values)
    var = pd.DataFrame(index=[f"G{number}" for number in range(N_GENES)])
    data = AnnData(LAYOUTS[logs](x), var=var, layers={"counts": LAYOUTS[counts](values)})
    data.raw = AnnData(LAYOUTS[logs](x), var=var)
    data.write_h5ad(path)
    return path


def variants(source, *, seed=1):
    """The source's order, another one, one without a gene, one with two genes exchanged, and one with cells twice."""
    rng = np.random.default_rng(seed)
    start = as_it_is(source, keep_obs=[])

    def columns(arrangement, places):
        for axis in source.axes:
            arrangement = arrangement.take_columns(axis, places)
        return arrangement

    twice = start.take_rows(np.sort(rng.integers(0, N_CELLS, N_CELLS)))
    own = columns(start.take_rows(rng.permutation(N_CELLS)), rng.permutation(N_GENES))
    return {
        "start": start,
        "own": own,
        "without": columns(own, np.arange(1, N_GENES)),
        "twice": twice.with_obs(twice.obs.set_axis([f"t{number}" for number in range(N_CELLS)])),
        "relabelled": own.with_obs(own.obs),
    }


def write(source, folder, **options):
    folder.mkdir()
    made = {folder / name: own for name, own in variants(source).items()}
    write_variants(source, made, **options)
    return {path.name: path.read_bytes() for path in made}


@pytest.mark.parametrize("counts", LAYOUTS)
@pytest.mark.parametrize("logs", LAYOUTS)
def test_every_layout_holds_what_scanpy_makes_of_the_counts_that_are_left(tmp_path, dense, logs, counts):
    source = load(write_source(tmp_path / "a.h5ad", logs=logs, counts=counts))
    renewed = RENEWED | {"raw": RENEWED["X"]}
    write(source, tmp_path / "made", renewed=renewed)
    for name in variants(source):
        back = anndata.read_h5ad(tmp_path / "made" / name)
        expected = by_scanpy(dense(back.layers["counts"]))
        for block in (back.X, back.raw.X):
            assert sparse.issparse(block) == (logs != "dense")
            assert block.dtype == np.float32
            np.testing.assert_allclose(dense(block), expected, rtol=1e-6)


def test_what_is_not_renewed_keeps_its_bytes(tmp_path):
    source = load(write_source(tmp_path / "a.h5ad"))
    write(source, tmp_path / "plain")
    write(source, tmp_path / "renewed", renewed=RENEWED)
    for name in variants(source):
        one, other = (anndata.read_h5ad(tmp_path / folder / name) for folder in ("plain", "renewed"))
        assert (one.layers["counts"] != other.layers["counts"]).nnz == 0
        assert (one.raw.X != other.raw.X).nnz == 0
        # Only where a gene is missing are the logarithms others.
        assert (abs(one.X - other.X).max() > 1e-5) == (name == "without")


@pytest.mark.parametrize(("logs", "counts"), [("csr", "csr"), ("csr", "csc"), ("dense", "csr"), ("csr", "dense")])
def test_what_is_streamed_has_the_bytes_of_what_is_in_memory(tmp_path, logs, counts):
    path = write_source(tmp_path / "a.h5ad", logs=logs, counts=counts)
    streamed = write(open_h5ad(path, in_memory=0), tmp_path / "streamed", renewed=RENEWED, sizes=Sizes(900, 3000))
    assert streamed == write(load(path), tmp_path / "loaded", renewed=RENEWED)


@settings(max_examples=12)
@given(st.integers(1, 4), st.integers(50, 5000), st.integers(300, 8000), st.integers(0, 5))
def test_no_byte_depends_on_threads_or_sizes(tmp_path_factory, threads, piece, bucket, seed):
    folder = tmp_path_factory.mktemp("sizes")
    source = open_h5ad(write_source(folder / "a.h5ad", seed=seed), in_memory=0)
    made = write(source, folder / "one", renewed=RENEWED, threads=threads, sizes=Sizes(piece, bucket))
    assert made == write(source, folder / "other", renewed=RENEWED)


@settings(max_examples=15)
@given(st.integers(0, 10**6), st.sampled_from([np.int32, np.int64, np.float32, np.float64]))
def test_rows_without_a_gene_add_up_to_the_target_again(tmp_path_factory, seed, dtype):
    folder = tmp_path_factory.mktemp("sums")
    source = load(write_source(folder / "a.h5ad", seed=seed, dtype=dtype))
    write(source, folder / "made", renewed=RENEWED)
    for name in ("own", "without", "twice"):
        back = anndata.read_h5ad(folder / "made" / name)
        sums = np.expm1(back.X.astype(np.float64).toarray()).sum(axis=1)
        filled = back.layers["counts"].toarray().sum(axis=1) > 0
        np.testing.assert_allclose(sums[filled], 1e4, rtol=1e-5)
        assert not sums[~filled].any()


def test_places_are_those_of_the_counts_as_they_are_stored(tmp_path):
    source = load(write_source(tmp_path / "a.h5ad"))
    write(source, tmp_path / "made", renewed=RENEWED)
    with h5py.File(tmp_path / "made" / "without") as file:
        x, counts = file["X"], file["layers/counts"]
        assert x["indices"].id.read_direct_chunk((0,)) == counts["indices"].id.read_direct_chunk((0,))
        assert all((np.diff(x["indices"][start:end]) > 0).all() for start, end in pairwise(x["indptr"][...]))


def test_a_variant_whose_axes_went_apart_is_refused(tmp_path):
    source = load(write_source(tmp_path / "a.h5ad"))
    start = as_it_is(source, keep_obs=[]).take_columns("raw", np.arange(1, N_GENES))
    with pytest.raises(ValueError, match="raw and layers/counts have other genes, or another order of them"):
        write_variants(source, {tmp_path / "b.h5ad": start}, renewed={"raw": RENEWED["X"]})
