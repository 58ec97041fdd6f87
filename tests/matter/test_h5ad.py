import hashlib
import subprocess
import sys

import h5py
import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from counterproof.domain.problem import InputError
from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import ENTRIES_IN_MEMORY, block_names, load, open_h5ad, read_cells
from counterproof.matter.source import locate
from counterproof.matter.write import write_h5ad

CASES = ("02", "03", "04", "07", "09", "10", "12", "13", "15", "19", "20")


@pytest.fixture(scope="module")
def bundled(tmp_path_factory):
    return locate(
        "scanpy:pbmc68k_reduced", study=tmp_path_factory.getbasetemp(), sources=tmp_path_factory.getbasetemp()
    )


@pytest.fixture
def case(shared):
    def path(number):
        (found,) = (shared / "cases" / "h5ad").glob(f"{number}_*")
        return found

    return path


def test_the_bundled_file_of_an_old_format_is_what_anndata_reads(bundled, read_as_anndata, dense):
    source, expected = load(bundled), read_as_anndata(bundled)
    pd.testing.assert_frame_equal(source.obs, expected.obs, check_names=False)
    pd.testing.assert_frame_equal(source.axes["var"], expected.var, check_names=False)
    pd.testing.assert_frame_equal(source.axes["raw"], expected.raw.var, check_names=False)
    assert list(source.blocks) == ["X", "raw"]
    assert sparse.issparse(source.blocks["raw"].matrix)
    for name, matrix in (("X", expected.X), ("raw", expected.raw.X)):
        assert source.blocks[name].matrix.dtype == matrix.dtype == np.float32
        np.testing.assert_array_equal(dense(source.blocks[name].matrix), dense(matrix))


def test_the_bundled_file_keeps_its_labels_and_classes(bundled):
    source = load(bundled)
    assert {source.obs[name].dtype.name for name in ("bulk_labels", "phase", "louvain")} == {"category"}
    assert read_cells(bundled, block="X", genes=[], columns=[]).block_class == "scaled"
    assert read_cells(bundled, block="raw", genes=[], columns=[]).block_class == "log"


def stored_blocks(path, blocks):
    """A file with a sparse matrix for each block: its number of entries, and how they lie."""
    n_cells = n_genes = 2_100
    with h5py.File(path, "w") as file:
        for name, length in (("obs", n_cells), ("var", n_genes)):
            group = file.create_group(name)
            group.attrs["_index"] = "_index"
            group.create_dataset("_index", data=np.zeros(length, dtype="S1"))
        for name, (n_entries, options) in blocks.items():
            group = file.create_group(name)
            group.attrs["encoding-type"], group.attrs["shape"] = "csr_matrix", (n_cells, n_genes)
            for part in ("data", "indices"):
                group.create_dataset(part, (n_entries,), np.int32, **options)
            group["indptr"] = np.minimum(np.arange(n_cells + 1) * n_genes, n_entries)
    return path


LARGE, SMALL = ENTRIES_IN_MEMORY + 1, 3
PLAIN, CHUNKED = {}, {"chunks": (1 << 20,)}
GZIP, LZF = ({"chunks": (1 << 20,), "compression": name} for name in ("gzip", "lzf"))
CHECKED = CHUNKED | {"shuffle": True, "fletcher32": True}


@pytest.mark.parametrize(
    ("blocks", "packed"),
    [
        ({"X": (LARGE, PLAIN)}, False),
        ({"X": (LARGE, CHUNKED)}, False),
        ({"X": (LARGE, CHECKED)}, False),
        ({"X": (LARGE, GZIP)}, True),
        ({"X": (LARGE, LZF)}, True),
        ({"X": (LARGE, PLAIN), "layers/counts": (LARGE, GZIP)}, True),
        ({"X": (LARGE, PLAIN), "layers/counts": (SMALL, {"chunks": (1,), "compression": "gzip"})}, False),
        ({"X": (SMALL, PLAIN)}, True),
    ],
    ids=["contiguous", "chunked", "checked", "gzip", "lzf", "mixed", "small one packed", "small"],
)
def test_variants_are_packed_unless_no_large_matrix_of_the_source_is(tmp_path, blocks, packed):
    assert open_h5ad(stored_blocks(tmp_path / "a.h5ad", blocks)).packed is packed


def test_reading_changes_no_byte_of_the_source(bundled):
    before = hashlib.sha256(bundled.read_bytes()).hexdigest()
    load(bundled)
    read_cells(bundled, block="raw", genes=["NKG7"], columns=["phase"])
    assert hashlib.sha256(bundled.read_bytes()).hexdigest() == before


