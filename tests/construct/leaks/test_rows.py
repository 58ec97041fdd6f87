import anndata as ad
import h5py
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import sparse

from counterproof.construct.leaks import rows
from counterproof.construct.leaks.rows import column_of, is_by_column, is_whole, row_pieces, row_sums, shape_of

VALUES = np.array([[0, 2, 0.5], [0, 0, 0], [1, 0, 0], [3, 4, 0]])
FORMS = {"dense": np.asarray, "csr": sparse.csr_matrix, "csc": sparse.csc_matrix}
matrices = arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(1, 5)), elements=st.sampled_from([0, 0, 1, 2.5]))


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A matrix as anndata writes it, in one of the three forms."""
    path = tmp_path_factory.mktemp("rows") / "a.h5ad"
    handles = []

    def store(values, form):
        while handles:
            handles.pop().close()
        names = [f"c{number}" for number in range(len(values))], [f"g{number}" for number in range(values.shape[1])]
        data = ad.AnnData(
            FORMS[form](values.astype(np.float32)), obs=pd.DataFrame(index=names[0]), var=pd.DataFrame(index=names[1])
        )
        data.write_h5ad(path)
        handles.append(h5py.File(path))
        return handles[0]["X"]

    yield store
    for handle in handles:
        handle.close()


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=15)
@given(values=matrices)
def test_a_gene_is_the_same_however_it_is_stored(stored, form, values):
    node = stored(values, form)
    assert shape_of(node) == values.shape
    for place in range(values.shape[1]):
        assert column_of(node, place).tolist() == values[:, place].tolist()


@pytest.mark.parametrize("form", ["dense", "csr"])
@pytest.mark.parametrize("entries", [1, 2, 3, 1000])
def test_pieces_are_the_rows_in_their_order(stored, monkeypatch, form, entries):
    monkeypatch.setattr(rows, "ENTRIES", entries)
    node = stored(VALUES, form)
    pieces = list(row_pieces(node))
    assert [piece.start for piece in pieces] == np.cumsum([0, *(piece.matrix.shape[0] for piece in pieces)])[
        :-1
    ].tolist()
    assert np.vstack([piece.matrix.toarray() for piece in pieces]).tolist() == VALUES.tolist()
    assert all(piece.matrix.nnz <= max(entries, VALUES.shape[1]) for piece in pieces)


@pytest.mark.parametrize("form", ["dense", "csr"])
@pytest.mark.parametrize("at_most", [0, 1, 3, 100])
def test_no_more_rows_are_read_than_are_asked_for(stored, form, at_most):
    found = [piece.matrix.toarray() for piece in row_pieces(stored(VALUES, form), at_most=at_most)]
    assert np.vstack([np.empty((0, 3)), *found]).tolist() == VALUES[:at_most].tolist()


@pytest.mark.parametrize("form", ["dense", "csr"])
def test_sums_of_rows_are_those_of_numpy(stored, monkeypatch, form):
    monkeypatch.setattr(rows, "ENTRIES", 3)
    sums = row_sums(stored(VALUES, form), at_most=10)
    assert list(sums) == ["values", "exponentials", "squares", "presence"]
    assert sums["values"] == pytest.approx(VALUES.sum(axis=1))
    assert sums["exponentials"] == pytest.approx(np.expm1(VALUES).sum(axis=1))
    assert sums["squares"] == pytest.approx((VALUES**2).sum(axis=1))
    assert sums["presence"].tolist() == [2, 0, 1, 2]


@pytest.mark.parametrize(
    ("values", "summed"),
    [(VALUES, True), (VALUES * 2, False), (VALUES * 4.1, True), (VALUES * 5.2, False), (-VALUES * 5.2, False)],
    ids=["logarithms", "counts", "the largest logarithms", "too large", "too far below 0"],
)
def test_exponentials_are_summed_of_what_may_be_logarithms_only(stored, values, summed):
    assert ("exponentials" in row_sums(stored(values, "csr"), at_most=10)) == summed


def test_no_rows_have_no_sums(stored):
    assert row_sums(stored(VALUES, "csr"), at_most=0) == {}


def test_whole_numbers_are_told_from_others():
    assert is_whole(np.array([0.0, 3.0, -2.0, 2.0**53]))
    assert not is_whole(np.array([0.0, 0.5]))
    assert is_whole(np.array([]))


def test_the_direction_of_a_sparse_matrix_is_read_in_both_its_spellings(stored, tmp_path):
    assert is_by_column(stored(VALUES, "csc"))
    assert not is_by_column(stored(VALUES, "csr"))
    with h5py.File(tmp_path / "old.h5", "w") as file:
        group = file.create_group("X")
        group.attrs["h5sparse_format"], group.attrs["h5sparse_shape"] = np.bytes_(b"csc"), (4, 3)
        assert is_by_column(group)
        assert shape_of(group) == (4, 3)
