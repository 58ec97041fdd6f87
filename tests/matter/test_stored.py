import h5py
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.matter.h5ad import load, open_h5ad
from counterproof.matter.stored import StoredBlock, cuts, rows_of


@given(st.lists(st.integers(0, 50), max_size=40), st.integers(1, 60))
def test_pieces_follow_each_other_and_are_small_or_of_one_line(lengths, entries):
    bounds = np.concatenate([[0], np.cumsum(np.array(lengths, dtype=np.int64))])
    found = list(cuts(bounds, entries=entries))
    assert [line for start, end in found for line in range(start, end)] == list(range(len(lengths)))
    assert all(bounds[end] - bounds[start] <= entries or end - start == 1 for start, end in found)


@pytest.mark.parametrize("chunks", [None, (7, 3), (100, 1), (1, 20)])
def test_dense_rows_come_in_order_and_a_few_at_a_time_whatever_the_chunks(tmp_path, chunks):
    values = np.arange(2000, dtype=">f4").reshape(100, 20)
    with h5py.File(tmp_path / "a.h5", "w") as file:
        file.create_dataset("m", data=values, chunks=chunks)
        pieces = list(rows_of(file["m"], entries=50))
    assert [first for first, _ in pieces] == list(np.cumsum([0] + [len(rows) for _, rows in pieces])[:-1])
    assert max(rows.size for _, rows in pieces) <= 200
    np.testing.assert_array_equal(np.concatenate([rows for _, rows in pieces]), values)


@pytest.mark.parametrize(
    "name", ["07_scaled_X", "09_no_X", "15_legacy_compound", "19_lzf", "03_unused_category_nan_label"]
)
def test_a_block_that_stays_in_its_file_is_the_one_that_is_loaded(shared, dense, name):
    path = shared / "cases" / "h5ad" / f"{name}.h5ad"
    whole, left = load(path), open_h5ad(path, in_memory=0)
    for block, there in left.blocks.items():
        assert isinstance(there, StoredBlock)
        assert there.shape == whole.blocks[block].matrix.shape
        assert there.dtype == whole.blocks[block].matrix.dtype
        np.testing.assert_array_equal(dense(there.matrix), dense(whole.blocks[block].matrix))
