import subprocess
import sys
import time
from itertools import pairwise

import anndata
import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import load
from counterproof.matter.write import write_h5ad


@pytest.fixture
def write(make_source, tmp_path):
    def written(source=None, *, name="a.h5ad", change=lambda arrangement: arrangement):
        source = source or make_source()
        write_h5ad(tmp_path / name, source, change(as_it_is(source, keep_obs=["kind"])))
        return tmp_path / name

    return written


def test_anndata_reads_the_same_values_without_a_warning(make_source, write, dense):
    source = make_source()
    back = anndata.read_h5ad(write(source))
    for name, matrix in (("X", back.X), ("raw", back.raw.X), ("layers/counts", back.layers["counts"])):
        assert matrix.dtype == source.blocks[name].matrix.dtype
        np.testing.assert_array_equal(dense(matrix), dense(source.blocks[name].matrix))
    assert back.obs["kind"].tolist() == source.obs["kind"].tolist()
    assert back.raw.var_names.tolist() == source.axes["raw"].index.tolist()


def test_our_reader_reads_what_was_written(make_source, write, dense):
    source = make_source()
    back = load(write(source))
    assert list(back.blocks) == list(source.blocks)
    for name, block in source.blocks.items():
        np.testing.assert_array_equal(dense(back.blocks[name].matrix), dense(block.matrix))


@settings(max_examples=20)
@given(data=st.data())
def test_every_block_follows_its_own_axis(make_source, tmp_path_factory, dense, data):
    source = make_source()
    rows = data.draw(st.lists(st.integers(0, 11), min_size=1, max_size=20))
    columns = {axis: data.draw(st.permutations(range(len(table)))) for axis, table in source.axes.items()}
    arrangement = as_it_is(source, keep_obs=[]).take_rows(np.array(rows))
    for axis, order in columns.items():
        arrangement = arrangement.take_columns(axis, np.array(order))
    path = tmp_path_factory.getbasetemp() / "arranged.h5ad"
    write_h5ad(path, source, arrangement)
    back = load(path)
    for name, block in source.blocks.items():
        expected = dense(block.matrix)[rows][:, list(columns[block.axis])]
        np.testing.assert_array_equal(dense(back.blocks[name].matrix), expected)
        assert back.axes[block.axis].index.tolist() == source.axes[block.axis].index[list(columns[block.axis])].tolist()


def test_the_bytes_depend_on_nothing_but_the_input(write):
    first = write(name="a.h5ad").read_bytes()
    time.sleep(1.1)  # HDF5 counts time in seconds
    assert write(name="other name.h5ad").read_bytes() == first


def test_another_process_with_other_memory_writes_the_same_bytes(write, make_source, tmp_path):
    expected = write().read_bytes()
    code = (
        "import sys, pathlib; from counterproof.matter.h5ad import load; "
        "from counterproof.matter.arrangement import as_it_is; from counterproof.matter.write import write_h5ad; "
        "noise = [bytes([n % 251]) * 5000 for n in range(20000)]; del noise; source = load(pathlib.Path(sys.argv[1])); "
        "write_h5ad(pathlib.Path(sys.argv[2]), source, as_it_is(source, keep_obs=['kind']))"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path / "a.h5ad", tmp_path / "b.h5ad"], check=True)
    assert (tmp_path / "b.h5ad").read_bytes() == expected


def test_a_file_is_overwritten_whole(write, make_source):
    small = write(make_source(n_cells=4)).read_bytes()
    write(make_source(n_cells=400))
    assert write(make_source(n_cells=4)).read_bytes() == small


def test_keys_chunks_filters_and_dtypes_are_the_same_after_a_deletion(write):
    def layout(path):
        found = {}
        with h5py.File(path) as file:
            file.visititems(
                lambda name, node: found.update(
                    {name: (node.dtype, node.chunks, node.compression, node.compression_opts, tuple(node.attrs))}
                    if isinstance(node, h5py.Dataset)
                    else {name: tuple(node.attrs)}
                )
            )
        return found

    def without_most(arrangement):
        return (
            arrangement.take_rows(np.array([0])).take_columns("var", np.array([2])).take_columns("raw", np.array([2]))
        )

    assert layout(write(name="a.h5ad")) == layout(write(name="b.h5ad", change=without_most))


def test_nothing_derived_is_written(write):
    with h5py.File(write()) as file:
        assert {key: len(file[key]) for key in ("uns", "obsm", "varm", "obsp", "varp")} == dict.fromkeys(
            ("uns", "obsm", "varm", "obsp", "varp"), 0
        )
        assert list(file["obs"]) == ["_index", "kind"]


def test_a_dropped_name_leaves_no_byte(write):
    path = write(change=lambda arrangement: arrangement.take_columns("raw", np.array([0, 2, 3, 4])))
    assert b"MS4A1" not in path.read_bytes()
    assert b"CD79A" in path.read_bytes()


def test_sparse_blocks_are_canonical_whatever_they_were(make_source, write):
    source = make_source()
    matrix = source.blocks["layers/counts"].matrix
    matrix.data[:5] = 0
    path = write(source, change=lambda arrangement: arrangement.take_columns("var", np.array([3, 1, 0, 2])))
    with h5py.File(path) as file:
        group = file["layers/counts"]
        data, indices, indptr = (group[name][...] for name in ("data", "indices", "indptr"))
    assert (data != 0).all()
    assert all((np.diff(indices[start:end]) > 0).all() for start, end in pairwise(indptr))


def test_a_source_without_x_has_none_afterwards(shared, tmp_path):
    source = load(shared / "cases" / "h5ad" / "09_no_X.h5ad")
    write_h5ad(tmp_path / "a.h5ad", source, as_it_is(source, keep_obs=["cell_type"]))
    back = anndata.read_h5ad(tmp_path / "a.h5ad")
    assert back.X is None
    assert list(back.layers) == ["counts"]


def test_duplicate_names_stay_as_they_are(shared, tmp_path):
    source = load(shared / "cases" / "h5ad" / "02_duplicate_var_names.h5ad")
    write_h5ad(tmp_path / "a.h5ad", source, as_it_is(source, keep_obs=["cell_type"]))
    assert load(tmp_path / "a.h5ad").axes["var"].index.tolist() == ["GENEA", "GENEA", "GENEA-1", "GENEB"]


def test_scipy_works_in_place_on_what_anndata_read(write):
    # scanpy's tests of genes do this; with indices and pointers of different widths it fails.
    raw = anndata.read_h5ad(write()).raw.X
    raw.data[0] = 0
    before = raw.nnz
    raw.eliminate_zeros()
    assert raw.nnz == before - 1
