import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from counterproof.agents.reference import matrix
from counterproof.agents.reference.matrix import read_columns, shape_of

matrices = arrays(
    np.float32, st.tuples(st.integers(1, 8), st.integers(1, 5)), elements=st.sampled_from([0, 0, 0, 1, 2.5, -1])
)


@pytest.fixture
def stored(tmp_path):
    """A matrix in a file, dense or sparse, the entries of its rows in disorder."""
    with h5py.File(tmp_path / "a.h5", "w") as file:

        def store(values, *, dense=False, name="m"):
            if name in file:
                del file[name]
            if dense:
                file[name] = values
                return file[name]
            rows = sparse.csr_matrix(values)
            order = np.concatenate([np.arange(*rows.indptr[[n, n + 1]])[::-1] for n in range(rows.shape[0])] or [[]])
            group = file.create_group(name)
            group.attrs.update({"encoding-type": "csr_matrix", "shape": values.shape})
            order = order.astype(int)
            group["data"], group["indices"], group["indptr"] = rows.data[order], rows.indices[order], rows.indptr
            return group

        yield store


@pytest.mark.parametrize("slab", [1, 3, 1000])
@pytest.mark.parametrize("dense", [True, False])
def test_columns_and_totals_are_those_of_numpy_in_slabs_of_any_size(stored, monkeypatch, slab, dense):
    monkeypatch.setattr(matrix, "SLAB_VALUES", slab)

    @settings(max_examples=25)
    @given(matrices, st.data())
    def check(values, data):
        places = data.draw(st.lists(st.integers(0, values.shape[1] - 1), unique=True))
        found = read_columns(stored(values, dense=dense), np.array(places, dtype=np.intp))
        assert found.values.tolist() == values[:, places].tolist()
        assert found.totals == pytest.approx(values.sum(axis=1))

    check()


@pytest.mark.parametrize("dense", [True, False])
@pytest.mark.parametrize("shape", [(0, 3), (3, 0)])
def test_a_matrix_without_cells_or_genes_has_none(stored, shape, dense):
    node = stored(np.zeros(shape, np.float32), dense=dense)
    assert shape_of(node) == shape
    found = read_columns(node, np.arange(0, dtype=np.intp))
    assert (found.values.shape, found.totals.tolist()) == ((shape[0], 0), [0.0] * shape[0])


def test_large_values_of_a_narrow_type_do_not_overflow(stored):
    values = np.full((2, 4), 200, dtype=np.uint8)
    for dense in (True, False):
        assert read_columns(stored(values, dense=dense), np.array([0])).totals.tolist() == [800, 800]


def test_parts_of_one_value_add_up(stored):
    group = stored(np.array([[1, 2]], dtype=np.float32))
    group["indices"][...] = [1, 1]
    assert read_columns(group, np.array([0, 1])).values.tolist() == [[0, 3]]


def test_one_odd_cell_leaves_the_totals_of_those_after_it_alone(stored):
    values = np.array([[np.inf, 1], [2, 3], [np.nan, 1], [4, 5]], dtype=np.float32)
    for dense in (True, False):
        totals = read_columns(stored(values, dense=dense), np.array([0])).totals
        assert totals[[1, 3]].tolist() == [5, 9]


@pytest.mark.parametrize("encoding", ["csc_matrix", None])
def test_another_layout_is_refused_by_name(stored, encoding):
    group = stored(np.eye(2, dtype=np.float32))
    del group.attrs["encoding-type"]
    if encoding:
        group.attrs["encoding-type"] = encoding
    with pytest.raises(ValueError, match=f"matrix /m is encoded as {encoding!r}: only dense and csr_matrix"):
        read_columns(group, np.array([0]))
