"""The analyst's own reader of a trial's data file, by h5py alone: anndata takes 3.5 s to import."""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, Self, TypeAlias

import h5py
import numpy as np
from numpy.typing import NDArray

from counterproof.agents.reference.matrix import read_columns, shape_of

Labels: TypeAlias = NDArray[np.object_]
"""One text per cell, None where the cell has none."""


class Columns(NamedTuple):
    """A vector over cells for each gene that the block has, and the row sums over all of its genes."""

    by_gene: dict[str, NDArray[np.float64]]
    totals: NDArray[np.float64]


class DataFile:
    """An h5ad file, open for reading."""

    def __init__(self, path: Path) -> None:
        self._file = h5py.File(path, "r", locking=False)
        self._labels: dict[str, Labels] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    @property
    def obs_columns(self) -> list[str]:
        """Names of the columns that describe cells."""
        return [str(name) for name in self._file["obs"].attrs["column-order"]]

    @cached_property
    def blocks(self) -> dict[str, tuple[int, int]]:
        """Cells and genes of every matrix in the file."""
        layers = [f"layers/{name}" for name in self._file.get("layers", ())]
        present = [name for name in ("X", "raw") if _path(name) in self._file]
        # anndata writes a missing X as a null group, which has no shape.
        nodes = {name: self._file[_path(name)] for name in [*present, *layers]}
        return {name: shape_of(node) for name, node in nodes.items() if _has_values(node)}

    def labels(self, column: str) -> Labels:
        """The column's value for each cell, as text.

        Raises
        ------
        KeyError
            If the file has no such column.
        """
        if column not in self._file["obs"]:
            msg = f"obs has no column {column!r}: it has {', '.join(self.obs_columns)}"
            raise KeyError(msg)
        if column not in self._labels:
            self._labels[column] = _texts(self._file["obs"][column])
        return self._labels[column]

    def columns(self, block: str, genes: Sequence[str]) -> Columns:
        """The values of those of `genes` that the block has.

        Raises
        ------
        KeyError
            If the file has no such block.
        ValueError
            If a gene's name stands at more than one column.
        """
        if block not in self.blocks:
            msg = f"the file has no block {block!r}: it has {', '.join(self.blocks)}"
            raise KeyError(msg)
        names = self._gene_names(block)
        places = {gene: np.flatnonzero(names == gene) for gene in genes}
        twice = [gene for gene, found in places.items() if found.size > 1]
        if twice:
            msg = f"block {block!r} has more than one gene named {', '.join(twice)}"
            raise ValueError(msg)
        present = {gene: int(found[0]) for gene, found in places.items() if found.size}
        part = read_columns(self._file[_path(block)], np.array(list(present.values()), dtype=np.intp))
        return Columns({gene: part.values[:, slot] for slot, gene in enumerate(present)}, part.totals)

    def _gene_names(self, block: str) -> Labels:
        var = self._file["raw/var" if block == "raw" else "var"]
        return _texts(var[var.attrs["_index"]])


def _path(block: str) -> str:
    return "raw/X" if block == "raw" else block


def _has_values(node: h5py.Group | h5py.Dataset) -> bool:
    return (isinstance(node, h5py.Dataset) and node.ndim == 2) or "shape" in node.attrs


def _texts(node: h5py.Group | h5py.Dataset) -> Labels:
    if isinstance(node, h5py.Dataset):
        return _dataset_texts(node)
    if "codes" in node:
        # The last entry serves code -1, a cell without a label.
        levels: list[str | None] = [*_texts(node["categories"]), None]
        return np.asarray(np.array(levels, dtype=object)[node["codes"][()]], dtype=object)
    values = _texts(node["values"])
    values[node["mask"][()]] = None
    return values


def _dataset_texts(node: h5py.Dataset) -> Labels:
    if h5py.check_string_dtype(node.dtype):
        return np.asarray(node.asstr()[()], dtype=object)
    return np.array([None if value != value else str(value) for value in node[()].tolist()], dtype=object)  # noqa: PLR0124, NaN is unequal to itself
