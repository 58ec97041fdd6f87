from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.construct.tables.leaks.order import own_order, shared_neighbours

ROWS = 60
NONE, PERMUTE = {"kind": "none"}, {"kind": "permute"}
RECODE = {"kind": "recode", "columns": ["dose"], "pairs": [["0", "1"], ["1", "0"]]}


@pytest.fixture
def source(frame):
    return frame(
        {
            "name": [f"p{number:02}" for number in range(ROWS)],
            "dose": [str(number % 2) for number in range(ROWS)],
            "height": [f"{number}.5" for number in range(ROWS)],
        }
    )


def shuffled(table, seed):
    return table.take(np.random.default_rng(seed).permutation(table.n_rows))


@given(st.lists(st.integers(0, 5).map(lambda n: (str(n),)), max_size=20))
def test_a_table_shares_all_neighbours_with_itself_and_none_with_none(rows):
    differ = any(one != other for one, other in pairwise(rows))
    assert shared_neighbours(rows, rows) == (1.0 if differ else 0.0)
    assert shared_neighbours(rows, []) == 0


def test_only_the_direction_of_reading_counts():
    rows = [(text,) for text in "abcd"]
    assert shared_neighbours(rows, rows[::-1]) == 0
    assert shared_neighbours(rows, [*rows[2:], *rows[:2]]) == pytest.approx(2 / 3)


def test_orders_of_their_own_are_no_leak(source, files):
    made = files(source, original=(shuffled(source, 1), NONE), flip=(shuffled(source, 2), RECODE))
    assert own_order(made) == ("", "neighbouring rows in 3 pairs of files, the source among them", "")


def test_a_file_in_the_source_s_order_is_told(source, files):
    made = files(source, original=(shuffled(source, 1), NONE), flip=(source, RECODE))
    assert own_order(made)[0] == "source and flip share the order of 100% of their rows"


def test_two_files_in_one_order_are_told_though_neither_has_the_source_s(source, files):
    one = shuffled(source, 1)
    assert own_order(files(source, original=(one, NONE), flip=(one, RECODE)))[0].startswith("original and flip share")


def test_renamed_rows_are_known_again_by_their_other_cells(source, files):
    renamed = source.with_cells({"name": [f"q{number:02}" for number in range(ROWS)]})
    made = files(source, original=(shuffled(source, 1), NONE), null=(renamed, PERMUTE))
    assert own_order(made)[0].startswith("source and null share")


def test_few_rows_and_rows_that_nothing_tells_apart_have_no_order(frame, files):
    few = frame({"name": ["a", "b", "c"]})
    alike = frame({"dose": [str(number % 2) for number in range(ROWS)]})
    for table in (few, alike):
        leak, looked, _ = own_order(files(table, original=(table, NONE)))
        assert (leak, looked) == ("", "no column tells the rows apart: there is no order to compare")
