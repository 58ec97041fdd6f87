"""The bytes of an HDF5 file outside of its stored values: headers, heaps of strings, and what was left behind."""

import mmap
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import h5py

from counterproof.construct.leaks.walk import objects

HEAP_MARK = b"GCOL\x01\0\0\0"
ZLIB_STARTS = (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
LEAST_UNPACKED = 256
"""Bytes that must unpack before a place counts as packed: two bytes look like a start of zlib by chance."""
LEAST_UNEXPLAINED = 8_192
"""HDF5 takes room for its own structures 2 KiB at a time and does not use all of it: 600 to 1,700 bytes a file."""

LARGEST_PACKED = 1 << 21


class Extent(NamedTuple):
    """Where stored values lie in a file, in bytes."""

    start: int
    stop: int


def loose_bytes(handle: h5py.File) -> Iterator[bytes]:
    """The parts of an open file that hold no dataset's values, in their order.

    Packed values are noise: a short name stands in them by chance. They are read decoded instead.
    """
    with Path(handle.filename).open("rb") as raw, mmap.mmap(raw.fileno(), 0, access=mmap.ACCESS_READ) as data:
        position = 0
        for start, stop in [*stored_extents(handle), Extent(len(data), len(data))]:
            if start > position:
                yield data[position:start]
            position = max(position, stop)


def stored_extents(handle: h5py.File) -> list[Extent]:
    """Where the values of all datasets lie, from the start of the file on."""
    extents: list[Extent] = []
    for _, node in objects(handle):
        if not isinstance(node, h5py.Dataset):
            continue
        if node.chunks is not None:
            node.id.chunk_iter(lambda chunk: extents.append(_extent(chunk.byte_offset, chunk.size)))
        elif node.id.get_offset() is not None:
            extents.append(_extent(node.id.get_offset(), node.id.get_storage_size()))
    return sorted(extents)


def heap_strings(region: bytes) -> Iterator[bytes]:
    """Every entry of the heaps of strings in a part of a file, also entries that nothing refers to any more."""
    place = region.find(HEAP_MARK)
    while place >= 0:
        end = min(place + int.from_bytes(region[place + 8 : place + 16], "little"), len(region))
        position = place + 16
        while position + 16 <= end:
            size = int.from_bytes(region[position + 8 : position + 16], "little")
            free = region[position : position + 2] == b"\0\0"
            if free or position + 16 + size > end:
                yield region[position + 16 : end]
                break
            yield region[position + 16 : position + 16 + size]
            position += 16 + (size + 7) // 8 * 8
        place = region.find(HEAP_MARK, max(end, place + 1))


def unexplained_bytes(handle: h5py.File) -> int:
    """How many of the loose bytes belong neither to a structure of HDF5 that is in use, nor to a heap of strings."""
    explained = 0
    for _, node in [("/", handle["/"]), *objects(handle)]:
        told = h5py.h5o.get_info(node.id)
        sizes = (told.meta_size.obj, told.meta_size.attr)
        explained += told.hdr.space.total + sum(size.index_size + size.heap_size for size in sizes)
    regions = list(loose_bytes(handle))
    return sum(map(len, regions)) - explained - sum(sum(_heap_sizes(region)) for region in regions)


def _heap_sizes(region: bytes) -> Iterator[int]:
    place = region.find(HEAP_MARK)
    while place >= 0:
        # A damaged size must not explain more than is there.
        size = min(int.from_bytes(region[place + 8 : place + 16], "little"), len(region) - place)
        yield size
        place = region.find(HEAP_MARK, place + max(size, 1))


def zlib_streams(region: bytes) -> Iterator[int]:
    """The size of what unpacks at each place of these bytes that holds packed values."""
    for start in ZLIB_STARTS:
        place = region.find(start)
        while place >= 0:
            size = _unpacked(memoryview(region)[place : place + LARGEST_PACKED])
            if size >= LEAST_UNPACKED:
                yield size
            place = region.find(start, place + 1)


def _unpacked(packed: memoryview) -> int:
    reader = zlib.decompressobj()
    try:
        size = len(reader.decompress(packed))
    except zlib.error:
        return 0
    # A stream that ends has passed its checksum; one that does not is noise, or longer than any chunk.
    return size if reader.eof else 0


def _extent(start: int, size: int) -> Extent:
    return Extent(start, start + size)
