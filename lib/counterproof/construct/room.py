"""Does the disk have room for the variants that are to be written?"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import h5py

from counterproof.domain.problem import InputError, Problem
from counterproof.domain.variant import DATA_VARIANTS
from counterproof.matter.blocks import block_places
from counterproof.matter.h5ad import ENTRIES_IN_MEMORY
from counterproof.matter.opening import opened
from counterproof.matter.stored import n_entries, stored_block

MB, GB = 10**6, 10**9


class Room(NamedTuple):
    """About how many bytes one variant of a source takes, and at most how many more while it is written."""

    file: int
    meanwhile: int


def room_of(path: Path) -> Room:
    """What a variant of the source at `path` takes: as much as the matrices do there."""
    file_bytes = meanwhile = 0
    with opened(path) as file:
        for place in block_places(file).values():
            node = file[place.key]
            arrays = [node] if isinstance(node, h5py.Dataset) else list(node.values())
            file_bytes += sum(array.id.get_storage_size() for array in arrays)
            if n_entries(node) > ENTRIES_IN_MEMORY:
                # One block after the other waits in temporary files; of a sparse one places, too, in two bytes or four.
                block = stored_block(path, node, place.axis)
                width = 0 if block.layout == "dense" else 2 if block.shape[1] <= 1 << 16 else 4
                meanwhile = max(meanwhile, block.n_entries * (block.dtype.itemsize + width))
    return Room(file_bytes, meanwhile)


def refuse_without_room(files: Mapping[Path, int], folder: Path) -> None:
    """Raise where so many variants of each source cannot be written below `folder`.

    Raises
    ------
    InputError
        With what is free and what is needed, an estimate.
    """
    rooms = {path: room_of(path) for path in files}
    needed = sum(rooms[path].file * number for path, number in files.items())
    most = max((rooms[path].meanwhile * min(number, len(DATA_VARIANTS)) for path, number in files.items()), default=0)
    there = next(one for one in (folder, *folder.parents) if one.exists())
    free = shutil.disk_usage(there).free
    if needed + most > free:
        raise InputError(
            [
                Problem(
                    file=", ".join(path.name for path in rooms),
                    wrong=f"the disk has no room for the {sum(files.values())} data files of the items",
                    seen=f"{_told(free)} free, about {_told(needed + most)} needed",
                    fix="make room, let --out name a folder on a larger disk, or save the source compressed: all "
                    "variants are then compressed, too",
                )
            ]
        )


def _told(size: int) -> str:
    return f"{size / GB:.1f} GB" if size >= GB else f"{size / MB:.1f} MB"