@pytest.mark.parametrize("number", CASES)
def test_every_case_loads_as_anndata_reads_it(case, read_as_anndata, dense, number):
    source, expected = load(case(number)), read_as_anndata(case(number))
    matrices = {f"layers/{name}": matrix for name, matrix in expected.layers.items()}
    if expected.X is not None:
        matrices["X"] = expected.X
    if expected.raw is not None:
        matrices["raw"] = expected.raw.X
    assert set(source.blocks) == set(matrices) == set(block_names(case(number)))
    for name, matrix in matrices.items():
        np.testing.assert_array_equal(dense(source.blocks[name].matrix), dense(matrix))


@pytest.mark.parametrize("written", [False, True], ids=["source", "written by us"])
def test_cells_are_what_anndata_gives_for_them(bundled, read_as_anndata, tmp_path, written):
    path = bundled
    if written:
        source, path = load(bundled), tmp_path / "cells.h5ad"
        write_h5ad(path, source, as_it_is(source, keep_obs=["bulk_labels", "phase"]))
    expected = read_as_anndata(bundled)
    cells = read_cells(path, block="raw", genes=["NKG7", "GHOST", "CD79A", "NKG7"], columns=["phase", "bulk_labels"])
    for name in ("phase", "bulk_labels"):
        assert [cells.labels[name].levels[code] for code in cells.labels[name].codes] == expected.obs[name].tolist()
    wanted = expected.raw[:, ["NKG7", "CD79A"]].X.toarray().astype(np.float64)
    assert list(cells.expression) == ["NKG7", "CD79A"]
    np.testing.assert_array_equal(np.column_stack(list(cells.expression.values())), wanted)
    assert cells.totals is None


def test_counts_come_with_the_totals_of_their_own_block(case):
    cells = read_cells(case("07"), block="raw", genes=["GENEB"], columns=["cell_type"])
    source = load(case("07"))
    assert cells.block_class == "counts"
    np.testing.assert_array_equal(cells.totals, source.blocks["raw"].matrix.sum(axis=1))
    assert {name: read_cells(case("07"), block=name, genes=[], columns=[]).block_class for name in source.blocks} == {
        "X": "scaled",
        "raw": "counts",
        "layers/lognorm": "log",
    }


def test_a_gene_that_two_columns_are_named_for_is_refused_and_no_other(case):
    with pytest.raises(InputError, match=r"02_duplicate_var_names.h5ad: X: 'GENEA' matches 2 genes .*places 0, 1"):
        read_cells(case("02"), block="X", genes=["GENEA"], columns=[])
    assert read_cells(case("02"), block="X", genes=["GENEB", "GENEA-1"], columns=[]).expression.keys() == {
        "GENEB",
        "GENEA-1",
    }


@pytest.mark.parametrize(("number", "why"), [("12", "almost counts"), ("13", "NaN or infinite")])
def test_values_of_no_known_class_are_refused_with_the_file_and_block(case, number, why):
    with pytest.raises(InputError, match=rf"{number}_\w+.h5ad: X: holds .*{why}"):
        read_cells(case(number), block="X", genes=[], columns=[])


def test_a_label_that_no_cell_has_is_no_label(case):
    cells = read_cells(case("03"), block="X", genes=[], columns=["cell_type"])
    assert cells.labels["cell_type"].levels == ("t1", "t2")
    assert (cells.labels["cell_type"].codes == -1).sum() == 1


def test_a_missing_truth_value_is_missing_and_not_false(case):
    cells = read_cells(case("04"), block="X", genes=[], columns=["flag", "age"])
    for name, text in (("flag", "True"), ("age", "1")):
        assert (cells.labels[name].levels, cells.labels[name].codes.tolist()) == ((text,), [0, -1] * 6)


def test_a_lone_cell_and_a_gene_of_zeros_are_read_as_they_are(case):
    cells = read_cells(case("10"), block="X", genes=["GENEC"], columns=["cell_type"])
    assert [cells.labels["cell_type"].are(name).sum() for name in ("t1", "t2")] == [1, 11]
    assert (cells.expression["GENEC"] == 0).all()


def test_an_unknown_block_is_refused_with_those_that_are_there(case):
    with pytest.raises(
        InputError, match=r"07_scaled_X.h5ad: has no block 'counts' \(seen: blocks: X, raw, layers/logn"
    ):
        read_cells(case("07"), block="counts", genes=[], columns=[])


def test_reading_cells_needs_no_anndata():
    code = "import sys, counterproof.matter.h5ad; sys.exit('anndata' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
