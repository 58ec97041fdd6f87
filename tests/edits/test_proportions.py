import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from counterproof.domain.problem import InputError
from counterproof.edits.proportions import reverse_proportions, whole_numbers

CTRL, STIM = {"B": 20, "T": 10, "NK": 10}, {"B": 5, "T": 25, "NK": 10}
SAMPLES = {"ctrl1": ("ctrl", CTRL), "ctrl2": ("ctrl", CTRL), "stim1": ("stim", STIM), "stim2": ("stim", STIM)}


@pytest.fixture(scope="module")
def cohort(make_source):
    rows = [
        (condition, sample, kind)
        for sample, (condition, numbers) in SAMPLES.items()
        for kind, number in numbers.items()
        for _ in range(number)
    ]
    table = pd.DataFrame(
        [*rows, ("other", "other1", "B"), ("ctrl", "ctrl1", None)], columns=["condition", "sample", "kind"]
    )
    return make_source(n_cells=len(table), obs={name: pd.Categorical(table[name]) for name in table})


def reversed_in(arrangement, *, samples="sample", seed=1):
    return reverse_proportions(
        arrangement, column="condition", first="ctrl", second="stim", groups="kind", samples=samples, seed=seed
    )


def shares(arrangement, column="condition"):
    return pd.crosstab(arrangement.obs[column], arrangement.obs["kind"], normalize="index")


@pytest.mark.parametrize("samples", ["sample", None])
def test_each_side_has_the_proportions_that_the_other_had(cohort, start, samples):
    before, after = shares(start(cohort)), shares(reversed_in(start(cohort), samples=samples))
    np.testing.assert_allclose(after.loc["ctrl"], before.loc["stim"], atol=0.02)
    np.testing.assert_allclose(after.loc["stim"], before.loc["ctrl"], atol=0.02)


@given(st.integers(0, 2**32))
def test_every_sample_keeps_its_number_of_cells(cohort, start, seed):
    before, after = start(cohort), reversed_in(start(cohort), seed=seed)
    assert after.obs["sample"].value_counts().to_dict() == before.obs["sample"].value_counts().to_dict()


def test_cells_keep_their_own_labels_and_values(cohort, start, realised):
    before, after = start(cohort), reversed_in(start(cohort))
    pd.testing.assert_frame_equal(after.obs.reset_index(drop=True), before.obs.iloc[after.rows].reset_index(drop=True))
    np.testing.assert_array_equal(realised(cohort, after)["X"], realised(cohort, before)["X"].iloc[after.rows])


def test_cells_of_neither_side_and_cells_without_a_group_stay(cohort, start):
    after = reversed_in(start(cohort))
    assert set(np.flatnonzero(cohort.obs["condition"] == "other")) <= set(after.rows)
    assert after.obs["kind"].isna().sum() == 1


def test_a_group_that_shrinks_is_thinned_and_one_that_grows_keeps_all_of_its_cells(cohort, start):
    after = reversed_in(start(cohort))
    for kind, repeated in (("B", False), ("T", True)):
        rows = after.rows[((after.obs["sample"] == "ctrl1") & (after.obs["kind"] == kind)).to_numpy()]
        own = set(np.flatnonzero((cohort.obs["sample"] == "ctrl1") & (cohort.obs["kind"] == kind)))
        assert (len(set(rows)) < len(rows)) == repeated
        assert (set(rows) == own) == repeated


def test_repeated_cells_have_names_of_their_own_of_the_same_shape(cohort, start):
    after = reversed_in(start(cohort))
    assert after.obs.index.is_unique
    assert after.obs.index.str.fullmatch(r"\d{9}-1").all()


def test_the_seed_decides_which_cells(cohort, start, same):
    one, again, other = (reversed_in(start(cohort), seed=seed) for seed in (1, 1, 2))
    same(one, again)
    assert one.rows.tolist() != other.rows.tolist()


def test_a_group_that_a_sample_lacks_cannot_grow_there(make_source, start):
    rows = [("ctrl", "B")] * 10 + [("stim", "B")] * 5 + [("stim", "T")] * 5
    table = pd.DataFrame(rows, columns=["condition", "kind"])
    source = make_source(n_cells=20, obs={name: pd.Categorical(table[name]) for name in table})
    after = shares(reversed_in(start(source), samples=None))
    assert after.loc["ctrl", "B"] == 1
    assert after.loc["stim", "B"] == 1


def test_a_condition_that_no_cell_has_is_refused(cohort, start):
    with pytest.raises(InputError, match="obs/condition: no cell has 'treated'"):
        reverse_proportions(
            start(cohort), column="condition", first="ctrl", second="treated", groups="kind", samples=None, seed=1
        )


@given(arrays(np.float64, st.integers(1, 6), elements=st.floats(0, 1)), st.integers(0, 1000))
def test_whole_numbers_add_up_and_lie_within_one_of_their_share(parts, total):
    numbers = whole_numbers(parts, total=total)
    assert numbers.sum() == total
    if parts.sum() > 0:
        assert (np.abs(numbers - parts / parts.sum() * total) < 1 + 1e-6).all()


def test_largest_remainders_are_rounded_up():
    assert whole_numbers(np.array([0.45, 0.35, 0.2]), total=11).tolist() == [5, 4, 2]
