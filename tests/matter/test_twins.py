import h5py
import numpy as np
import pytest
from scipy import sparse

from counterproof.matter.h5ad import open_h5ad
from counterproof.matter.twins import twins_of


@pytest.fixture
def make_file(tmp_path, make_anndata):
    """Counts as X and their logarithms as a layer, chunked and compressed; `change` gets the open file."""

    def make(change=lambda _: None, **options):
        rng = np.random.default_rng(0)
        counts = sparse.random_array((50, 20), density=0.3, rng=rng, format="csr", dtype=np.float32)
        path = tmp_path / "twins.h5ad"
        make_anndata(sparse.csr_matrix(counts), layers={"logged": sparse.csr_matrix(counts)}).write_h5ad(
            path, **options
        )
        with h5py.File(path, "a") as file:
            change(file)
        return open_h5ad(path, in_memory=0).blocks

    return make


@pytest.mark.parametrize("options", [{}, {"compression": "gzip"}, {"compression": "lzf"}])
def test_blocks_whose_places_have_the_same_bytes_are_twins(make_file, options):
    assert twins_of(make_file(**options)) == {"layers/logged": "X"}


@pytest.mark.parametrize("options", [{}, {"compression": "gzip"}])
def test_one_other_place_makes_them_strangers(make_file, options):
    def move(file):
        file["layers/logged/indices"][7] = (file["layers/logged/indices"][7] + 1) % 20

    assert twins_of(make_file(move, **options)) == {}


def test_other_rows_with_the_same_places_are_strangers(make_file):
    def move(file):
        file["layers/logged/indptr"][5] += 1

    assert twins_of(make_file(move)) == {}


def test_what_lies_in_memory_has_no_twin(make_source):
    assert twins_of(make_source().blocks) == {}
