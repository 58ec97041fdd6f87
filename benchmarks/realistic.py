"""A file of simulated cells of a real one's size and sparsity: counts as a layer, their logarithms as X."""

import sys
from pathlib import Path

import anndata
import h5py
import numba
import numpy as np
import pandas as pd

N_TYPES, N_DONORS = 12, 20
COUNTS_A_CELL = 3550.0
"""Median; with the gene means below it gives about 1,500 non-zero genes a cell."""
CHUNK = 65_536
CELLS_A_PIECE = 1000


def write_realistic(path: Path, *, n_cells: int, n_genes: int = 20_000, gzip: int = 4, seed: int = 0) -> None:
    """Write the file; `gzip` is the level, 0 for chunks that are not compressed."""
    rng = np.random.default_rng(seed)
    means = rng.lognormal(-9.0, 2.3, n_genes)
    programmes = np.where(rng.random((N_TYPES, n_genes)) < 0.08, rng.lognormal(0, 1.5, (N_TYPES, n_genes)), 1.0)
    profiles = means * programmes
    profiles /= profiles.sum(axis=1, keepdims=True)
    types, donors = rng.integers(0, N_TYPES, n_cells), rng.integers(0, N_DONORS, n_cells)
    depths = rng.lognormal(np.log(COUNTS_A_CELL), 0.45, n_cells)
    options = {"chunks": (CHUNK,), "maxshape": (None,)} | (
        {"compression": "gzip", "compression_opts": gzip} if gzip else {}
    )
    with h5py.File(path, "w") as file:
        file.attrs["encoding-type"], file.attrs["encoding-version"] = "anndata", "0.1.0"
        groups = [_group(file, key, (n_cells, n_genes)) for key in ("X", "layers/counts")]
        file["layers"].attrs["encoding-type"], file["layers"].attrs["encoding-version"] = "dict", "0.1.0"
        for group in groups:
            group.create_dataset("data", (0,), np.float32, **options)
            group.create_dataset("indices", (0,), np.int32, **options)
        lengths = []
        for start in range(0, n_cells, CELLS_A_PIECE):
            piece = slice(start, start + CELLS_A_PIECE)
            places, counts, own = _cells(profiles, types[piece], depths[piece], seed + start)
            totals = np.add.reduceat(counts, np.cumsum(own) - own)
            logged = np.log1p(counts * np.repeat(1e4 / totals, own)).astype(np.float32)
            for group, values in zip(groups, (logged, counts), strict=True):
                _append(group["data"], values)
                _append(group["indices"], places)
            lengths.append(own)
        pointers = np.concatenate([[0], np.cumsum(np.concatenate(lengths))])
        for group in groups:
            group.create_dataset("indptr", data=pointers.astype(np.int32), **options)
        _write_tables(file, types, donors, n_genes=n_genes, rng=rng)


def _group(file: h5py.File, key: str, shape: tuple[int, int]) -> h5py.Group:
    group = file.create_group(key)
    group.attrs["encoding-type"], group.attrs["encoding-version"] = "csr_matrix", "0.1.0"
    group.attrs["shape"] = shape
    return group


def _append(node: h5py.Dataset, values: np.ndarray) -> None:
    before = node.shape[0]
    node.resize((before + values.size,))
    node[before:] = values


@numba.njit
def _cells(profiles, types, depths, seed):  # noqa: ANN001, ANN202 compiled
    np.random.seed(seed)  # noqa: NPY002 numba has no other generator
    n_genes = profiles.shape[1]
    places = np.empty(types.size * n_genes // 3, np.int32)
    counts = np.empty(places.size, np.float32)
    lengths = np.empty(types.size, np.int64)
    filled = 0
    for cell in range(types.size):
        before = filled
        for gene in range(n_genes):
            mean = profiles[types[cell], gene] * depths[cell]
            drawn = np.random.random()  # noqa: NPY002, numba knows no other generator
            if drawn < -np.expm1(-mean):
                number = 1
                if mean >= 0.02:
                    if mean > 30:
                        number = max(1, np.random.poisson(mean))  # noqa: NPY002, numba knows no other generator
                    else:
                        term = np.exp(-mean)
                        reached = 1 - drawn
                        number, total = 0, term
                        while reached > total and number < 500:
                            number += 1
                            term *= mean / number
                            total += term
                        number = max(1, number)
                places[filled] = gene
                counts[filled] = number
                filled += 1
        lengths[cell] = filled - before
    return places[:filled], counts[:filled], lengths


def _write_tables(
    file: h5py.File, types: np.ndarray, donors: np.ndarray, *, n_genes: int, rng: np.random.Generator
) -> None:
    letters = rng.choice(list("ACGT"), size=(types.size, 16))
    # Numbered, so that no two barcodes are the same.
    names = [f"{''.join(row)}{number:07d}-1" for number, row in enumerate(letters)]
    obs = pd.DataFrame(
        {
            "cell_type": pd.Categorical.from_codes(types, [f"type_{number:02d}" for number in range(N_TYPES)]),
            "donor": pd.Categorical.from_codes(donors, [f"D{number:02d}" for number in range(N_DONORS)]),
            "condition": pd.Categorical.from_codes(donors % 2, ["ctrl", "stim"]),
        },
        index=names,
    )
    genes = [f"GENE{number}" for number in range(n_genes)]
    var = pd.DataFrame({"gene_ids": [f"ENSG{number:011d}" for number in range(n_genes)]}, index=genes)
    anndata.io.write_elem(file, "obs", obs)
    anndata.io.write_elem(file, "var", var)
    for key in ("obsm", "varm", "obsp", "varp", "uns"):
        anndata.io.write_elem(file, key, {})
    anndata.io.write_elem(file["obsm"], "X_umap", rng.normal(size=(types.size, 2)).astype(np.float32))


if __name__ == "__main__":
    cells, genes, level = map(int, sys.argv[2:])
    write_realistic(Path(sys.argv[1]), n_cells=cells, n_genes=genes, gzip=level)
