"""How a file is stored: any difference but in size would tell an edited file from an untouched one."""

from collections.abc import Iterator
from typing import Any

import h5py

from counterproof.construct.leaks.files import DataFile, Files, Written
from counterproof.construct.leaks.finding import Found
from counterproof.construct.leaks.regions import LEAST_UNEXPLAINED, loose_bytes, unexplained_bytes, zlib_streams
from counterproof.construct.leaks.walk import objects

SIZES = ("shape", "h5sparse_shape")
"""Attributes that an edit may change: they hold the numbers of cells and genes."""

LEAST_PLACED = 2_048
"""Bytes from which values are appended to a file; smaller ones fill gaps, wherever their size lets them."""


def same_storage(files: Files) -> Found:
    """Every object is stored as in `original`: keys and their order, dtypes, chunks, filters, attributes."""
    reference = storage_map(files.original)
    looked_at = f"{len(reference)} objects: keys and their order, dtypes, chunks, filters, attributes as in original"
    for name, file in _others(files):
        stored = storage_map(file)
        if list(stored) != list(reference):
            odd = sorted(set(stored) ^ set(reference))
            told = f"only one of both has {', '.join(odd)}" if odd else "its keys stand in another order"
            return Found(f"{name} differs from original: {told}", looked_at)
        for key, known in reference.items():
            if stored[key] != known:
                part = next(part for part in known if stored[key].get(part) != known[part])
                seen = f"{part} is {stored[key].get(part)}, in original {known[part]}"
                return Found(f"{name}: {key} is stored otherwise: {seen}", looked_at)
    return Found("", looked_at)


def same_value_order(files: Files) -> Found:
    """The stored values lie in one order in every file: another one would say that a file was written another way."""
    orders = {name: _value_order(file) for name, file in files.written.items()}
    reference = orders["original"]
    looked_at = f"the values of {len(reference)} objects lie one after another as in original"
    for name, order in orders.items():
        shared = [key for key in reference if key in order]
        mine = [key for key in order if key in reference]
        if mine != shared:
            first = next(one for one, other in zip(mine, shared, strict=True) if one != other)
            return Found(f"{name}: the values lie in another order than in original, from {first} on", looked_at)
    return Found("", looked_at)


def no_times(files: Files) -> Found:
    """No object carries a time, which would tell when which variant was made."""
    looked_at = "no object of any file carries a time"
    for name, file in files.written.items():
        with file.open() as handle:
            for key, node in objects(handle):
                # 0 where none is stored; the flag of the dataset's creation says nothing in HDF5's oldest format.
                if h5py.h5g.get_objinfo(node.id, b".").mtime:
                    return Found(f"{name}: {key} carries the time at which it was made", looked_at)
            for region in loose_bytes(handle):
                place = region.find(b"OHDR\x02")
                # Bit 5 of an object header's flags says that four times follow.
                while 0 <= place < len(region) - 5:
                    if region[place + 5] & 0x20:
                        return Found(f"{name}: an object carries the time at which it was made", looked_at)
                    place = region.find(b"OHDR\x02", place + 1)
    return Found("", looked_at)


def no_orphans(files: Files) -> Found:
    """No values that no object owns: what was deleted or overwritten inside a file can be read back."""
    looked_at = "outside of the stored values no packed ones are left, and no room that nothing uses"
    for name, file in files.written.items():
        with file.open() as handle:
            for region in loose_bytes(handle):
                for size in zlib_streams(region):
                    return Found(f"{name}: {size} bytes can be unpacked from a place that no object owns", looked_at)
            left = unexplained_bytes(handle)
            if left >= LEAST_UNEXPLAINED:
                return Found(f"{name}: {left} bytes belong to no object", looked_at)
    return Found("", looked_at)


def storage_map(file: DataFile) -> dict[str, dict[str, Any]]:
    """How each object of a file is stored, its keys in their order; sizes are left out, since edits may change them."""
    found: dict[str, dict[str, Any]] = {}
    with file.open() as handle:
        found["/"] = {"keys": tuple(handle), "format": _format(handle)} | _attributes(handle)
        for key, node in objects(handle):
            own = _dataset(node) if isinstance(node, h5py.Dataset) else {"keys": tuple(node)}
            found[key] = own | _attributes(node)
    return found


def _others(files: Files) -> Iterator[tuple[str, Written]]:
    return ((name, file) for name, file in files.written.items() if name != "original")


def _format(handle: h5py.File) -> tuple[Any, ...]:
    return (*handle.id.get_create_plist().get_version(), handle.userblock_size)


def _attributes(node: Any) -> dict[str, Any]:
    names = tuple(node.attrs)
    values = ((key, node.attrs.get_id(key).dtype.str, str(node.attrs[key])) for key in names if key not in SIZES)
    return {"attributes": names, "attribute values": tuple(values)}


def _dataset(node: h5py.Dataset) -> dict[str, Any]:
    return {
        "dtype": f"{node.dtype.str} {h5py.check_string_dtype(node.dtype)}",
        "dimensions": node.ndim,
        "layout": node.id.get_create_plist().get_layout(),
        "chunks": node.chunks,
        "filters": (node.compression, node.compression_opts, node.shuffle, node.fletcher32, node.scaleoffset),
        "room to grow": tuple(limit is None for limit in node.maxshape or ()),
        "fill value": str(node.fillvalue),
        "packer": _packer(node),
    }


def _packer(node: h5py.Dataset) -> tuple[Any, ...] | None:
    """How the first chunk was packed: encoders differ in the first bytes of what they write."""
    if node.chunks is None or not node.size or node.id.get_num_chunks() == 0:
        return None
    skipped, packed = node.id.read_direct_chunk(node.id.get_chunk_info(0).chunk_offset)
    return (skipped, packed[:2].hex() if node.compression == "gzip" else "")


def _value_order(file: DataFile) -> list[str]:
    places = {}
    with file.open() as handle:
        for key, node in objects(handle):
            if isinstance(node, h5py.Dataset) and node.id.get_storage_size() >= LEAST_PLACED:
                chunked = node.chunks is not None
                places[key] = node.id.get_chunk_info(0).byte_offset if chunked else node.id.get_offset()
    return sorted(places, key=places.__getitem__)
