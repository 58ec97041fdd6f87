"""The matrices of an h5ad file by name: `X`, `raw`, and `layers/NAME`, each with its own genes."""

from typing import Any, NamedTuple

import h5py
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from counterproof.domain.problem import InputError, Problem

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
    if "X" in file and _encoding(file["X"]) != "null":
        places.append(BlockPlace("X", "X", "var", "var"))
    # Before anndata 0.7 the keys were `raw.X` and `raw.var`.
    for key, frame in (("raw/X", "raw/var"), ("raw.X", "raw.var")):
        if key in file:
            places.append(BlockPlace("raw", key, "raw", frame))
    for layer in sorted(file.get("layers", ())):
        node = file["layers"][layer]
        if isinstance(node, h5py.Group) and _sparse_kind(node) is None:
            inside = ", ".join(f"{layer}/{key}" for key in node)
            fix = "rename the layer so that its key has no '/'"
            raise _faulty(file, f"layers/{layer}", "is a folder: a layer's key holds a '/'", seen=inside, fix=fix)
        places.append(BlockPlace(f"layers/{layer}", f"layers/{layer}", "var", "var"))
    return {place.name: place for place in places}


def read_matrix(node: Any) -> "NDArray[Any] | sparse.csr_array[Any]":
    """The matrix at a node: dense as it is, sparse as CSR. A fresh copy each time, whatever shares its storage."""
    if isinstance(node, h5py.Dataset):
        values = np.asarray(node[()])
        return values.astype(values.dtype.newbyteorder("="), copy=False)
    kind = _sparse_kind(node)
    if kind is None:
        raise _faulty(node.file, node.name, "is no matrix", seen=", ".join(node))
    shape = node.attrs["shape"] if "shape" in node.attrs else node.attrs["h5sparse_shape"]
    parts = (node["data"][()], node["indices"][()], node["indptr"][()])
    return sparse.csr_array(SPARSE[kind](parts, shape=tuple(int(n) for n in shape)))


def _encoding(node: Any) -> str:
    value = node.attrs.get("encoding-type", node.attrs.get("h5sparse_format", ""))
    return value.decode() if isinstance(value, bytes) else str(value)


def _sparse_kind(node: h5py.Group) -> str | None:
    kind = _encoding(node).removesuffix("_matrix")
    return kind if kind in SPARSE else None


def _faulty(file: h5py.File, place: str, wrong: str, *, seen: str, fix: str = "") -> InputError:
    name = str(file.filename).rpartition("/")[2]
    return InputError([Problem(file=name, place=place, wrong=wrong, seen=seen, fix=fix)])
