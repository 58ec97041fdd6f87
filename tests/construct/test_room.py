import shutil
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

from counterproof.construct.room import refuse_without_room, room_of
from counterproof.domain.problem import InputError
from counterproof.matter.h5ad import ENTRIES_IN_MEMORY

N = ENTRIES_IN_MEMORY + 1


@pytest.fixture
def source(tmp_path):
    """A file with one sparse matrix of four-byte values and places, not compressed."""

    def make(n_entries):
        path = tmp_path / f"{n_entries}.h5ad"
        with h5py.File(path, "w") as file:
            for name in ("obs", "var"):
                file.create_group(name).attrs["_index"] = "_index"
                file[name]["_index"] = np.zeros(2_100, dtype="S1")
            group = file.create_group("X")
            group.attrs["encoding-type"], group.attrs["shape"] = "csr_matrix", (2_100, 2_100)
            group["data"], group["indices"] = np.ones((2, n_entries), dtype=np.int32)
            group["indptr"] = np.zeros(2_101, dtype=np.int32)
        return path

    return make


def test_a_variant_takes_what_the_matrices_take_and_a_large_one_temporary_files_beside(source):
    assert room_of(source(N)) == (N * 8 + 2_101 * 4, N * 6)
    assert room_of(source(10)) == (10 * 8 + 2_101 * 4, 0)


def test_a_disk_without_room_is_one_clear_problem_before_the_work(source, tmp_path, monkeypatch):
    files = {source(N): 8, source(10): 4}
    # Eight files of 34 MB, and five times 25 MB while one item is written.
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=394_000_000))
    with pytest.raises(
        InputError, match=r"no room for the 12 data files .*394\.0 MB free, about 39[45]\.[0-9] MB needed"
    ):
        refuse_without_room(files, tmp_path / "not" / "there yet")
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=395_000_000))
    refuse_without_room(files, tmp_path)


def test_nothing_to_write_needs_no_room(tmp_path):
    refuse_without_room({}, tmp_path)
