import gzip
import re
import subprocess
import sys

import h5py
import pytest

from counterproof.domain.problem import InputError
from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import block_names, load, read_cells
from counterproof.matter.opening import opened
from counterproof.matter.write import write_h5ad

READERS = {
    "load": load,
    "block_names": block_names,
    "read_cells": lambda path: read_cells(path, block="X", genes=[], columns=[]),
}


@pytest.fixture(params=READERS)
def reader(request):
    return READERS[request.param]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("16_truncated.h5ad", "is cut off: the file is shorter than it says"),
        ("17_lfs_pointer.h5ad", "is a Git LFS pointer, not the data"),
        ("18_other_hdf5.h5", "is HDF5 but not h5ad: obs and var missing"),
    ],
)
def test_each_reader_names_the_file_and_what_it_is(shared, reader, name, says):
    with pytest.raises(InputError, match=re.escape(f"{name}: {says}")):
        reader(shared / "cases" / "h5ad" / name)


def test_a_missing_file_is_said_to_be_missing(reader, tmp_path):
    with pytest.raises(InputError, match=r"none\.h5ad: does not exist"):
        reader(tmp_path / "none.h5ad")


def test_a_folder_is_no_h5ad_file(reader, tmp_path):
    with pytest.raises(InputError, match="is a folder"):
        reader(tmp_path)


def test_an_empty_file_is_said_to_be_empty(reader, tmp_path):
    (tmp_path / "empty.h5ad").touch()
    with pytest.raises(InputError, match="is empty"):
        reader(tmp_path / "empty.h5ad")


def test_a_compressed_file_comes_with_the_way_to_unpack_it(reader, tmp_path):
    (tmp_path / "packed.h5ad").write_bytes(gzip.compress(b"anything"))
    with pytest.raises(InputError, match=r"is gzip-compressed(.|\n)*fix: decompress it"):
        reader(tmp_path / "packed.h5ad")


def test_a_text_is_no_hdf5_file(reader, tmp_path):
    (tmp_path / "table.h5ad").write_text("cell,gene\n")
    with pytest.raises(InputError, match="is not an HDF5 file"):
        reader(tmp_path / "table.h5ad")


def test_a_loom_file_is_recognised(reader, tmp_path):
    with h5py.File(tmp_path / "cells.h5ad", "w") as file:
        file.create_group("row_attrs")
        file["matrix"] = [[1]]
    with pytest.raises(InputError, match="it looks like a loom file"):
        reader(tmp_path / "cells.h5ad")


def test_a_file_that_lacks_a_part_of_a_matrix_is_said_to_be_damaged(make_anndata, tmp_path):
    make_anndata().write_h5ad(tmp_path / "cells.h5ad")
    with h5py.File(tmp_path / "cells.h5ad", "r+") as file:
        del file["obs"]["_index"]
    with pytest.raises(InputError, match=r"cells\.h5ad: is damaged, or not laid out as h5ad"):
        load(tmp_path / "cells.h5ad")


def test_bytes_overwritten_inside_a_file_give_one_clear_error(make_source, tmp_path):
    source, path = make_source(n_cells=200), tmp_path / "cells.h5ad"
    write_h5ad(path, source, as_it_is(source, keep_obs=["kind"]))
    with h5py.File(path) as file:
        place = file["X"].id.get_chunk_info(0).byte_offset
    with path.open("r+b") as file:
        file.seek(place)
        file.write(b"\0" * 64)
    with pytest.raises(InputError, match=r"cells\.h5ad: is damaged"):
        load(path)


def test_the_source_cannot_be_written_through_an_open_file(make_anndata, tmp_path):
    make_anndata().write_h5ad(tmp_path / "cells.h5ad")
    with opened(tmp_path / "cells.h5ad") as file:
        assert file.mode == "r"


def test_a_file_that_another_process_holds_locked_is_read_all_the_same(make_anndata, tmp_path):
    make_anndata().write_h5ad(tmp_path / "cells.h5ad")
    hold = "import h5py, sys; file = h5py.File(sys.argv[1], 'r+', locking=True); print('held', flush=True); input()"
    command = [sys.executable, "-c", hold, str(tmp_path / "cells.h5ad")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout.readline() == "held\n"
        assert block_names(tmp_path / "cells.h5ad") == ("X",)
        other.communicate("\n")


def test_a_file_that_this_process_holds_locked_is_said_to_be_open(make_anndata, tmp_path):
    make_anndata().write_h5ad(tmp_path / "cells.h5ad")
    with (
        h5py.File(tmp_path / "cells.h5ad", "r+", locking=True),
        pytest.raises(InputError, match=r"is open elsewhere in this process(.|\n)*fix: close it there"),
    ):
        block_names(tmp_path / "cells.h5ad")
