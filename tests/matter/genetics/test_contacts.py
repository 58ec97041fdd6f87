import numpy as np
import pandas as pd
import pytest

from counterproof.matter.genetics import contacts


@pytest.fixture
def table(written):
    return pd.DataFrame(written("contacts")).astype({"bin_1": int, "bin_2": int, "contacts": int})


@pytest.fixture
def in_loop(table):
    return (table["bin_1"] == contacts.ANCHORS[0]) & (table["bin_2"] == contacts.ANCHORS[1])


def test_every_library_has_every_pair_of_bins_once(table):
    assert (table["bin_1"] < table["bin_2"]).all()
    pairs = table.groupby("library")[["bin_1", "bin_2"]].apply(lambda own: len(own.drop_duplicates()))
    assert set(pairs) == {contacts.BINS * (contacts.BINS - 1) // 2}
    assert len(table) == 4 * pairs.iloc[0]
    assert dict(zip(table["library"], table["condition"], strict=True)) == contacts.LIBRARIES


def test_more_contacts_of_the_loop_are_counted_where_it_is_weaker(table, in_loop):
    # The libraries of the second condition are deeper: raw counts say the opposite of the truth.
    loop = table[in_loop].groupby("condition")["contacts"].sum()
    assert loop["treated"] > loop["control"]


def test_within_the_depth_of_its_libraries_the_loop_changes_as_drawn(table, in_loop):
    share = table[in_loop].groupby("condition")["contacts"].sum() / table.groupby("condition")["contacts"].sum()
    assert np.log2(share["treated"] / share["control"]) == pytest.approx(contacts.CHANGE, abs=0.1)


def test_contacts_fall_with_distance(table):
    distance = table["bin_2"] - table["bin_1"]
    means = table.groupby(distance)["contacts"].mean()
    assert means[1] / means[10] == pytest.approx(10, rel=0.1)
