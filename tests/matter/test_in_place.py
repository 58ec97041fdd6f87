"""Rows of a file that is not compressed are read where they lie, or not at all."""

import h5py
import numpy as np
import pytest
from scipy import sparse

from counterproof.domain.problem import InputError
from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import open_h5ad
from counterproof.matter.in_place import in_place
from counterproof.matter.stored import stored_block
from counterproof.matter.write import write_variants

ROWS = np.array([7, 0, 7, 19, 3])


@pytest.fixture
def matrix():
    return sparse.random_array((20, 15), density=0.3, rng=np.random.default_rng(0), format="csr", dtype=np.float32)


@pytest.fixture
def write_block(tmp_path, matrix):
    """A file with the matrix as X; `options` are those of its arrays."""

    def write(*, userblock=0, dtype="f4", written=True, **options):
        with h5py.File(tmp_path / "source.h5ad", "w", userblock_size=userblock) as file:
            for name, length in (("obs", 20), ("var", 15)):
                group = file.create_group(name)
                group.attrs["_index"] = "_index"
                group["_index"] = np.array([f"{name}{number}" for number in range(length)], dtype=object)
            group = file.create_group("X")
            group.attrs["encoding-type"], group.attrs["shape"] = "csr_matrix", matrix.shape
            group.create_dataset("data", matrix.data.shape, dtype, **options)
            if written:
                group["data"][:] = matrix.data
            else:
                group["data"][:10] = matrix.data[:10]
            group.create_dataset("indices", data=matrix.indices, **options)
            group.create_dataset("indptr", data=matrix.indptr)
        return tmp_path / "source.h5ad"

    return write


def read(path, rows, *, at_most=2**20):
    with h5py.File(path) as file, path.open("rb", 0) as raw:
        reader = in_place(stored_block(path, file["X"], "var"), file["X"], raw, at_most=at_most)
        return reader and reader.held(rows)


@pytest.mark.parametrize("chunks", [None, (1,), (7,), (90,)])
def test_rows_are_those_of_the_matrix_in_any_order(write_block, matrix, chunks):
    held = read(write_block(chunks=chunks), ROWS)
    bounds = np.append(held.starts, held.lengths.sum())
    found = sparse.csr_array((held.values, held.places, bounds), shape=(ROWS.size, 15))
    np.testing.assert_array_equal(found.toarray(), matrix[ROWS].toarray())


@pytest.mark.parametrize(
    "options",
    [
        {"compression": "gzip"},
        {"fletcher32": True, "chunks": (7,)},
        {"dtype": ">f4"},
        {"userblock": 512},
        {"written": False, "chunks": (7,)},
    ],
    ids=str,
)
def test_what_is_not_there_as_it_is_is_not_read_in_place(write_block, options):
    assert read(write_block(**options), ROWS) is None


def test_a_block_that_is_large_beside_the_memory_is_not_read_in_place(write_block, matrix):
    assert read(write_block(), ROWS, at_most=8 * matrix.nnz - 1) is None


def test_pointers_that_do_not_fit_the_entries_are_not_followed(write_block, matrix):
    path = write_block()
    with h5py.File(path, "a") as file:
        file["X/indptr"][-1] = matrix.nnz + 1
    assert read(path, ROWS) is None


def test_a_file_cut_off_while_it_is_read_is_refused(write_block):
    path = write_block()
    with h5py.File(path) as file, path.open("rb", 0) as raw:
        reader = in_place(stored_block(path, file["X"], "var"), file["X"], raw, at_most=2**20)
        with path.open("r+b") as cut:
            cut.truncate(file["X/indices"].id.get_offset() + 8)
        with pytest.raises(InputError, match=r"source\.h5ad.*ends before its last row"):
            reader.held(ROWS)


@pytest.mark.parametrize("place", [-1, 15])
def test_an_entry_outside_of_the_matrix_is_refused(write_block, tmp_path, place):
    path = write_block()
    with h5py.File(path, "a") as file:
        file["X/indices"][4] = place
    source = open_h5ad(path, in_memory=0)
    with pytest.raises(InputError, match="damaged"):
        write_variants(source, {tmp_path / "made": as_it_is(source, keep_obs=[])})
