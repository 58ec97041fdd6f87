import re
from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.edits.identifiers import is_identifier, opaque_names

names = st.lists(st.text(alphabet="ACGT-12", min_size=1, max_size=10), min_size=1, max_size=40, unique=True)


@given(names, st.integers(0, 2**32))
def test_there_are_as_many_names_all_distinct_of_the_same_lengths(old, seed):
    new = opaque_names(old, seed=seed)
    assert len(set(new)) == len(old)
    assert Counter(map(len, new)) == Counter(map(len, old))


@given(names, st.integers(0, 2**32))
def test_each_place_has_a_character_that_stood_there_before(old, seed):
    for name in opaque_names(old, seed=seed):
        alike = [other for other in old if len(other) == len(name)]
        assert all(character in {other[place] for other in alike} for place, character in enumerate(name))


def test_barcodes_are_new_and_keep_their_shape():
    letters = np.random.default_rng(0).choice(list("ACGT"), size=(500, 14))
    old = ["".join(row) + "-1" for row in letters]
    new = opaque_names(old, seed=1)
    assert not set(new) & set(old)
    assert all(re.fullmatch("[ACGT]{14}-1", name) for name in new)


def test_where_few_names_exist_the_old_ones_are_dealt_anew():
    old = [f"c{number}" for number in range(10)]
    new = opaque_names(old, seed=1)
    assert sorted(new) == old
    assert new != old


def test_the_seed_decides():
    old = [f"{number:06d}" for number in range(0, 999_999, 9_999)]
    assert opaque_names(old, seed=1) == opaque_names(old, seed=1) != opaque_names(old, seed=2)


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["AC", "GT", "TT"], True),
        (pd.Categorical(["AC", "GT", "TT"]), True),
        (pd.array(["AC", "GT", "TT"], dtype="string"), True),
        (["AC", "GT", "AC"], False),
        (["AC", None, "TT"], False),
        ([1.5, 2.5, 3.5], False),
        (pd.to_datetime(["2020-01-01", "2020-01-02"]), False),
        ([True], False),
        (["AC"], False),
    ],
)
def test_a_column_of_text_that_differs_for_every_cell_names_the_cells(values, told):
    assert is_identifier(pd.Series(values)) is told
