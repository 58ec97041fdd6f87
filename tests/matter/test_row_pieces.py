from concurrent.futures import ThreadPoolExecutor

import h5py
import numpy as np
import pytest
from scipy import sparse

from counterproof.matter.row_pieces import row_of_entries, row_pieces


@pytest.fixture
def values():
    return np.random.default_rng(0).poisson(0.7, size=(23, 11)).astype(np.float32)


def joined(matrix, *, step):
    with ThreadPoolExecutor(2) as pool:
        pieces = list(row_pieces(matrix, step=step, pool=pool))
    assert all(piece.has_canonical_format and piece.data.all() for piece in pieces)
    return np.vstack([piece.toarray() for piece in pieces])


@pytest.mark.parametrize("step", [1, 5, 23, 100])
def test_pieces_of_any_height_hold_all_rows_in_their_order(values, tmp_path, step):
    stored = sparse.csr_array(values)
    with h5py.File(tmp_path / "a.h5", "w") as file:
        group = file.create_group("X")
        group.attrs["shape"] = values.shape
        for name in ("data", "indices", "indptr"):
            group.create_dataset(name, data=getattr(stored, name), chunks=(7,), compression="gzip")
        dense = file.create_dataset("dense", data=values.astype(">f4"))
        for matrix in (values, stored, group, dense):
            np.testing.assert_array_equal(joined(matrix, step=step), values)


def test_stored_zeros_and_values_in_two_parts_come_as_one():
    messy = sparse.csr_array((np.array([1.0, 0, 2, 3]), np.array([2, 1, 2, 0]), np.array([0, 4])), shape=(1, 3))
    with ThreadPoolExecutor(1) as pool:
        (piece,) = row_pieces(messy, step=1, pool=pool)
    assert (piece.indices.tolist(), piece.data.tolist()) == ([0, 2], [3.0, 3.0])


def test_the_row_of_each_stored_value_counts_from_the_first():
    piece = sparse.csr_array(np.array([[1, 2], [0, 0], [0, 3]]))
    assert row_of_entries(piece).tolist() == [0, 0, 2]
