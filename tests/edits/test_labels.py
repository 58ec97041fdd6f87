import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.domain.problem import InputError
from counterproof.edits.labels import exchange_labels, permute_labels
from counterproof.matter.cells import as_text
from counterproof.matter.h5ad import load


@pytest.mark.parametrize(
    ("column", "first", "second"), [("kind", "B", "NK"), ("condition", "ctrl", "stim"), ("age", "3", "7")]
)
def test_two_labels_are_exchanged_and_all_else_stays(make_source, start, column, first, second):
    before = start(make_source())
    after = exchange_labels(before, column=column, first=first, second=second)
    expected = as_text(before.obs[column]).replace({first: second, second: first})
    pd.testing.assert_series_equal(as_text(after.obs[column]), expected)
    assert after.obs[column].dtype == before.obs[column].dtype
    pd.testing.assert_frame_equal(after.obs.drop(columns=column), before.obs.drop(columns=column))


@given(st.permutations(["B", "T", "NK"]))
def test_an_exchange_made_twice_gives_the_original(make_source, start, same, kinds):
    before = start(make_source())
    once = exchange_labels(before, column="kind", first=kinds[0], second=kinds[1])
    same(exchange_labels(once, column="kind", first=kinds[0], second=kinds[1]), before)


def test_a_label_that_no_cell_has_is_refused_with_those_that_are_there(make_source, start):
    with pytest.raises(InputError, match=r"small.h5ad: obs/kind: no cell has 'x' \(seen: B, NK, T\)"):
        exchange_labels(start(make_source()), column="kind", first="B", second="x")


def test_a_column_that_is_not_kept_is_refused(make_source, start):
    with pytest.raises(InputError, match=r"needs the column 'louvain', which is not kept .*kept: kind, condition"):
        exchange_labels(start(make_source()), column="louvain", first="1", second="2")


@given(st.integers(0, 2**32))
def test_permuted_labels_keep_their_sizes_and_every_cell_its_values(make_source, start, seed):
    before = start(make_source())
    after = permute_labels(before, column="kind", along=(), seed=seed)
    assert after.obs["kind"].value_counts().to_dict() == before.obs["kind"].value_counts().to_dict()
    pd.testing.assert_frame_equal(after.obs.drop(columns="kind"), before.obs.drop(columns="kind"))
    assert after.rows.tolist() == before.rows.tolist()


@given(st.integers(0, 2**32))
def test_columns_along_are_dealt_together(make_source, start, seed):
    before = start(make_source())
    after = permute_labels(before, column="condition", along=("sample", "not kept"), seed=seed)
    count = before.obs.value_counts(["condition", "sample"]).sort_index()
    pd.testing.assert_series_equal(after.obs.value_counts(["condition", "sample"]).sort_index(), count)


def test_permuted_labels_are_in_another_order_which_the_seed_decides(make_source, start, same):
    before = start(make_source(n_cells=60))
    one, again, other = (permute_labels(before, column="kind", along=(), seed=seed) for seed in (1, 1, 2))
    same(one, again)
    assert one.obs["kind"].tolist() != before.obs["kind"].tolist()
    assert one.obs["kind"].tolist() != other.obs["kind"].tolist()


def test_missing_labels_stay_missing_when_others_are_exchanged(shared, start):
    source = load(shared / "cases" / "h5ad" / "03_unused_category_nan_label.h5ad")
    after = exchange_labels(start(source), column="cell_type", first="t1", second="t2").obs["cell_type"]
    assert after.isna().tolist() == source.obs["cell_type"].isna().tolist()
    assert after.value_counts().to_dict() == {"t1": 5, "t2": 6, "deleted_type": 0}


def test_nullable_labels_are_exchanged_in_their_dtype(shared, start):
    source = load(shared / "cases" / "h5ad" / "04_nullable_columns.h5ad")
    labels = source.obs.assign(flag=pd.array([True, None, False] * 4, dtype="boolean"))
    after = exchange_labels(start(source).with_obs(labels), column="flag", first="True", second="False").obs["flag"]
    assert after.dtype == "boolean"
    assert as_text(after).tolist()[0::3] == ["False"] * 4
    assert after.isna().tolist() == labels["flag"].isna().tolist()
