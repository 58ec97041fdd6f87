from typing import get_args

import anndata
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterproof.domain.problem import InputError
from counterproof.domain.variant import Edit, EditKind
from counterproof.edits.registry import EDITS, apply, arrange
from counterproof.matter.h5ad import load
from counterproof.matter.write import write_h5ad

KEEP = ("kind", "condition", "sample")
ONE_OF_EACH = (
    Edit(kind="none"),
    Edit(kind="permute"),
    Edit(kind="delete_gene", genes=("NKG7",)),
    Edit(kind="swap_genes", genes=("NKG7", "LYZ")),
    Edit(kind="delete_group", column="kind", values=("NK",)),
    Edit(kind="exchange_labels", column="kind", values=("B", "NK")),
    Edit(kind="exchange_conditions", column="condition", values=("ctrl", "stim"), along=("sample",)),
    Edit(kind="reverse_proportions", column="condition", values=("ctrl", "stim"), along=("kind", "sample")),
    Edit(kind="permute_labels", column="kind"),
)
edits = st.sampled_from(ONE_OF_EACH)


def test_every_kind_of_edit_has_its_function_and_promise():
    assert set(EDITS) == set(get_args(EditKind)) == {edit.kind for edit in ONE_OF_EACH}
    assert all(facts.promises for facts in EDITS.values())


@given(edits, st.integers(0, 2**48))
def test_the_same_edit_and_seed_give_the_same_arrangement(make_source, same, edit, seed):
    one, again = (arrange(make_source(), edit, seed=seed, keep_obs=KEEP) for _ in range(2))
    same(one, again)


@given(edits)
def test_no_edit_touches_its_source_or_its_argument(make_source, start, same, edit):
    source, untouched = make_source(), make_source()
    before = start(source)
    apply(edit, before, seed=1)
    same(before, start(untouched))
    for name, block in source.blocks.items():
        assert (block.matrix != untouched.blocks[name].matrix).sum() == 0
    pd.testing.assert_frame_equal(source.obs, untouched.obs)


def test_every_variant_has_its_own_order_of_cells_and_genes(make_source):
    source = make_source(n_cells=80)
    made = [arrange(source, edit, seed=7, keep_obs=KEEP) for edit in ONE_OF_EACH]
    orders = [tuple(arrangement.rows) for arrangement in made]
    assert len(set(orders)) == len(orders)
    assert tuple(range(80)) not in orders
    assert len({tuple(arrangement.var["raw"].index) for arrangement in made}) >= len(made) - 1


def test_the_untouched_variant_holds_every_value_of_the_source(make_source, realised, start):
    source = make_source()
    before = realised(source, start(source))
    after = realised(source, arrange(source, Edit(kind="none"), seed=7, keep_obs=KEEP))
    for name, table in before.items():
        pd.testing.assert_frame_equal(
            after[name].sort_index().sort_index(axis=1), table.sort_index().sort_index(axis=1)
        )


@pytest.mark.parametrize("edit", ONE_OF_EACH, ids=lambda edit: edit.kind)
def test_every_variant_is_read_by_anndata_as_it_was_arranged(make_source, realised, tmp_path, edit):
    source = make_source()
    arrangement = arrange(source, edit, seed=3, keep_obs=KEEP)
    write_h5ad(tmp_path / "variant.h5ad", source, arrangement)
    back = anndata.read_h5ad(tmp_path / "variant.h5ad")
    expected = realised(source, arrangement)
    np.testing.assert_array_equal(back.X, expected["X"])
    np.testing.assert_array_equal(back.raw.X.toarray(), expected["raw"])
    np.testing.assert_array_equal(back.layers["counts"].toarray(), expected["layers/counts"])
    assert back.obs_names.tolist() == arrangement.obs.index.tolist()
    assert back.obs.astype(str).to_numpy().tolist() == arrangement.obs.astype(str).to_numpy().tolist()


