"""Could an agent tell the variants apart by anything but the registered edit? A first audit of the written files."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import h5py
import numpy as np

from counterproof.domain.finding import LeakCheck
from counterproof.domain.registration import Registration
from counterproof.domain.variant import DataVariantName, Edit, Variant

DERIVED = ("uns", "obsm", "varm", "obsp", "varp")
NAME_CHARACTER = rb"[0-9A-Za-z_.\-]"
"""Bytes that can go on a gene's name: CD4 is not found in CD40, nor in CD4-AS1."""


class File(NamedTuple):
    """A written variant, with what was removed from it."""

    variant: Variant
    path: Path
    registration: Registration

    @property
    def edit(self) -> Edit:
        """The edit that made the file."""
        return self.variant.edit


def audit_leaks(variants: Sequence[Variant], registration: Registration, *, work: Path) -> tuple[LeakCheck, ...]:
    """Every leak check on one item's files. Each entry says what was looked at, also when it passed."""
    files = {variant.name: File(variant, work / variant.path, registration) for variant in variants}
    return tuple(
        LeakCheck(item=registration.item, check=name, passed=not found, evidence=found or looked_at)
        for name, (check, looked_at) in CHECKS.items()
        for found in [check(files)]
    )


def storage_map(path: Path) -> dict[str, tuple[Any, ...]]:
    """How each object of an HDF5 file is stored, in the file's own order. Sizes are left out: edits may change them."""
    found: dict[str, tuple[Any, ...]] = {}

    def visit(name: str, node: h5py.Group | h5py.Dataset) -> None:
        attributes = tuple(
            (key, str(value)) for key, value in node.attrs.items() if key not in ("shape", "h5sparse_shape")
        )
        if isinstance(node, h5py.Dataset):
            filters = (node.compression, node.compression_opts, node.shuffle, node.fletcher32)
            found[name] = (str(node.dtype), node.ndim, node.chunks, filters, attributes)
        else:
            found[name] = ("group", tuple(node.keys()), attributes)

    with h5py.File(path, "r", locking=False) as file:
        file.visititems(visit)
        found["/"] = ("group", tuple(file.keys()), tuple(file.attrs.items()))
    return found


def _different_storage(files: dict[DataVariantName, File]) -> str:
    maps = {name: storage_map(file.path) for name, file in files.items()}
    reference = maps["original"]
    for name, stored in maps.items():
        if list(stored) != list(reference):
            return f"{name}: other keys, or another order of keys, than original: {set(stored) ^ set(reference)}"
        odd = [key for key in reference if stored[key] != reference[key]]
        if odd:
            return f"{name}: {odd[0]} is stored as {stored[odd[0]]}, in original as {reference[odd[0]]}"
    return ""


def _derived_blocks(files: dict[DataVariantName, File]) -> str:
    for name, file in files.items():
        with h5py.File(file.path, "r", locking=False) as handle:
            filled = [block for block in DERIVED if block in handle and len(handle[block])]
            extra = sorted(set(handle["obs"]) - {"_index", *file.registration.keep_obs})
        if filled or extra:
            return f"{name}: keeps {', '.join(filled + [f'obs column {column}' for column in extra])}"
    return ""


def _removed_names(files: dict[DataVariantName, File]) -> str:
    for name, file in files.items():
        removed = file.edit.genes if file.edit.kind == "delete_gene" else ()
        removed += file.edit.values if file.edit.kind == "delete_group" else ()
        data = file.path.read_bytes() if removed else b""
        for gone in removed:
            pattern = rb"(?<!%b)%b(?!%b)" % (NAME_CHARACTER, re.escape(gone.encode()), NAME_CHARACTER)
            hit = re.search(pattern, data)
            if hit:
                return f"{name}: the removed name {gone} stands at byte {hit.start()}"
    return ""


def _unused_categories(files: dict[DataVariantName, File]) -> str:
    for name, file in files.items():
        with h5py.File(file.path, "r", locking=False) as handle:
            for column, node in handle["obs"].items():
                if isinstance(node, h5py.Group) and "categories" in node:
                    unused = set(range(node["categories"].shape[0])) - set(np.unique(node["codes"][...]).tolist())
                    if unused:
                        return f"{name}: obs column {column} lists {len(unused)} categories that no cell has"
    return ""


def _shared_order(files: dict[DataVariantName, File]) -> str:
    """Rows in the order of another variant would let two files be laid side by side."""
    orders: dict[str, bytes] = {}
    for name, file in files.items():
        with h5py.File(file.path, "r", locking=False) as handle:
            frame = handle["var"]
            order = b"\0".join(frame[frame.attrs["_index"]][...].tolist())
        for other, known in orders.items():
            if order == known:
                return f"{name}: its genes stand in the order of {other}"
        orders[name] = order
    return ""


CHECKS: dict[str, tuple[Callable[[dict[DataVariantName, File]], str], str]] = {
    "storage": (
        _different_storage,
        "keys and their order, dtypes, chunks, filters and attributes are those of original",
    ),
    "derived blocks": (_derived_blocks, f"no {', '.join(DERIVED)}, and no obs column beside the registered ones"),
    "removed names": (_removed_names, "no byte of a removed gene's or group's name in the file"),
    "unused categories": (_unused_categories, "every category of every obs column is some cell's"),
    "own order": (_shared_order, "every file has its own gene order"),
}
