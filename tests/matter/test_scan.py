"""What is scanned from a file is what is read whole."""

import h5py
import numpy as np
import pytest
from scipy import sparse

from counterproof.domain.problem import InputError
from counterproof.matter import h5ad
from counterproof.matter.h5ad import read_cells

N_CELLS, N_GENES = 400, 60


@pytest.fixture
def make_file(tmp_path, make_anndata):
    def make(layout, dtype, *, spoil=None, compression="gzip"):
        rng = np.random.default_rng(3)
        values = (rng.random((N_CELLS, N_GENES)) < 0.3) * rng.integers(1, 9, (N_CELLS, N_GENES)).astype(dtype)
        if spoil is not None:
            values[7, 3] = spoil
        logged = np.log1p(values).astype(np.float32)
        as_stored = {"csr": sparse.csr_matrix, "csc": sparse.csc_matrix, "dense": np.asarray}[layout]
        layers = {"counts": as_stored(values), "logged": as_stored(logged)}
        path = tmp_path / "cells.h5ad"
        columns = {"kind": rng.choice(["B", "T"], N_CELLS)}
        x = rng.normal(size=values.shape).astype("f4")
        # Compressed, it has chunks; else it has none.
        make_anndata(x, columns=columns, layers=layers).write_h5ad(path, compression=compression)
        return path

    return make


@pytest.fixture
def both_ways(monkeypatch):
    """The cells of a file, read whole and scanned."""

    def read(path, **options):
        found = []
        for limit in (10**9, 0):
            monkeypatch.setattr(h5ad, "ENTRIES_IN_MEMORY", limit)
            found.append(read_cells(path, **options))
        return found

    return read


@pytest.mark.parametrize("layout", ["csr", "csc", "dense"])
@pytest.mark.parametrize("dtype", [np.int32, np.uint16, np.float32, np.float64])
@pytest.mark.parametrize("compression", [None, "gzip", "lzf"])
@pytest.mark.parametrize("block", ["X", "layers/counts", "layers/logged"])
def test_genes_totals_and_class_agree_to_the_last_digits(make_file, both_ways, layout, dtype, compression, block):
    path = make_file(layout, dtype, compression=compression)
    whole, scanned = both_ways(path, block=block, genes=["G5", "GHOST", "G0"], columns=["kind"])
    assert scanned.block_class == whole.block_class
    assert list(scanned.expression) == list(whole.expression) == ["G5", "G0"]
    for gene, values in whole.expression.items():
        np.testing.assert_array_equal(scanned.expression[gene], values)
    assert (whole.totals is None) == (scanned.totals is None)
    if whole.totals is not None:
        np.testing.assert_allclose(scanned.totals, whole.totals, rtol=1e-12)
    assert scanned.labels["kind"].levels == whole.labels["kind"].levels
    np.testing.assert_array_equal(scanned.labels["kind"].codes, whole.labels["kind"].codes)


@pytest.mark.parametrize(("spoil", "why"), [(np.nan, "1 values that are NaN"), (2.5, "almost counts")])
@pytest.mark.parametrize("layout", ["csr", "csc", "dense"])
def test_values_of_no_class_are_refused_the_same_way(make_file, monkeypatch, layout, spoil, why):
    path = make_file(layout, np.float32, spoil=spoil)
    messages = []
    for limit in (10**9, 0):
        monkeypatch.setattr(h5ad, "ENTRIES_IN_MEMORY", limit)
        with pytest.raises(InputError, match=why) as caught:
            read_cells(path, block="layers/counts", genes=["G1"], columns=[])
        messages.append(str(caught.value))
    assert messages[0] == messages[1]


@pytest.mark.parametrize("compression", [None, "gzip"])
def test_entries_in_disorder_and_in_two_parts_are_added(make_file, both_ways, compression):
    path = make_file("csr", np.float32, compression=compression)
    with h5py.File(path, "a") as file:
        group = file["layers/counts"]
        start, end = group["indptr"][3:5]
        group["indices"][start:end] = group["indices"][start:end][::-1]
        group["indices"][start + 1] = group["indices"][start]
    whole, scanned = both_ways(path, block="layers/counts", genes=[f"G{n}" for n in range(N_GENES)], columns=[])
    for gene, values in whole.expression.items():
        np.testing.assert_array_equal(scanned.expression[gene], values)


def test_rows_that_chunks_cut_and_empty_rows_have_their_sums(make_file, both_ways):
    path = make_file("csr", np.float32)
    with h5py.File(path, "a") as file:
        group = file["layers/counts"]
        parts = {name: group[name][...] for name in ("data", "indices", "indptr")}
        parts["indptr"][[1, 2, 3, N_CELLS - 1]] = parts["indptr"][[4, 4, 4, N_CELLS]]
        for name, values in parts.items():
            del group[name]
            group.create_dataset(name, data=values, chunks=(7,), compression="gzip")
    whole, scanned = both_ways(path, block="layers/counts", genes=["G1"], columns=[])
    np.testing.assert_array_equal(scanned.totals, whole.totals)
    np.testing.assert_array_equal(scanned.expression["G1"], whole.expression["G1"])