@pytest.mark.parametrize("edit", ONE_OF_EACH, ids=lambda edit: edit.kind)
def test_only_allowed_columns_reach_a_variant(make_source, edit):
    assert arrange(make_source(), edit, seed=3, keep_obs=KEEP).obs.columns.tolist() == list(KEEP)


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Edit(kind="delete_gene"), "edit delete_gene takes one or more gene, got 0"),
        (Edit(kind="swap_genes", genes=("A",)), "edit swap_genes takes 2 gene, got 1"),
        (Edit(kind="exchange_labels", column="kind", values=("B",)), "edit exchange_labels takes 2 value, got 1"),
        (Edit(kind="delete_group", values=("B",)), "edit delete_group takes 1 column, got 0"),
        (Edit(kind="none", genes=("A",)), "edit none takes 0 gene, got 1"),
        (
            Edit(kind="reverse_proportions", column="condition", values=("ctrl", "stim")),
            "takes the column of the groups in `along`",
        ),
    ],
)
def test_an_edit_that_names_too_little_or_too_much_is_refused(make_source, start, edit, message):
    with pytest.raises(ValueError, match=message):
        apply(edit, start(make_source()), seed=1)


def test_a_missing_column_is_refused_before_anything_is_arranged(make_source):
    with pytest.raises(InputError, match=r"small.h5ad: obs: has no column 'louvain'"):
        arrange(make_source(), Edit(kind="none"), seed=1, keep_obs=("louvain",))


def test_blocks_of_every_class_agree_after_a_swap(shared, realised):
    source = load(shared / "cases" / "h5ad" / "07_scaled_X.h5ad")
    edit = Edit(kind="swap_genes", genes=("GENEA", "GENEB"))
    tables = realised(source, arrange(source, edit, seed=1, keep_obs=("cell_type",)))
    original = realised(source, arrange(source, Edit(kind="none"), seed=1, keep_obs=("cell_type",)))
    for name, table in tables.items():
        np.testing.assert_array_equal(np.sort(table["GENEA"]), np.sort(original[name]["GENEB"]))


FLIPS = ("swap_genes", "exchange_labels", "exchange_conditions")


@settings(max_examples=20)
@given(st.sampled_from([edit for edit in ONE_OF_EACH if edit.kind in FLIPS]), st.integers(0, 2**48))
def test_a_flip_of_a_written_flip_is_the_original(make_source, realised, start, tmp_path_factory, edit, seed):
    source, path = make_source(seed=seed % 1000), tmp_path_factory.getbasetemp() / "flip.h5ad"
    write_h5ad(path, source, arrange(source, edit, seed=seed, keep_obs=KEEP))
    once = load(path)
    twice = arrange(once, edit, seed=seed + 1, keep_obs=KEEP)
    before, after = start(source), realised(once, twice)
    for name, table in realised(source, before).items():
        pd.testing.assert_frame_equal(after[name].loc[table.index, table.columns], table)
    labels = twice.obs.loc[before.obs.index, list(KEEP)].astype(str)
    pd.testing.assert_frame_equal(labels, before.obs[list(KEEP)].astype(str))


@given(edits, st.integers(0, 2**48))
def test_opaque_names_change_nothing_but_the_names_of_cells(make_source, edit, seed):
    source = make_source(n_cells=16)
    named, hidden = (arrange(source, edit, seed=seed, keep_obs=KEEP, cell_names=how) for how in ("source", "opaque"))
    assert hidden.rows.tolist() == named.rows.tolist()
    assert all(hidden.columns[axis].tolist() == named.columns[axis].tolist() for axis in named.columns)
    pd.testing.assert_frame_equal(hidden.obs.reset_index(drop=True), named.obs.reset_index(drop=True))
    assert hidden.obs.index.is_unique


@pytest.mark.parametrize("edit", ONE_OF_EACH, ids=lambda edit: edit.kind)
def test_with_opaque_names_no_cell_of_any_variant_can_be_looked_up(make_source, edit):
    source = make_source(n_cells=60)
    barcodes = [f"{number * 7919 % 10_007:05d}-AC" for number in range(60)]
    source.obs["barcode"] = barcodes
    source.obs["as category"] = pd.Categorical(barcodes)
    keep = (*KEEP, "barcode", "as category")
    made = arrange(source, edit, seed=3, keep_obs=keep, cell_names="opaque")
    assert not set(made.obs.index) & set(source.obs.index)
    for name in ("barcode", "as category"):
        assert not set(made.obs[name]) & set(barcodes)
        assert made.obs[name].str.len().unique().tolist() == [8]
    again = arrange(source, Edit(kind="none"), seed=4, keep_obs=keep, cell_names="opaque")
    assert len(set(made.obs.index) & set(again.obs.index)) < 5
    assert list(made.obs.columns) == list(keep)
