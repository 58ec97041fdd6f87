"""Compiled loops against the same in NumPy and SciPy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from counterproof.matter.classify import tally_of
from counterproof.matter.kernels import GONE, arrange, ascending, by_row, gather, pick, read_rows, tally

seeds = st.integers(0, 10**6)
FEW = settings(max_examples=30)


def drawn(seed, *, rows=7, columns=130, dtype=np.float32):
    """A sparse matrix whose rows are in disorder, with zeros and values in two parts, and the same one summed."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(0, 12, rows)
    bounds = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    places = rng.integers(0, columns, bounds[-1]).astype(np.int32)
    values = rng.integers(-2, 3, bounds[-1]).astype(dtype)
    return bounds, places, values, sparse.csr_array((values, places, bounds), shape=(rows, columns)).toarray()


@FEW
@given(seeds)
def test_lines_are_copied_in_the_order_asked_for_to_a_narrower_type(seed):
    bounds, places, *_ = drawn(seed)
    order = np.random.default_rng(seed).permutation(bounds.size - 1)
    target = np.empty(places.size, np.uint16)
    gather(order, bounds, places, target)
    assert target.tolist() == [place for line in order for place in places[bounds[line] : bounds[line + 1]]]


@FEW
@given(seeds, st.integers(1, 9))
def test_rows_are_read_from_chunks_wherever_these_lie_in_the_file(tmp_path_factory, seed, chunk):
    bounds, _, values, _ = drawn(seed)
    rng = np.random.default_rng(seed)
    n_chunks = -(-values.size // chunk)
    padded = np.zeros(n_chunks * chunk, values.dtype)
    padded[: values.size] = values
    offsets, data = np.zeros(max(n_chunks, 1), np.int64), b""
    for number in rng.permutation(n_chunks):
        data += b"\xff" * int(rng.integers(0, 5))
        offsets[number] = len(data)
        data += padded[number * chunk : (number + 1) * chunk].tobytes()
    path = tmp_path_factory.getbasetemp() / "chunks"
    path.write_bytes(data)
    rows = rng.integers(0, bounds.size - 1, 5)
    expected = np.concatenate([values[bounds[row] : bounds[row + 1]] for row in rows])
    target = np.full(expected.size, np.nan, values.dtype)
    with path.open("rb") as file:
        assert read_rows(file.fileno(), rows, bounds, offsets, chunk, target)
    assert target.tolist() == expected.tolist()


def test_a_file_that_is_too_short_is_told(tmp_path):
    (tmp_path / "it").write_bytes(np.arange(3, dtype=np.float32).tobytes())
    with (tmp_path / "it").open("rb") as file:
        bounds, offsets = np.array([0, 4]), np.array([0])
        assert not read_rows(file.fileno(), np.array([0]), bounds, offsets, 4, np.empty(4, np.float32))


@pytest.mark.parametrize(
    ("lines", "grow"),
    [
        ([[1, 2], [0]], True),
        ([[1, 1]], False),
        ([[2, 1]], False),
        ([[5], [1, 9], []], True),
        ([], True),
        ([[], []], True),
    ],
)
def test_places_grow_within_each_line_and_may_fall_between_lines(lines, grow):
    bounds = np.concatenate([[0], np.cumsum([len(line) for line in lines])]).astype(np.int64)
    assert ascending(bounds, np.array([place for line in lines for place in line], np.int32)) == grow


@FEW
@given(st.lists(st.integers(0, 4), max_size=30))
def test_entries_come_behind_each_other_by_row_in_the_order_they_came(rows):
    rows = np.array(rows, np.uint32)
    sizes = np.bincount(rows, minlength=5)
    target = np.full(rows.size, -1)
    by_row(rows, np.cumsum(sizes) - sizes, np.arange(rows.size), target)
    assert target.tolist() == np.argsort(rows, kind="stable").tolist()


@FEW
@given(seeds)
def test_wanted_columns_and_totals_are_added_to_what_was_there(seed):
    bounds, places, values, dense = drawn(seed)
    wanted = np.full(dense.shape[1], -1)
    asked = np.random.default_rng(seed).choice(dense.shape[1], 20, replace=False)
    wanted[asked] = np.arange(20)
    picked, totals = np.ones((dense.shape[0], 20)), np.ones(dense.shape[0])
    pick(bounds, places, values, wanted, picked, totals)
    assert (picked - 1).tolist() == dense[:, asked].tolist()
    assert (totals - 1).tolist() == dense.sum(axis=1).tolist()


@FEW
@given(st.lists(st.sampled_from([0, -0.0, 1, 2.5, -3, 1e300, np.inf, -np.inf]), max_size=12))
def test_the_tally_is_that_of_numpy(values):
    values = np.array(values, np.float64)
    assert tuple(tally(values)) == tuple(tally_of(values))


def test_a_nan_is_counted_as_present_and_lost():
    present, lost, whole, *_ = tally(np.array([np.nan, 1.0]))
    assert (present, lost, whole) == (2, 1, 1)


@FEW
@given(seeds, st.sampled_from([np.float32, np.int32, np.uint16]))
def test_rows_with_their_columns_moved_are_those_of_scipy_without_zeros(seed, dtype):
    rng = np.random.default_rng(seed)
    bounds, places, values, _ = drawn(seed, dtype=np.int64)
    values = np.abs(values).astype(dtype)
    columns = rng.permutation(130)[: int(rng.integers(1, 131))]
    new_place = np.full(130, GONE, np.uint32)
    new_place[columns] = np.arange(columns.size, dtype=np.uint32)
    marks, slots = np.zeros(columns.size // 64 + 1, np.uint64), np.zeros(columns.size, dtype)
    found, kept, lengths = np.empty(places.size, np.int32), np.empty(places.size, dtype), np.empty(7, np.int64)
    size = arrange(
        bounds[:-1], np.diff(bounds), places.astype(np.uint16), values, new_place, marks, slots, found, kept, lengths
    )
    expected = sparse.csr_array((values, places, bounds), shape=(7, 130))[:, columns].tocsr()
    expected.sum_duplicates()
    expected.eliminate_zeros()
    assert found[:size].tolist() == expected.indices.tolist()
    assert kept[:size].tolist() == expected.data.tolist()
    assert lengths.tolist() == np.diff(expected.indptr).tolist()
    # The room to work in is left as it was found.
    assert not marks.any()
    assert not slots.any()
