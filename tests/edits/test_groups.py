import anndata
import pytest

from counterproof.domain.problem import InputError
from counterproof.edits.groups import delete_group
from counterproof.matter.h5ad import load
from counterproof.matter.write import write_h5ad


def test_the_cells_of_the_groups_are_gone_and_the_others_stay_in_order(make_source, start):
    before = start(make_source())
    after = delete_group(before, column="kind", values=("B", "NK"))
    assert after.rows.tolist() == [row for row, kind in enumerate(before.obs["kind"]) if kind == "T"]
    assert set(after.obs["kind"]) == {"T"}


def test_the_groups_name_leaves_no_byte_and_no_level(make_source, start, tmp_path):
    source = make_source()
    write_h5ad(tmp_path / "a.h5ad", source, delete_group(start(source), column="sample", values=("stim2",)))
    assert b"stim2" not in (tmp_path / "a.h5ad").read_bytes()
    assert anndata.read_h5ad(tmp_path / "a.h5ad").obs["sample"].cat.categories.tolist() == ["ctrl1", "ctrl2", "stim1"]


def test_cells_without_a_label_are_no_group(shared, start):
    source = load(shared / "cases" / "h5ad" / "03_unused_category_nan_label.h5ad")
    after = delete_group(start(source), column="cell_type", values=("t1",))
    assert after.obs["cell_type"].isna().sum() == 1
    with pytest.raises(InputError, match="no cell has 'deleted_type'"):
        delete_group(start(source), column="cell_type", values=("deleted_type",))


def test_a_group_of_one_cell_can_be_taken_away(shared, start):
    source = load(shared / "cases" / "h5ad" / "10_singleton_group_zero_gene.h5ad")
    assert delete_group(start(source), column="cell_type", values=("t1",)).rows.size == 11


def test_taking_every_cell_away_is_refused(make_source, start):
    with pytest.raises(InputError, match="obs/condition: every cell is 'ctrl' or 'stim': nothing would be left"):
        delete_group(start(make_source()), column="condition", values=("ctrl", "stim"))
