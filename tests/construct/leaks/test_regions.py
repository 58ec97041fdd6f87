import struct
import zlib

import h5py
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from counterproof.construct.leaks.regions import (
    HEAP_MARK,
    LEAST_UNEXPLAINED,
    LEAST_UNPACKED,
    heap_strings,
    loose_bytes,
    stored_extents,
    unexplained_bytes,
    zlib_streams,
)


@pytest.fixture
def opened(tmp_path):
    """A file filled by this function, open for reading."""

    def open_it(fill):
        with h5py.File(tmp_path / "a.h5", "w") as file:
            fill(file)
        return h5py.File(tmp_path / "a.h5")

    return open_it


def heap(*entries, free=b""):
    """A heap of strings as HDF5 writes it: each entry with its number, its size, and room to a multiple of eight."""
    body = b""
    for number, entry in enumerate(entries, 1):
        body += struct.pack("<HHIQ", number, 1, 0, len(entry)) + entry + b"\0" * (-len(entry) % 8)
    body += struct.pack("<HHIQ", 0, 0, 0, 16 + len(free)) + free
    return HEAP_MARK + struct.pack("<Q", 16 + len(body)) + body


def test_loose_bytes_and_stored_values_are_the_whole_file(opened):
    def fill(file):
        file["plain"] = np.arange(1000)
        file.create_dataset("packed", data=np.arange(5000), chunks=(700,), compression="gzip")

    with opened(fill) as file:
        extents = stored_extents(file)
        loose = sum(map(len, loose_bytes(file)))
        size = file.id.get_filesize()
    assert len(extents) == 1 + 8
    assert extents == sorted(extents)
    assert loose + sum(stop - start for start, stop in extents) == size


def test_values_are_not_among_the_loose_bytes_and_names_are(opened):
    def fill(file):
        file["name_of_it"] = np.frombuffer(b"values " * 100, dtype="u1")
        file.attrs["attribute_of_it"] = "x"

    with opened(fill) as file:
        loose = b"".join(loose_bytes(file))
    assert b"values " not in loose
    assert b"name_of_it" in loose
    assert b"attribute_of_it" in loose


def test_a_file_without_values_is_loose_as_a_whole(opened):
    with opened(lambda file: file.create_dataset("empty", shape=(0,), dtype="f4")) as file:
        assert stored_extents(file) == []
        assert sum(map(len, loose_bytes(file))) == file.id.get_filesize()


def test_texts_of_a_real_file_stand_in_its_heaps(opened):
    names = ["CD4", "γδ T", "a longer name of a label"]
    with opened(lambda file: file.create_dataset("a", data=names, dtype=h5py.string_dtype())) as file:
        found = {entry.rstrip(b"\0").decode() for region in loose_bytes(file) for entry in heap_strings(region)}
    assert set(names) <= found


@given(st.lists(st.binary(min_size=1, max_size=40), max_size=6), st.binary(max_size=20).map(lambda noise: noise * 2))
def test_every_entry_of_a_heap_comes_with_its_length(entries, around):
    entries = [entry for entry in entries if HEAP_MARK not in entry]
    around = around.replace(HEAP_MARK, b"")
    *found, rest = heap_strings(around + heap(*entries, free=b"gone") + around)
    assert found == entries
    assert rest == b"gone"


def test_what_was_freed_in_a_heap_is_told_too():
    assert list(heap_strings(heap(b"CD4", free=b"\0\0MS4A1"))) == [b"CD4", b"\0\0MS4A1"]


def test_every_heap_of_a_region_is_read():
    assert list(heap_strings(heap(b"CD4") + b"between" + heap(b"CD8A"))) == [b"CD4", b"", b"CD8A", b""]


@given(st.binary(max_size=200))
def test_a_damaged_heap_ends_and_gives_no_more_than_is_there(noise):
    region = HEAP_MARK + noise
    assert sum(map(len, heap_strings(region))) <= len(region)
    assert list(heap_strings(HEAP_MARK + b"\0" * 8)) == []


def test_packed_values_are_found_where_no_object_owns_them():
    packed = zlib.compress(bytes(range(256)) * 4)
    assert list(zlib_streams(b"before" + packed + b"behind" + zlib.compress(b"a" * 300))) == [1024, 300]


@pytest.mark.parametrize(
    "region",
    [
        b"",
        b"\x78\x9c",
        b"\x78\x9c" + b"no stream at all" * 30,
        zlib.compress(b"a" * (LEAST_UNPACKED - 1)),
        zlib.compress(np.random.default_rng(0).bytes(2000))[:-5],
        zlib.compress(b"a" * 2000)[:-4] + b"\0\0\0\0",
    ],
    ids=["empty", "a start alone", "noise", "too short", "cut off", "a wrong checksum"],
)
def test_noise_short_and_broken_streams_are_no_packed_values(region):
    assert list(zlib_streams(region)) == []


def test_a_file_as_it_was_written_explains_its_bytes(opened):
    def fill(file):
        for number in range(30):
            group = file.create_group(f"group{number}")
            group["texts"] = [f"gene{place}" for place in range(20)]
            group.attrs["note"] = "x" * 100
        file.create_dataset("packed", data=np.arange(50_000), chunks=(1000,), compression="gzip")

    with opened(fill) as file:
        assert 0 <= unexplained_bytes(file) < LEAST_UNEXPLAINED


def test_room_of_deleted_values_is_not_explained(tmp_path):
    path = tmp_path / "a.h5"
    with h5py.File(path, "w") as file:
        file["gone"], file["behind"] = np.arange(4000), [1]
    with h5py.File(path, "r+") as file:
        del file["gone"]
    with h5py.File(path) as file:
        assert unexplained_bytes(file) >= 4000 * 8


def test_a_heap_of_a_damaged_size_explains_no_more_than_is_there(tmp_path):
    path = tmp_path / "a.h5"
    with h5py.File(path, "w", userblock_size=65_536) as file:
        file["a"] = [1]
    with path.open("r+b") as raw:
        raw.write(b"x" * 40_000 + HEAP_MARK + b"\xff" * 7 + b"\x7f")
    with h5py.File(path) as file:
        assert 30_000 < unexplained_bytes(file) <= 40_000
