import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.construct.leaks.tells import BINS, codes_of, disagreement, told_by

codes = st.lists(st.integers(0, 4), min_size=1, max_size=60)
pairs = codes.flatmap(
    lambda one: st.lists(st.integers(0, 3), min_size=len(one), max_size=len(one)).map(
        lambda other: (np.array(one), np.array(other))
    )
)


@given(pairs)
def test_a_share_lies_between_nothing_and_all(pair):
    assert 0 <= told_by(*pair, seed=0).share <= 1 + 1e-9


@given(pairs, st.permutations(range(5)))
def test_what_the_codes_are_plays_no_part(pair, other):
    column, label = pair
    renamed = told_by(np.array(other)[column], label, seed=0)
    assert renamed.share == pytest.approx(told_by(column, label, seed=0).share, abs=1e-6)


def test_a_share_of_half_the_information_is_half():
    # The column tells two of four equal labels from the other two: one bit of two.
    label = np.tile(np.arange(4), 500)
    assert told_by(label // 2, label, seed=0).share == pytest.approx(0.5, abs=0.01)


def test_a_column_that_tells_lies_far_above_chance_and_one_that_does_not_near_it():
    label = np.tile(np.arange(2), 100)
    assert told_by(label, label, seed=0).z > 50
    assert abs(told_by(np.random.default_rng(1).integers(0, 3, 200), label, seed=0).z) < 4


@pytest.mark.parametrize("label", [[0, 0, 0, 0], []], ids=["one label", "no cell"])
def test_a_label_without_information_cannot_be_told(label):
    label = np.array(label, dtype=np.intp)
    assert told_by(np.arange(len(label)), label, seed=0) == (0.0, 0.0)


def test_the_same_seed_finds_the_same():
    rng = np.random.default_rng(0)
    column, label = rng.integers(0, 5, 80), rng.integers(0, 3, 80)
    assert told_by(column, label, seed=1) == told_by(column, label, seed=1)
    assert told_by(column, label, seed=1) != told_by(column, label, seed=2)


def test_few_numbers_are_labels_and_many_are_tenths():
    assert codes_of(pd.Series([3, 1, 3, 2])).tolist() == [2, 0, 2, 1]
    many = codes_of(pd.Series(np.arange(1000.0)))
    assert np.bincount(many).tolist() == [100] * BINS


def test_truth_values_and_labels_of_numbers_are_labels():
    assert codes_of(pd.Series([True, False, True])).tolist() == [1, 0, 1]
    assert codes_of(pd.Series(pd.Categorical(["10", "9", "10"]))).tolist() == [0, 1, 0]


@pytest.mark.parametrize("dtype", ["float64", "Float64"])
def test_a_missing_number_has_a_code_of_its_own(dtype):
    found = codes_of(pd.Series([None, *range(100)], dtype=dtype))
    assert found[0] == BINS
    assert set(found[1:].tolist()) == set(range(BINS))


def test_a_column_without_any_value_has_one_code():
    assert len(set(codes_of(pd.Series([None, None, None], dtype=object)).tolist())) == 1


@pytest.mark.parametrize("sign", [1, -1])
def test_infinite_numbers_are_the_outermost_tenths(sign):
    # As logarithms of 0 are.
    found = codes_of(pd.Series(sign * np.array([*[-np.inf] * 300, *range(700)])))
    assert len(set(found[:300].tolist())) == 1
    outer = found[:300].min() if sign == 1 else -found[:300].max()
    assert (outer < sign * found[301:]).all()
    assert len(set(found.tolist())) == 8


def test_an_empty_column_has_no_codes():
    assert codes_of(pd.Series([], dtype="float64")).tolist() == []


@given(pairs, st.data())
def test_disagreement_is_a_share_and_nothing_of_a_file_with_itself(pair, data):
    other = data.draw(pairs)
    assert disagreement(pair, pair) == pytest.approx(0)
    assert 0 <= disagreement(pair, other) <= 1 + 1e-9


def test_disagreement_is_weighed_by_the_cells_of_the_second_file():
    column, label = np.array([0, 0, 0, 1]), np.array([0, 0, 0, 0])
    assert disagreement((column, label), (column, np.array([0, 0, 0, 1]))) == pytest.approx(0.25)
    assert disagreement((column, label), (column, np.array([0, 1, 1, 0]))) == pytest.approx(0.75 * 2 / 3)
