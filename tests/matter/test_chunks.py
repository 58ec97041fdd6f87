import zlib

import h5py
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.matter.chunks import packed, packed_growing, unpacker
from counterproof.matter.runs import deflated_runs

whole = st.integers(0, 2**31 - 1)


def through_hdf5(path, values, stored, **options):
    with h5py.File(path, "w") as file:
        options = {"chunks": values.shape, "compression": "gzip", **options}
        node = file.create_dataset("a", values.shape, values.dtype, **options)
        node.id.write_direct_chunk((0,), stored)
    with h5py.File(path) as file:
        return file["a"][...], unpacker(file["a"])(file["a"].id.read_direct_chunk((0,))[1])


@given(st.lists(st.tuples(st.integers(0, 255), st.integers(1, 2000)), min_size=1, max_size=40))
def test_runs_are_unpacked_by_any_zlib(runs):
    raw = np.repeat(np.array([value for value, _ in runs], np.uint8), [length for _, length in runs])
    assert zlib.decompress(deflated_runs(raw), wbits=-15) == raw.tobytes()


@pytest.mark.parametrize("length", range(1, 600))
def test_a_run_of_any_length_is_unpacked(length):
    assert zlib.decompress(deflated_runs(np.full(length, 200, np.uint8)), wbits=-15) == bytes([200]) * length


@given(st.lists(whole, min_size=1, max_size=300), st.sampled_from([np.int32, np.int64]))
def test_numbers_that_grow_are_read_by_hdf5_and_by_us(tmp_path_factory, numbers, dtype):
    values = np.sort(np.array(numbers, dtype))
    path = tmp_path_factory.getbasetemp() / "growing.h5"
    for read in through_hdf5(path, values, packed_growing(values), shuffle=True):
        np.testing.assert_array_equal(read, values)


def test_a_whole_chunk_is_read_by_hdf5_and_by_us(tmp_path):
    rng = np.random.default_rng(0)
    places = np.concatenate([np.sort(rng.choice(30_000, 1500, replace=False)) for _ in range(50)])[:65_536].astype("i4")
    for read in through_hdf5(tmp_path / "a.h5", places, packed_growing(places), shuffle=True):
        np.testing.assert_array_equal(read, places)
    values = rng.normal(size=65_536)
    for read in through_hdf5(tmp_path / "a.h5", values, packed(values)):
        np.testing.assert_array_equal(read, values)
    assert len(packed_growing(places)) < 1.3 * places.size


def test_what_only_hdf5_can_unpack_is_left_to_it(tmp_path):
    with h5py.File(tmp_path / "a.h5", "w") as file:
        for name, options in (("lzf", {"compression": "lzf"}), ("checked", {"fletcher32": True}), ("whole", {})):
            node = file.create_dataset(name, data=np.arange(10), chunks=(5,) if options else None, **options)
            assert unpacker(node) is None
