import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.problem import InputError
from counterproof.edits.conditions import exchange_conditions


@st.composite
def designs(draw):
    """Labels of cells: donors of both sides, or of one side each, with as many samples a donor and side."""
    paired, n_donors, n_samples = draw(st.booleans()), draw(st.integers(1, 3)), draw(st.integers(1, 2))
    rows = []
    for side in ("ctrl", "stim"):
        for donor in range(n_donors):
            name = f"d{donor}" if paired else f"{side[0]}{donor}"
            rows += [(side, name, f"{side}-{donor}-{number}") for number in range(n_samples)]
    if draw(st.booleans()):
        rows.append(("other", "third", "third-0"))
    cells = [row for row in rows for _ in range(draw(st.integers(1, 3)))]
    order = draw(st.permutations(range(len(cells))))
    return pd.DataFrame([cells[place] for place in order], columns=["condition", "donor", "sample"])


def exchanged(arrangement, along=("donor", "sample")):
    return exchange_conditions(arrangement, column="condition", first="ctrl", second="stim", along=along)


@pytest.fixture(scope="module")
def arranged(make_source, start):
    def make(table):
        columns = {name: pd.Categorical(table[name]) for name in table}
        return start(make_source(n_cells=len(table), obs=columns))

    return make


@given(designs())
def test_every_cell_changes_sides_and_no_sample_name_is_on_the_wrong_one(arranged, table):
    after = exchanged(arranged(table)).obs.astype(str)
    sides = {"ctrl": "stim", "stim": "ctrl", "other": "other"}
    assert after["condition"].tolist() == [sides[side] for side in table["condition"]]
    for column in ("donor", "sample"):
        assert set(after[[column, "condition"]].itertuples(index=False, name=None)) == set(
            table[[column, "condition"]].itertuples(index=False, name=None)
        )


@given(designs())
def test_cells_of_one_sample_stay_together_and_samples_with_their_donor(arranged, table):
    after = exchanged(arranged(table)).obs
    for columns in (["sample"], ["donor", "sample"], ["condition", "donor"]):
        before_groups, after_groups = (
            frame.groupby(columns, observed=True).ngroup().to_numpy() for frame in (table, after.reset_index(drop=True))
        )
        same_before = before_groups[:, None] == before_groups[None, :]
        np.testing.assert_array_equal(same_before, after_groups[:, None] == after_groups[None, :])


@given(designs())
def test_an_exchange_made_twice_gives_the_original(arranged, same, table):
    before = arranged(table)
    same(exchanged(exchanged(before)), before)


def test_samples_are_paired_by_their_donor_and_not_by_their_name(arranged):
    # In the order of names ctrl-a would go with stim-a, which another donor gave.
    rows = [("ctrl", "d1", "ctrl-a"), ("ctrl", "d2", "ctrl-b"), ("stim", "d1", "stim-b"), ("stim", "d2", "stim-a")]
    after = exchanged(arranged(pd.DataFrame(rows, columns=["condition", "donor", "sample"])), along=("sample", "donor"))
    assert after.obs["sample"].tolist() == ["stim-b", "stim-a", "ctrl-a", "ctrl-b"]
    assert after.obs["donor"].tolist() == ["d1", "d2", "d1", "d2"]


def test_values_stay_with_their_cells(make_source, start, realised):
    source = make_source()
    before, after = start(source), exchanged(start(source))
    pd.testing.assert_frame_equal(realised(source, after)["raw"], realised(source, before)["raw"])


def test_a_column_that_is_not_kept_needs_not_move(make_source, start):
    after = exchanged(start(make_source()), along=("sample", "donor"))
    assert set(after.obs[["condition", "sample"]].astype(str).itertuples(index=False, name=None)) == {
        *(("ctrl", "ctrl1"), ("ctrl", "ctrl2"), ("stim", "stim1"), ("stim", "stim2"))
    }


def test_other_numbers_of_samples_cannot_be_paired(arranged):
    rows = [("ctrl", "c1"), ("ctrl", "c2"), ("stim", "s1")]
    with pytest.raises(InputError, match=r"obs/sample: 2 of sample on one side against 1 on the other(.|\n)*fix:"):
        exchanged(arranged(pd.DataFrame(rows, columns=["condition", "sample"])), along=("sample",))


def test_samples_nested_differently_on_the_two_sides_cannot_be_paired(arranged):
    rows = [("ctrl", "c1", "a"), ("ctrl", "c1", "b"), ("stim", "s1", "c"), ("stim", "s2", "d")]
    with pytest.raises(InputError, match="donor 'c1' would have two partners"):
        exchanged(arranged(pd.DataFrame(rows, columns=["condition", "donor", "sample"])))


def test_a_donor_shared_with_a_third_condition_cannot_change_names(arranged):
    rows = [("ctrl", "c1"), ("stim", "s1"), ("other", "c1")]
    with pytest.raises(InputError, match="donor c1 has cells on a third side"):
        exchanged(arranged(pd.DataFrame(rows, columns=["condition", "donor"])), along=("donor",))


def test_a_condition_that_no_cell_has_is_refused(make_source, start):
    with pytest.raises(InputError, match="no cell has 'treated'"):
        exchange_conditions(start(make_source()), column="condition", first="ctrl", second="treated", along=())
