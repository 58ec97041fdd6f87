from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from counterproof.matter.buckets import Held
from counterproof.matter.emit import Mover, emitted

GENES = 90


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as made:
        yield made


def held(matrix, members):
    rows = matrix[members]
    return Held(
        np.array(members),
        rows.indptr[:-1].astype(np.int64),
        np.diff(rows.indptr).astype(np.int64),
        rows.indices.astype(np.uint16),
        rows.data,
    )


@settings(max_examples=25)
@given(seed=st.integers(0, 10**6), entries=st.integers(1, 100), again=st.booleans())
def test_rows_come_in_the_variant_s_order_with_its_columns_in_pieces_of_any_size(pool, seed, entries, again):
    rng = np.random.default_rng(seed)
    matrix = sparse.random_array((9, GENES), density=0.2, rng=rng, dtype=np.float32).tocsr()
    columns = rng.permutation(GENES)[: int(rng.integers(1, GENES + 1))]
    rows = rng.choice([1, 3, 4, 8], 7)
    mover = Mover(columns, n_columns=GENES, places=np.int32, values=np.float32)
    found = []
    for piece in emitted(mover, held(matrix, [1, 3, 4, 8]), rows, pool=pool, entries=entries):
        found.append((piece.places.copy(), piece.values.copy(), piece.lengths.copy()))
        if again:
            mover.take_back(piece)
    expected = matrix[rows][:, columns].tocsr()
    expected.sum_duplicates()
    places, values, lengths = (np.concatenate(part) for part in zip(*found, strict=True))
    assert places.tolist() == expected.indices.tolist()
    assert values.tolist() == expected.data.tolist()
    assert lengths.tolist() == np.diff(expected.indptr).tolist()


def test_a_piece_has_no_more_entries_than_asked_for_but_a_row_that_has(pool):
    matrix = sparse.csr_array(np.tile([1.0, 1, 1, 0], (6, 1)).astype(np.float32))
    mover = Mover(np.arange(4), n_columns=4, places=np.int32, values=np.float32)
    rows = np.arange(6)
    sizes = [
        [piece.lengths.size for piece in emitted(mover, held(matrix, list(rows)), rows, pool=pool, entries=entries)]
        for entries in (1, 6, 7, 100)
    ]
    assert sizes == [[1] * 6, [2, 2, 2], [2, 2, 2], [6]]


def test_no_rows_give_no_pieces(pool):
    mover = Mover(np.arange(4), n_columns=4, places=np.int32, values=np.float32)
    matrix = sparse.csr_array(np.eye(4, dtype=np.float32))
    assert list(emitted(mover, held(matrix, [0]), np.empty(0, np.int64), pool=pool)) == []
