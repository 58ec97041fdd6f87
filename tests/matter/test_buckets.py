from concurrent.futures import ThreadPoolExecutor

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from counterproof.matter.buckets import Buckets, deal, is_plain
from counterproof.matter.plan import plan_of
from counterproof.matter.stored import Lines, stored_block

GENES = 40


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as made:
        yield made


def write(file, matrix, layout):
    group = file.create_group("layers/counts")
    group.attrs.update({"encoding-type": f"{layout}_matrix", "encoding-version": "0.1.0", "shape": matrix.shape})
    stored = matrix.tocsr() if layout == "csr" else matrix.tocsc()
    for part in ("data", "indices", "indptr"):
        group[part] = getattr(stored, part)
    return group


@pytest.mark.parametrize("layout", ["csr", "csc"])
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6), limit=st.integers(1, 60), entries=st.integers(1, 80))
def test_each_bucket_holds_the_rows_that_a_variant_needs(tmp_path_factory, pool, layout, seed, limit, entries):
    folder, rng = tmp_path_factory.mktemp("buckets"), np.random.default_rng(seed)
    matrix = sparse.random_array((12, GENES), density=0.3, rng=rng, dtype=np.float32).tocsr()
    needed = rng.integers(0, 12, 15)
    plan = plan_of(needed, weights=np.diff(matrix.indptr), limit=limit)
    with h5py.File(folder / "a.h5", "w") as file:
        node = write(file, matrix, layout)
        block = stored_block(folder / "a.h5", node, "var")
        own = Buckets(folder / "own", block, plan, keep=False)
        assert deal(block, node, [own], pool, places=True, entries=entries)
    lengths = np.diff(matrix.indptr).astype(np.int64)
    seen = set()
    for bucket in range(plan.n_buckets):
        held = own.held(bucket, lengths if layout == "csr" else None)
        seen |= set(held.members.tolist())
        for member, start, length in zip(held.members, held.starts, held.lengths, strict=True):
            row = np.zeros(GENES, np.float32)
            row[held.places[start : start + length]] = held.values[start : start + length]
            assert row.tolist() == matrix[[member]].toarray()[0].tolist()
    assert seen == set(needed.tolist())
    # What was read back is gone.
    assert list((folder / "own").iterdir()) == []


def lines(*rows):
    bounds = np.concatenate([[0], np.cumsum([len(row) for row in rows])]).astype(np.int64)
    entries = [entry for row in rows for entry in row]
    return Lines(0, bounds, np.array([p for p, _ in entries], np.int32), np.array([v for _, v in entries], np.float32))


@pytest.mark.parametrize(
    ("rows", "plain"),
    [
        ([[(0, 1), (3, 2)], [(1, 1)]], True),
        ([[(3, 1), (0, 2)]], False),
        ([[(0, 1), (0, 2)]], False),
        ([[(0, 1), (3, 0)]], False),
        ([[], []], True),
    ],
    ids=["plain", "in disorder", "twice", "a zero", "nothing"],
)
def test_rows_are_plain_where_their_columns_ascend_and_no_value_is_zero(rows, plain):
    assert is_plain(lines(*rows), across=4) == plain


@pytest.mark.parametrize("place", [-1, 4, 2**30])
def test_an_entry_outside_of_the_matrix_is_an_error_and_no_crash(place):
    with pytest.raises(ValueError, match=f"an entry at .*{place}.* of a matrix with 4 places in a line"):
        is_plain(lines([(place, 1)]), across=4)


def test_without_places_only_the_values_are_looked_at():
    known = Lines(0, np.array([0, 2]), np.empty(0, np.int32), np.array([1, 2], np.float32))
    assert is_plain(known, across=1)
    assert not is_plain(known._replace(values=np.array([1, 0], np.float32)), across=1)
