from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import h5py
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from counterproof.matter.sink import ENTRIES_PER_CHUNK, Columns, Tiles


@pytest.fixture(scope="module", params=[True, False], ids=["packed", "plain"])
def packers(request):
    with ThreadPoolExecutor(2) as pool:
        yield pool if request.param else None


def columns(path, pieces, packers):
    with h5py.File(path, "w") as file:
        written = Columns(file, {"a": np.float32, "b": np.int32}, growing=("b",), packers=packers)
        for start, end in pieces:
            written.write(np.arange(start, end, dtype=np.float32), np.arange(start, end, dtype=np.int32))
        written.close()
    return path


@settings(max_examples=10)
@given(st.lists(st.integers(0, 2 * ENTRIES_PER_CHUNK), max_size=3))
def test_the_bytes_do_not_depend_on_how_the_values_came(tmp_path_factory, packers, cuts):
    total = 2 * ENTRIES_PER_CHUNK + 17
    bounds = [0, *sorted(cuts), total]
    folder = tmp_path_factory.getbasetemp()
    pieces = list(pairwise(bounds))
    path = columns(folder / "pieces.h5", pieces, packers)
    assert path.read_bytes() == columns(folder / "whole.h5", [(0, total)], packers).read_bytes()
    with h5py.File(path) as file:
        np.testing.assert_array_equal(file["a"][...], np.arange(total))
        np.testing.assert_array_equal(file["b"][...], np.arange(total))


@pytest.mark.parametrize("total", [0, 1, ENTRIES_PER_CHUNK, ENTRIES_PER_CHUNK + 1])
def test_a_copy_has_the_bytes_of_what_it_copies(tmp_path, packers, total):
    path = columns(tmp_path / "a.h5", [(0, total)] if total else [], packers)
    with h5py.File(path) as old, h5py.File(tmp_path / "b.h5", "w") as new:
        Columns(new, {"a": np.float32, "b": np.int32}, growing=("b",), packers=packers).copy(old)
    assert (tmp_path / "b.h5").read_bytes() == path.read_bytes()


@pytest.mark.parametrize("shape", [(3, 2), (256, 256), (300, 700), (0, 4), (5, 0)])
def test_tiles_hold_the_rows_and_a_copy_their_bytes(tmp_path, packers, shape):
    values = np.random.default_rng(0).normal(size=shape)
    with h5py.File(tmp_path / "a.h5", "w") as file:
        tiles = Tiles(file, "m", shape, np.float64, packers=packers)
        for start in range(0, shape[0], 101):
            tiles.write(values[start : start + 101])
        tiles.close()
    with h5py.File(tmp_path / "a.h5") as old, h5py.File(tmp_path / "b.h5", "w") as new:
        np.testing.assert_array_equal(old["m"][...], values)
        Tiles(new, "m", shape, np.float64, packers=packers).copy(old["m"])
    assert (tmp_path / "a.h5").read_bytes() == (tmp_path / "b.h5").read_bytes()


def test_without_packers_no_filter_is_set_and_every_chunk_is_whole(tmp_path):
    with h5py.File(columns(tmp_path / "a.h5", [(0, 70), (70, 2 * ENTRIES_PER_CHUNK)], None)) as file:
        node = file["b"]
        assert node.id.get_create_plist().get_nfilters() == 0
        assert node.id.get_storage_size() == 2 * ENTRIES_PER_CHUNK * 4
        assert node.id.get_num_chunks() == 2
