import h5py
import numpy as np
import pytest
from scipy import sparse

from counterproof.domain.problem import InputError
from counterproof.matter import h5ad
from counterproof.matter.h5ad import read_cells
from counterproof.matter.sound import sound_bounds, sound_places


def spoil(path, part, place, value):
    with h5py.File(path, "r+") as file:
        file["X"][part][place] = value


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csc_matrix])
@pytest.mark.parametrize("held", [1 << 22, 1], ids=["in memory", "from the file"])
@pytest.mark.parametrize(
    ("part", "place", "value"),
    [
        *(("indices", 3, 10**9), ("indices", 3, -1), ("indices", 3, 2**31 - 1), ("indptr", 0, 1), ("indptr", 1, 10**9)),
        *(("indptr", 2, -5), ("indptr", -1, 10**9)),
    ],
)
def test_a_sparse_matrix_that_names_what_is_not_there_is_damaged_and_no_end_of_the_program(
    make_anndata, tmp_path, monkeypatch, kind, held, part, place, value
):
    monkeypatch.setattr(h5ad, "ENTRIES_IN_MEMORY", held)
    cells, path = make_anndata(), tmp_path / "cells.h5ad"
    cells.X = kind(cells.X)
    cells.write_h5ad(path)
    gene = str(cells.var_names[1])
    read_cells(path, block="X", genes=[gene], columns=[])
    spoil(path, part, place, value)
    with pytest.raises(InputError, match=r"cells\.h5ad: is damaged, or not laid out as h5ad"):
        read_cells(path, block="X", genes=[gene], columns=[])


def test_bounds_that_fall_are_found_whatever_their_type():
    with pytest.raises(ValueError, match="bounds of 3 lines do not fit the 5 entries"):
        sound_bounds(np.array([0, 4, 2, 5], dtype=np.uint32), lines=3, entries=5)


def test_what_fits_stays_as_it_is():
    bounds, places = np.array([0, 2, 2, 5]), np.array([0, 4, 1, 2, 3], dtype=np.uint8)
    assert sound_bounds(bounds, lines=3, entries=5) is bounds
    assert sound_places(places, within=5) is places
    assert sound_places(places[:0], within=0).size == 0
