from concurrent.futures import ThreadPoolExecutor

import h5py
import numpy as np
import pytest
from anndata.io import read_elem
from scipy import sparse

from counterproof.matter.sparse_rows import Rows, SparseRows, index_dtype


@pytest.fixture(scope="module")
def matrix():
    # More entries than one chunk holds, and rows without any.
    found = sparse.random_array((900, 500), density=0.2, rng=np.random.default_rng(0), dtype=np.float32).tocsr()
    found.sort_indices()
    found.data += 1
    found.data[found.indptr[17] : found.indptr[18]] = 0
    found.eliminate_zeros()
    return found


def rows_of(matrix, start, stop):
    part = matrix[start:stop]
    return Rows(part.indices, part.data, np.diff(part.indptr))


def write(file, key, matrix, cuts, *, packers=None, index=np.int32):
    own = SparseRows(file, key, shape=matrix.shape, dtype=matrix.dtype, index=np.dtype(index), packers=packers)
    for start, stop in zip([0, *cuts], [*cuts, matrix.shape[0]], strict=True):
        own.write(rows_of(matrix, start, stop))
    own.close()
    return file[key]


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_anndata_reads_the_matrix_that_was_written(tmp_path, matrix, packed, index):
    with ThreadPoolExecutor(2) as pool, h5py.File(tmp_path / "a.h5", "w") as file:
        node = write(file, "X", matrix, [1, 400], packers=pool if packed else None, index=index)
        read = read_elem(node)
        assert (read != matrix).nnz == 0
        assert read.has_canonical_format
        assert node["indices"].dtype == node["indptr"].dtype == index
        assert node["data"].compression == ("gzip" if packed else None)


def test_how_the_rows_came_leaves_no_trace_in_the_bytes(tmp_path, matrix):
    with ThreadPoolExecutor(2) as pool:
        for name, cuts in (("one", []), ("two", [3, 3, 500, 899])):
            with h5py.File(tmp_path / name, "w") as file:
                write(file, "X", matrix, cuts, packers=pool)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_a_copy_is_the_same_byte_for_byte(tmp_path, matrix):
    with ThreadPoolExecutor(2) as pool:
        with h5py.File(tmp_path / "one", "w") as file:
            write(file, "X", matrix, [], packers=pool)
        with h5py.File(tmp_path / "one") as source, h5py.File(tmp_path / "two", "w") as file:
            own = SparseRows(file, "X", shape=matrix.shape, dtype=matrix.dtype, index=np.dtype(np.int32), packers=pool)
            own.copy(source["X"])
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_places_can_be_those_of_a_matrix_before(tmp_path, matrix):
    with ThreadPoolExecutor(2) as pool, h5py.File(tmp_path / "a.h5", "w") as file:
        first = write(file, "counts", matrix, [], packers=pool)
        logged = matrix.copy()
        logged.data = np.log1p(logged.data)
        own = SparseRows(
            file, "X", shape=matrix.shape, dtype=np.float32, index=np.dtype(np.int32), packers=pool, places_of=first
        )
        own.write(rows_of(logged, 0, 900))
        own.close()
        assert (read_elem(file["X"]) != logged).nnz == 0


@pytest.mark.parametrize("rows", [0, 3])
def test_a_matrix_without_entries_is_read_as_one(tmp_path, rows):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        own = SparseRows(file, "X", shape=(rows, 4), dtype=np.float32, index=np.dtype(np.int32), packers=None)
        if rows:
            own.write(Rows(np.empty(0, np.int32), np.empty(0, np.float32), np.zeros(rows, np.int64)))
        own.close()
        assert read_elem(file["X"]).toarray().tolist() == np.zeros((rows, 4)).tolist()
        assert file["X/indptr"][...].tolist() == [0] * (rows + 1)


@pytest.mark.parametrize(("entries", "width"), [(0, 4), (2**30 - 1, 4), (2**30, 8)])
def test_places_are_as_wide_as_the_source_s_entries_ask_for(entries, width):
    assert index_dtype(entries).itemsize == width
