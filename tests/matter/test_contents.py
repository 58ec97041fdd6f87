import re

import numpy as np
import pytest
from tiny_study import write_tiny_cells

from counterproof.domain.problem import InputError
from counterproof.matter.contents import Contents
from counterproof.matter.h5ad import read_cells
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


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    path = tmp_path_factory.mktemp("contents") / "cells.h5ad"
    write_tiny_cells(path)
    return path


@pytest.fixture
def contents(path):
    return Contents(path)


@pytest.mark.parametrize("block", ["X", "raw", "layers/counts"])
def test_the_cells_are_those_of_the_file_however_often_and_in_whatever_order_they_are_asked_for(path, contents, block):
    contents.cells(block, genes=("LYZ",), columns=())
    for genes in (("NKG7", "LYZ"), ("LYZ", "NOGENE", "CD3D"), ("NKG7",)):
        mine = contents.cells(block, genes=genes, columns=("kind",))
        theirs = read_cells(path, block=block, genes=genes, columns=("kind",))
        assert list(mine.expression) == list(theirs.expression)
        assert all(np.array_equal(mine.expression[gene], theirs.expression[gene]) for gene in theirs.expression)
        assert np.array_equal(mine.labels["kind"].codes, theirs.labels["kind"].codes)
        assert (mine.block_class, mine.n_cells) == (theirs.block_class, theirs.n_cells)
        assert (mine.totals is None) == (theirs.totals is None)
        if theirs.totals is not None:
            assert np.array_equal(mine.totals, theirs.totals)


def test_a_column_or_block_that_is_not_there_is_told(contents):
    with pytest.raises(InputError, match="has no column 'cluster'"):
        contents.cells("raw", genes=(), columns=("cluster",))
    for _ in range(2):  # told again when it is asked for again
        with pytest.raises(InputError, match="has no block 'layers/log'"):
            contents.cells("layers/log", genes=("LYZ",), columns=())


def test_a_name_that_two_genes_share_is_refused_and_the_block_is_not(shared):
    contents = Contents(shared / "cases/h5ad/02_duplicate_var_names.h5ad")
    twice = contents.genes("X")[contents.genes("X").duplicated()][0]
    with pytest.raises(InputError, match=re.escape(twice)):
        contents.cells("X", genes=(twice,), columns=())
    assert not isinstance(contents.block_class("X"), InputError)
