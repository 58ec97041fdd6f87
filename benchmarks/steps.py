"""The pieces of work that are timed side by side, each in a process of its own."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

import h5py
import numpy as np

SEED = 7
GENE, OTHER = "GENE10", "GENE15000"
ASKED = ("GENE10", "GENE500", "GENE7000", "GENE15000")
BLOCKS = ("X", "layers/counts")


def plain_copy(source: Path, folder: Path) -> None:
    """Each dataset unpacked and packed again with its own filter, chunk by chunk, by h5py alone."""
    with h5py.File(source, "r") as old, h5py.File(folder / "copy.h5ad", "w") as new:

        def copy(name: str, node: h5py.Group | h5py.Dataset) -> None:
            if isinstance(node, h5py.Group):
                made = new.require_group(name)
            elif node.chunks is None or node.ndim != 1:
                made = new.create_dataset(name, data=node[()], dtype=node.dtype)
            else:
                options = {"compression": node.compression, "compression_opts": node.compression_opts}
                made = new.create_dataset(name, node.shape, node.dtype, chunks=node.chunks, maxshape=(None,), **options)
                for start in range(0, node.shape[0], node.chunks[0]):
                    made[start : start + node.chunks[0]] = node[start : start + node.chunks[0]]
            for key, value in node.attrs.items():
                made.attrs[key] = value

        old.visititems(copy)


def _in_memory(source: Path, folder: Path, *, edit: str) -> None:
    import anndata

    cells = anndata.read_h5ad(source)
    rng = np.random.default_rng(SEED)
    if edit == "null":
        cells = cells[rng.permutation(cells.n_obs), rng.permutation(cells.n_vars)].copy()
        cells.obs_names = [f"c{number:07d}" for number in range(cells.n_obs)]
    elif edit == "withdraw":
        cells = cells[:, cells.var_names != GENE].copy()
    else:
        order = np.arange(cells.n_vars)
        places = cells.var_names.get_indexer([GENE, OTHER])
        order[places] = order[places[::-1]]
        cells.X = cells.X[:, order]
        cells.layers["counts"] = cells.layers["counts"][:, order]
    cells.write_h5ad(folder / f"anndata_{edit}.h5ad", compression="gzip")


def _ours(source: Path, folder: Path, *, names: tuple[str, ...], share: bool = False) -> None:
    from counterproof.domain.variant import Edit
    from counterproof.edits.permutation import parts_of
    from counterproof.edits.registry import arrange, order_seed
    from counterproof.matter.h5ad import open_h5ad
    from counterproof.matter.write import write_variants

    edits = {
        "original": Edit(kind="none"),
        "null": Edit(kind="permute"),
        "withdraw": Edit(kind="delete_gene", genes=(GENE,)),
        "flip": Edit(kind="swap_genes", genes=(GENE, OTHER)),
        "labels": Edit(kind="exchange_labels", column="cell_type", values=("type_00", "type_01")),
    }
    opened = open_h5ad(source)
    order = order_seed(edits["original"], seed=SEED) if share else None
    made = {
        folder / f"ours_{name}.h5ad": arrange(
            opened, edits[name], seed=SEED, keep_obs=("cell_type", "condition", "donor"), together=SEED, order=order
        )
        for name in names
    }
    write_variants(opened, made, parts=parts_of(len(opened.obs), seed=SEED))


def verification(_: Path, folder: Path) -> None:
    """Four genes and the labels of every block of a written variant, and their mean in each group."""
    from counterproof.matter.h5ad import read_cells

    for block in BLOCKS:
        cells = read_cells(folder / "ours_flip.h5ad", block=block, genes=ASKED, columns=["cell_type", "condition"])
        groups = cells.labels["cell_type"].codes
        print(block, cells.block_class, [float(np.bincount(groups, values)[0]) for values in cells.expression.values()])


def read_in_memory(_: Path, folder: Path) -> None:
    """The same variant, read whole by anndata."""
    import anndata

    anndata.read_h5ad(folder / "ours_flip.h5ad")


STEPS: dict[str, Callable[[Path, Path], None]] = {
    "plain copy": plain_copy,
    "ours: null + withdraw + flip": lambda source, folder: _ours(source, folder, names=("null", "withdraw", "flip")),
    "ours: withdraw": lambda source, folder: _ours(source, folder, names=("withdraw",)),
    "ours: original": lambda source, folder: _ours(source, folder, names=("original",)),
    "ours: original + labels": lambda source, folder: _ours(source, folder, names=("original", "labels"), share=True),
    "ours: verification": verification,
    "anndata: read": read_in_memory,
    "anndata: null": lambda source, folder: _in_memory(source, folder, edit="null"),
    "anndata: withdraw": lambda source, folder: _in_memory(source, folder, edit="withdraw"),
    "anndata: flip": lambda source, folder: _in_memory(source, folder, edit="flip"),
}

if __name__ == "__main__":
    begin = time.perf_counter()
    STEPS[sys.argv[1]](Path(sys.argv[2]), Path(sys.argv[3]))
    print("seconds", time.perf_counter() - begin)
