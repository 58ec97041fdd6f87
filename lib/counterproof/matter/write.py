"""The one writer of variant files: the same input gives the same bytes, and the layout tells nothing about an edit."""

import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType

import h5py

from counterproof.domain.registration import Normalisation
from counterproof.matter.arrangement import Arrangement
from counterproof.matter.encode import mark, write_frame
from counterproof.matter.h5ad import H5ad
from counterproof.matter.plan import SIZES, Sizes
from counterproof.matter.put import Transfer
from counterproof.matter.stream import THREADS
from counterproof.matter.target import Means, Target

EMPTY = ("obsm", "varm", "obsp", "varp", "uns")
"""What anndata expects to find; derived from the data before the edit, so always empty here."""


def write_h5ad(path: Path, source: H5ad, arrangement: Arrangement) -> None:
    """Put a re-arranged file at `path`, which is overwritten; wrap it in `store.atomic.replacing` to be safe.

    Every block of the source is written with its dtype: dense as dense, sparse as CSR with sorted indices and without
    stored zeros. The file holds labels, genes and blocks only, in a fixed order, with fixed chunks and filters, and no
    times. The filters of all blocks are gzip, or none where those of a large source are not packed. anndata and scanpy
    read it.
    """
    write_variants(source, {path: arrangement})


def write_variants(
    source: H5ad,
    arrangements: Mapping[Path, Arrangement],
    *,
    renewed: Mapping[str, Normalisation] = MappingProxyType({}),
    threads: int | None = None,
    sizes: Sizes = SIZES,
) -> None:
    """Several re-arranged files of one source.

    Each file has the bytes that it would have if written alone. What does not fit into memory is read once for all of
    them and goes through temporary files beside the first; or, where it is not compressed, it is read once for each of
    them from where it lies. An arrangement with the cells and genes of an earlier one, in the same order, takes
    over its blocks as they are stored.

    Parameters
    ----------
    renewed
        Blocks that every file has computed anew from its own counts, by name, with how.
    threads
        How many pack, unpack and move entries; as many as there are processors where it is not given. No byte depends
        on it.
    sizes
        How much is held in memory at once. No byte depends on it.
    """
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(threads or THREADS))
        near = next(iter(arrangements)).parent
        work = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=".matter.", dir=near)))
        # The oldest format has no place for times and is read by every HDF5 there is.
        targets = [
            Target(number, stack.enter_context(h5py.File(path, "w", libver=("earliest", "v108"))), arrangement)
            for number, (path, arrangement) in enumerate(arrangements.items())
        ]
        for target in targets:
            _write_frames(target)
        transfer = Transfer(source, targets, Means(pool, work, sizes, source.packed), renewed=renewed)
        _write_blocks([name for name in source.blocks if name not in renewed], source, targets, transfer)
        for name in sorted(renewed):
            transfer.put(name)


def _write_frames(target: Target) -> None:
    mark(target.file, "anndata", "0.1.0")
    write_frame(target.file, "obs", target.arrangement.obs)
    write_frame(target.file, "var", target.arrangement.var["var"])
    for key in EMPTY:
        _write_empty(target.file, key)


def _write_blocks(names: list[str], source: H5ad, targets: list[Target], transfer: Transfer) -> None:
    if "X" in names:
        transfer.put("X")
    for target in targets:
        _write_empty(target.file, "layers")
    for name in sorted(names):
        if name.startswith("layers/"):
            transfer.put(name)
    if "raw" in source.blocks:
        for target in targets:
            raw = target.file.create_group("raw")
            mark(raw, "raw", "0.1.0")
            write_frame(raw, "var", target.arrangement.var["raw"])
            _write_empty(raw, "varm")
    if "raw" in names:
        transfer.put("raw")


def _write_empty(parent: h5py.Group, key: str) -> None:
    mark(parent.create_group(key), "dict", "0.1.0")
