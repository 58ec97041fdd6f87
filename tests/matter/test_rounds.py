import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from counterproof.matter.rounds import ROWS_A_PART, natural_parts, rounds_of


@st.composite
def arrangements(draw):
    """Parts and weights of some rows, three orders by part and two of any kind, and a limit."""
    n_rows = draw(st.integers(1, 60))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    parts = rng.integers(0, 6, n_rows)
    rows = {number: np.lexsort([rng.random(n_rows), parts]) for number in range(3)}
    rows[3] = rng.integers(0, n_rows, 40)
    rows[4] = rng.permutation(n_rows)[: n_rows // 2]
    return rows, parts, rng.integers(0, 9, n_rows), draw(st.integers(1, 100))


@given(arrangements())
def test_every_variant_finds_every_row_in_the_bucket_that_is_held_for_it(drawn):
    rows, parts, weights, limit = drawn
    found = {name: [] for name in rows}
    for chosen in rounds_of(rows, parts=parts, weights=weights, limit=limit):
        for name, spans in chosen.spans.items():
            for bucket in range(chosen.n_buckets):
                own = rows[name][spans[bucket] : spans[bucket + 1]]
                assert (chosen.bucket[own] == bucket).all()
                found[name] += own.tolist()
    assert found == {name: own.tolist() for name, own in rows.items()}


@given(arrangements())
def test_a_bucket_is_over_the_limit_by_one_part_at_most(drawn):
    rows, parts, weights, limit = drawn
    by_part = {name: own for name, own in rows.items() if name < 3}
    (chosen,) = rounds_of(by_part, parts=parts, weights=weights, limit=limit)
    heaviest = np.bincount(parts, weights=weights).max()
    assert np.bincount(chosen.bucket, weights=weights).max() < limit + heaviest


def test_the_source_is_read_once_for_all_variants_in_the_order_of_its_parts():
    parts = natural_parts(5 * ROWS_A_PART)
    rng = np.random.default_rng(0)
    rows = {name: np.lexsort([rng.random(parts.size), parts]) for name in ("null", "withdraw", "flip")}
    rounds = rounds_of(rows, parts=parts, weights=np.ones(parts.size, dtype=np.int64), limit=1000)
    assert [len(chosen.spans) for chosen in rounds] == [3]
    assert rounds[0].n_buckets > 1


def test_no_row_needs_no_bucket():
    (chosen,) = rounds_of({"a": np.zeros(0, np.int64)}, parts=natural_parts(0), weights=np.zeros(0, np.int64))
    assert chosen.spans["a"].tolist() == [0, 0]
