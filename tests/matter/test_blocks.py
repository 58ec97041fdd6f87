import h5py
import numpy as np
import pytest
from scipy import sparse

from counterproof.domain.problem import InputError
from counterproof.matter.blocks import block_places, read_matrix
from counterproof.matter.h5ad import block_names
from counterproof.matter.opening import opened

VALUES = np.array([[1, 0], [0, 2], [3, 4]], dtype=np.float32)


@pytest.mark.parametrize("layout", [np.asarray, sparse.csr_matrix, sparse.csc_matrix, sparse.csr_array])
def test_a_matrix_of_any_layout_has_the_same_values(make_anndata, tmp_path, dense, layout):
    make_anndata(layout(VALUES)).write_h5ad(tmp_path / "a.h5ad")
    with opened(tmp_path / "a.h5ad") as file:
        matrix = read_matrix(file["X"])
    assert matrix.dtype == np.float32
    np.testing.assert_array_equal(dense(matrix), VALUES)


def test_unsorted_indices_stored_zeros_and_wide_pointers_change_no_value(make_anndata, tmp_path, dense):
    make_anndata(sparse.csr_matrix(VALUES)).write_h5ad(tmp_path / "a.h5ad")
    with h5py.File(tmp_path / "a.h5ad", "r+") as file:
        for name, values in (
            ("data", np.array([0, 1, 2, 4, 3], dtype="f4")),
            ("indices", np.array([1, 0, 1, 1, 0], dtype="i4")),
            ("indptr", np.array([0, 2, 3, 5], dtype="i8")),
        ):
            del file["X"][name]
            file["X"][name] = values
    with opened(tmp_path / "a.h5ad") as file:
        np.testing.assert_array_equal(dense(read_matrix(file["X"])), VALUES)


def test_blocks_come_in_a_fixed_order_with_their_own_axis(shared):
    with opened(shared / "cases" / "h5ad" / "07_scaled_X.h5ad") as file:
        places = block_places(file)
    assert {name: place.axis for name, place in places.items()} == {"X": "var", "raw": "raw", "layers/lognorm": "var"}
    assert list(places) == ["X", "raw", "layers/lognorm"]


def test_a_file_without_x_has_only_its_layers(shared):
    assert block_names(shared / "cases" / "h5ad" / "09_no_X.h5ad") == ("layers/counts",)


def test_a_slash_in_a_layers_key_is_refused_by_name(shared):
    with pytest.raises(InputError, match=r"14_slash_layer.h5ad: layers/norm: .*a '/' \(seen: norm/log1p\)"):
        block_names(shared / "cases" / "h5ad" / "14_slash_layer.h5ad")


def test_blocks_that_share_their_storage_are_read_as_two(make_anndata, tmp_path):
    make_anndata().write_h5ad(tmp_path / "a.h5ad")
    with h5py.File(tmp_path / "a.h5ad", "r+") as file:
        file["layers/counts"] = file["X"]
    with opened(tmp_path / "a.h5ad") as file:
        first, second = read_matrix(file["X"]), read_matrix(file["layers/counts"])
    first[:] = 0
    np.testing.assert_array_equal(second, VALUES)
