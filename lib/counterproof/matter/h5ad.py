"""An h5ad file: whole in memory, or only what one statistic reads."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import sparse

from counterproof.domain.problem import InputError
from counterproof.domain.statistic import BlockClass
from counterproof.matter.blocks import BlockPlace, block_places, read_matrix
from counterproof.matter.cells import Cells, labels_of
from counterproof.matter.classify import Scanned, Tally, class_of, tally_of
from counterproof.matter.frames import read_frame
from counterproof.matter.opening import opened, unusable
from counterproof.matter.scan import scan
from counterproof.matter.stored import StoredBlock, is_packed, n_entries, stored_block
from counterproof.matter.targets import gene_position

ENTRIES_IN_MEMORY = 1 << 22
"""A matrix of more entries (about 30 MB) is never read whole."""


class UnknownClassError(InputError):
    """The values of a block are neither counts, nor logarithms, nor z-scores."""


@dataclass(frozen=True)
class Block:
    """A matrix, cells by genes, and the name of the axis that its columns follow."""

    matrix: "NDArray[Any] | sparse.csr_array[Any]"
    axis: str


@dataclass(frozen=True)
class H5ad:
    """A whole file: `obs`, a table of genes for each axis (`var`, and `raw` if there is one), and the blocks by name.

    `name` is the file's, for messages. No two blocks share memory; a large one may be left in its file. `packed` says
    whether matrices are stored compressed, in this file and so in all that are made of it.
    """

    name: str
    obs: pd.DataFrame
    axes: dict[str, pd.DataFrame]
    blocks: dict[str, "Block | StoredBlock"]
    packed: bool = True


def block_names(path: Path) -> tuple[str, ...]:
    """The names of the file's blocks, such as `X`, `raw`, `layers/counts`; X and raw only where they exist."""
    with opened(path) as file:
        return tuple(block_places(file))


def load(path: Path) -> H5ad:
    """The whole file in memory: labels, genes and blocks, without what was derived from them.

    Raises
    ------
    InputError
        If the file is missing or is no h5ad file, or its parts do not fit each other.
    """
    return open_h5ad(path, in_memory=2**63)


def open_h5ad(path: Path, *, in_memory: int = ENTRIES_IN_MEMORY) -> H5ad:
    """The labels and gene tables of a file in memory, and its blocks where they are.

    Parameters
    ----------
    in_memory
        Blocks of at most so many entries are read, larger ones stay in the file, which must not change meanwhile.

    Raises
    ------
    InputError
        If the file is missing or is no h5ad file, or its parts do not fit each other.
    """
    with opened(path) as file:
        places = block_places(file)
        obs = read_frame(file, "obs")
        frames = {"var": "var"} | {place.axis: place.frame for place in places.values()}
        axes = {axis: read_frame(file, key) for axis, key in frames.items()}
        blocks = {name: _block(path, file, place, in_memory=in_memory) for name, place in places.items()}
        large = [file[place.key] for place in places.values() if n_entries(file[place.key]) > ENTRIES_IN_MEMORY]
        # Small files are packed whatever they are: it takes no time, and a chunk that is not packed is written whole.
        packed = not large or any(map(is_packed, large))
    for name, block in blocks.items():
        shape = block.shape if isinstance(block, StoredBlock) else block.matrix.shape
        _check_shape(path, name, shape, expected=(len(obs), len(axes[block.axis])))
    if not blocks:
        raise unusable(path, "has no matrix: neither X, nor raw, nor a layer")
    return H5ad(name=path.name, obs=obs, axes=axes, blocks=blocks, packed=packed)


def _block(path: Path, file: h5py.File, place: BlockPlace, *, in_memory: int) -> Block | StoredBlock:
    node = file[place.key]
    if n_entries(node) > in_memory:
        return stored_block(path, node, place.axis)
    return Block(read_matrix(node), place.axis)


def read_cells(path: Path, *, block: str, genes: Sequence[str], columns: Sequence[str]) -> Cells:
    """The asked labels and genes of one block. Genes that the block lacks are left out.

    Raises
    ------
    InputError
        If there is no such block or column, or a gene's name is not unique.
    UnknownClassError
        If the block's values are of no known class.
    """
    with opened(path) as file:
        place = _place(file, path, block)
        obs = read_frame(file, "obs", columns=columns, named=False)
        names = read_frame(file, place.frame, columns=()).index
        node = file[place.key]
        found = {gene: gene_position(names, gene, file=path.name, axis=block) for gene in dict.fromkeys(genes)}
        present = {gene: position for gene, position in found.items() if position is not None}
        positions = np.fromiter(present.values(), dtype=np.int64, count=len(present))
        shape = (len(obs), len(names))
        read = _read_large if n_entries(node) > ENTRIES_IN_MEMORY else _read_small
        part = read(path, node, positions, block=block, shape=shape)
    block_class = _class_of(part.tally, path, block)
    return Cells(
        n_cells=len(obs),
        labels={str(name): labels_of(obs[name]) for name in obs},
        expression={gene: np.ascontiguousarray(part.values[:, place]) for place, gene in enumerate(present)},
        totals=part.totals if block_class == "counts" else None,
        block_class=block_class,
    )


def _read_small(path: Path, node: Any, positions: NDArray[np.int64], *, block: str, shape: tuple[int, int]) -> Scanned:
    matrix = read_matrix(node)
    _check_shape(path, block, matrix.shape, expected=shape)
    chosen = matrix[:, positions]
    values = (chosen.toarray() if sparse.issparse(chosen) else chosen).astype(np.float64)
    totals = np.asarray(matrix.sum(axis=1, dtype=np.float64)).ravel()
    return Scanned(values, totals, tally_of(np.asarray(matrix if isinstance(matrix, np.ndarray) else matrix.data)))


def _read_large(path: Path, node: Any, positions: NDArray[np.int64], *, block: str, shape: tuple[int, int]) -> Scanned:
    stored = stored_block(path, node, axis="")
    _check_shape(path, block, stored.shape, expected=shape)
    return scan(stored, node, positions)


def _place(file: h5py.File, path: Path, block: str) -> BlockPlace:
    places = block_places(file)
    if block not in places:
        raise unusable(path, f"has no block {block!r}", seen=f"blocks: {', '.join(places) or 'none'}")
    return places[block]


def _class_of(tally: Tally, path: Path, block: str) -> BlockClass:
    try:
        return class_of(tally)
    except ValueError as error:
        fix = "register another block, or repair the data at their source"
        raise UnknownClassError(unusable(path, str(error), place=block, fix=fix).problems) from error


def _check_shape(path: Path, name: str, shape: tuple[int, ...], *, expected: tuple[int, int]) -> None:
    if shape != expected:
        seen = f"{shape[0]} x {shape[1]}" if len(shape) == 2 else f"shape {shape}"
        raise unusable(path, f"is not {expected[0]} cells x {expected[1]} genes", place=name, seen=seen)
