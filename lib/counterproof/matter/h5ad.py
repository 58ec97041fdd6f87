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

from counterproof.domain.statistic import BlockClass
from counterproof.matter.blocks import BlockPlace, block_places, read_matrix
from counterproof.matter.cells import Cells, labels_of
from counterproof.matter.classify import classify
from counterproof.matter.frames import read_frame
from counterproof.matter.opening import opened, unusable
from counterproof.matter.targets import gene_position


@dataclass(frozen=True)
class Block:
    """A matrix, cells by genes, and the name of the axis that its columns follow."""

    matrix: "NDArray[Any] | sparse.csr_array[Any]"
    axis: str


@dataclass(frozen=True)
class H5ad:
    """A whole file: `obs`, a table of genes for each axis (`var`, and `raw` if there is one), and the blocks by name.

    `name` is the file's, for messages. No two blocks share memory.
    """

    name: str
    obs: pd.DataFrame
    axes: dict[str, pd.DataFrame]
    blocks: dict[str, Block]


def block_names(path: Path) -> tuple[str, ...]:
    """The names of the file's blocks, such as `X`, `raw`, `layers/counts`; X and raw only where they exist."""
    with opened(path) as file:
        return tuple(block_places(file))


def load(path: Path) -> H5ad:
    """The whole file in memory: labels, genes and blocks, without what was derived from them.

    Raises
    ------
    InputError
        If the file is no h5ad file, or its parts do not fit each other.
    """
    with opened(path) as file:
        places = block_places(file)
        obs = read_frame(file, "obs")
        frames = {"var": "var"} | {place.axis: place.frame for place in places.values()}
        axes = {axis: read_frame(file, key) for axis, key in frames.items()}
        blocks = {name: Block(read_matrix(file[place.key]), place.axis) for name, place in places.items()}
    for name, block in blocks.items():
        _check_shape(path, name, block.matrix, expected=(len(obs), len(axes[block.axis])))
    if not blocks:
        raise unusable(path, "has no matrix: neither X, nor raw, nor a layer")
    return H5ad(name=path.name, obs=obs, axes=axes, blocks=blocks)


def read_cells(path: Path, *, block: str, genes: Sequence[str], columns: Sequence[str]) -> Cells:
    """The asked labels and genes of one block. Genes that the block lacks are left out.

    Raises
    ------
    InputError
        If there is no such block or column, a gene's name is not unique, or the block's values are of no known class.
    """
    with opened(path) as file:
        place = _place(file, path, block)
        obs = read_frame(file, "obs", columns=columns)
        names = read_frame(file, place.frame, columns=()).index
        matrix = read_matrix(file[place.key])
    _check_shape(path, block, matrix, expected=(len(obs), len(names)))
    block_class = _class_of(matrix, path, block)
    positions = {gene: gene_position(names, gene, file=path.name, axis=block) for gene in dict.fromkeys(genes)}
    present = {gene: position for gene, position in positions.items() if position is not None}
    chosen = matrix[:, np.fromiter(present.values(), dtype=np.int64, count=len(present))]
    values = (chosen.toarray() if sparse.issparse(chosen) else chosen).astype(np.float64)
    totals = np.asarray(matrix.sum(axis=1, dtype=np.float64)).ravel() if block_class == "counts" else None
    return Cells(
        n_cells=len(obs),
        labels={str(name): labels_of(obs[name]) for name in obs},
        expression={gene: np.ascontiguousarray(values[:, place]) for place, gene in enumerate(present)},
        totals=totals,
        block_class=block_class,
    )


def _place(file: h5py.File, path: Path, block: str) -> BlockPlace:
    places = block_places(file)
    if block not in places:
        raise unusable(path, f"has no block {block!r}", seen=f"blocks: {', '.join(places) or 'none'}")
    return places[block]


def _class_of(matrix: Any, path: Path, block: str) -> BlockClass:
    try:
        return classify(matrix)
    except ValueError as error:
        fix = "register another block, or repair the data at their source"
        raise unusable(path, str(error), place=block, fix=fix) from error


def _check_shape(path: Path, name: str, matrix: Any, *, expected: tuple[int, int]) -> None:
    if matrix.shape != expected:
        seen = f"{matrix.shape[0]} x {matrix.shape[1]}" if len(matrix.shape) == 2 else f"shape {matrix.shape}"
        raise unusable(path, f"is not {expected[0]} cells x {expected[1]} genes", place=name, seen=seen)
