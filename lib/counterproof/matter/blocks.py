"""The matrices of an h5ad file by name: `X`, `raw`, and `layers/NAME`, each with its own genes."""

from typing import Any, Literal, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from counterproof.domain.problem import InputError, Problem
from counterproof.matter.sound import sound_bounds, sound_places

SPARSE = {"csr": sparse.csr_array, "csc": sparse.csc_array}


class BlockPlace(NamedTuple):
    """Where a block lies, which axis names its genes, and where that axis's table lies."""

    name: str
    key: str
    axis: str
    frame: str


def block_places(file: h5py.File) -> dict[str, BlockPlace]:
    """The blocks of a file by name: X first, then raw, then the layers by name. X and raw only where they exist.

    Raises
    ------
    InputError
        If a layer's key holds a `/`: HDF5 made a folder of it, and no tool agrees on what the layer is called.
    """
    places = []
    if "X" in file and encoding_of(file["X"]) != "null":
        places.append(BlockPlace("X", "X", "var", "var"))
    # Before anndata 0.7 the keys were `raw.X` and `raw.var`.
    for key, frame in (("raw/X", "raw/var"), ("raw.X", "raw.var")):
        if key in file:
            places.append(BlockPlace("raw", key, "raw", frame))
    for layer in sorted(file.get("layers", ())):
        node = file["layers"][layer]
        if isinstance(node, h5py.Group) and sparse_kind(node) is None:
            inside = ", ".join(f"{layer}/{key}" for key in node)
            fix = "rename the layer so that its key has no '/'"
            raise _faulty(file, f"layers/{layer}", "is a folder: a layer's key holds a '/'", seen=inside, fix=fix)
        places.append(BlockPlace(f"layers/{layer}", f"layers/{layer}", "var", "var"))
    return {place.name: place for place in places}


def read_matrix(node: Any) -> "NDArray[Any] | sparse.csr_array[Any]":
    """The matrix at a node: dense as it is, sparse as CSR. A fresh copy each time, whatever shares its storage.

    Raises
    ------
    ValueError
        If the parts of a sparse one do not fit each other.
    """
    if isinstance(node, h5py.Dataset):
        values = np.asarray(node[()])
        return values.astype(values.dtype.newbyteorder("="), copy=False)
    kind = sparse_kind(node)
    if kind is None:
        raise _faulty(node.file, node.name, "is no matrix", seen=", ".join(node))
    rows, columns = shape_of(node)
    lines, within = (rows, columns) if kind == "csr" else (columns, rows)
    values, places = node["data"][()], sound_places(node["indices"][()], within=within)
    bounds = sound_bounds(node["indptr"][()], lines=lines, entries=min(values.size, places.size))
    return sparse.csr_array(SPARSE[kind]((values, places, bounds), shape=(rows, columns)))


def shape_of(node: h5py.Group) -> tuple[int, int]:
    """Rows and columns of a sparse matrix."""
    rows, columns = node.attrs["shape"] if "shape" in node.attrs else node.attrs["h5sparse_shape"]
    return int(rows), int(columns)


def encoding_of(node: Any) -> str:
    """What a node says of itself; empty where it says nothing."""
    value = node.attrs.get("encoding-type", node.attrs.get("h5sparse_format", ""))
    return value.decode() if isinstance(value, bytes) else str(value)


def sparse_kind(node: h5py.Group) -> Literal["csr", "csc"] | None:
    """How a sparse matrix is stored; null where a group is none."""
    kind = encoding_of(node).removesuffix("_matrix")
    return "csr" if kind == "csr" else "csc" if kind == "csc" else None


def _faulty(file: h5py.File, place: str, wrong: str, *, seen: str, fix: str = "") -> InputError:
    name = str(file.filename).rpartition("/")[2]
    return InputError([Problem(file=name, place=place, wrong=wrong, seen=seen, fix=fix)])
