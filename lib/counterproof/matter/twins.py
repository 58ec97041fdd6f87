"""Blocks that have their entries at the same places, such as counts and their logarithms."""

from collections.abc import Mapping
from typing import Any

import h5py
import numpy as np

from counterproof.matter.opening import opened
from counterproof.matter.stored import StoredBlock


def twins_of(blocks: Mapping[str, Any]) -> dict[str, str]:
    """For each large CSR block an earlier one whose places are stored in the same bytes, where there is one."""
    large = {name: block for name, block in blocks.items() if isinstance(block, StoredBlock) and block.layout == "csr"}
    found: dict[str, str] = {}
    for name, block in large.items():
        for other, known in large.items():
            if other == name:
                break
            if other not in found and known.path == block.path and known.axis == block.axis and _same(known, block):
                found[name] = other
                break
    return found


def _same(one: StoredBlock, other: StoredBlock) -> bool:
    if (one.shape, one.n_entries) != (other.shape, other.n_entries):
        return False
    with opened(one.path) as file:
        first, second = file[one.key], file[other.key]
        if not np.array_equal(first["indptr"][...], second["indptr"][...]):
            return False
        return _same_bytes(first["indices"], second["indices"])


def _same_bytes(first: h5py.Dataset, second: h5py.Dataset) -> bool:
    if first.id == second.id:
        return True
    if (first.dtype, first.chunks) != (second.dtype, second.chunks):
        return False
    step = first.chunks[0] if first.chunks else 1 << 20
    if first.chunks is None:
        starts = range(0, first.shape[0], step)
        return all(np.array_equal(first[start : start + step], second[start : start + step]) for start in starts)
    plans = [node.id.get_create_plist() for node in (first, second)]
    if len({tuple(plan.get_filter(place)[:3] for place in range(plan.get_nfilters())) for plan in plans}) > 1:
        return False
    # Packed bytes that agree are places that agree; the other way round it is only a chance missed.
    return all(
        first.id.read_direct_chunk((start,)) == second.id.read_direct_chunk((start,))
        for start in range(0, first.shape[0], step)
    )
