import pytest

from counterproof.benchmarks.contents import Contents
from counterproof.domain.problem import InputError
from counterproof.matter.source import locate


@pytest.fixture(scope="module")
def pbmc(tmp_path_factory):
    folder = tmp_path_factory.mktemp("study")
    return Contents(locate("scanpy:pbmc68k_reduced", study=folder, sources=folder))


def test_blocks_and_columns_are_those_of_the_file(pbmc):
    assert pbmc.blocks == ("X", "raw")
    assert {"bulk_labels", "phase", "louvain"} <= set(pbmc.columns)


def test_labels_are_text_and_sorted(pbmc):
    assert pbmc.values("phase") == ("G1", "G2M", "S")
    assert pbmc.values("louvain")[:3] == ("0", "1", "10")


def test_each_block_has_its_class(pbmc):
    assert {block: pbmc.block_class(block) for block in pbmc.blocks} == {"X": "scaled", "raw": "log"}


def test_genes_are_those_of_the_blocks_own_axis(pbmc):
    assert len(pbmc.genes("raw")) == 765
    assert "NKG7" in pbmc.genes("X")


def test_a_level_that_no_cell_has_is_no_label(shared):
    contents = Contents(shared / "cases/h5ad/03_unused_category_nan_label.h5ad")
    column = contents.columns[0]
    assert "nan" not in contents.values(column)
    assert contents.values(column)


def test_values_of_no_known_class_are_told_not_raised(shared):
    contents = Contents(shared / "cases/h5ad/13_nan_inf_X.h5ad")
    assert "NaN or infinite" in str(contents.block_class("X"))


def test_a_file_without_x_has_no_such_block(shared):
    assert "X" not in Contents(shared / "cases/h5ad/09_no_X.h5ad").blocks


def test_a_file_that_is_no_h5ad_is_refused(tmp_path):
    path = tmp_path / "cells.h5ad"
    path.write_text("cells")
    with pytest.raises(InputError, match="is not an HDF5 file"):
        Contents(path)
