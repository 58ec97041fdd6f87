"""Small files of every layout, written by anndata or by hand, and what anndata reads from a file."""

import sys
import warnings
from pathlib import Path

import anndata
import numpy as np
import pandas as pd
import pytest
from anndata import AnnData, OldFormatWarning
from scipy import sparse

from counterproof.matter.h5ad import Block, H5ad

sys.path.append(str(Path(__file__).parents[1] / "construct"))  # where tiny cells are written


@pytest.fixture(scope="session")
def make_source():
    """A source in memory: dense scaled X, sparse log raw with more genes in another order, a layer of counts."""

    def make(*, n_cells=12, seed=0, **columns) -> H5ad:
        rng = np.random.default_rng(seed)
        names = pd.Index([f"cell{number:04d}" for number in range(n_cells)], dtype=object)
        obs = pd.DataFrame({"kind": pd.Categorical(rng.choice(["B", "T", "NK"], n_cells))} | columns, index=names)
        genes = {"var": ["CD3D", "CD79A", "NKG7", "LYZ"], "raw": ["LYZ", "MS4A1", "NKG7", "CD79A", "CD3D"]}
        counts = rng.poisson(2, size=(n_cells, 4)).astype(np.int32)
        log = np.log1p(rng.poisson(1, size=(n_cells, 5)) * 1.7).astype(np.float32)
        return H5ad(
            name="small.h5ad",
            obs=obs.set_axis(names),
            axes={axis: pd.DataFrame(index=pd.Index(labels, dtype=object)) for axis, labels in genes.items()},
            blocks={
                "X": Block(rng.normal(size=(n_cells, 4)).astype(np.float32), "var"),
                "raw": Block(sparse.csr_array(log), "raw"),
                "layers/counts": Block(sparse.csr_array(counts), "var"),
            },
        )

    return make


@pytest.fixture(scope="session")
def make_anndata():
    """An AnnData with three cells and two genes; what is given replaces its parts."""

    def make(x=None, *, columns=None, layers=None) -> AnnData:
        x = np.array([[1, 0], [0, 2], [3, 4]], dtype=np.float32) if x is None else x
        obs = pd.DataFrame(columns or {}, index=[f"c{number}" for number in range(x.shape[0])])
        var = pd.DataFrame(index=[f"G{number}" for number in range(x.shape[1])])
        return AnnData(x, obs=obs, var=var, layers=layers)

    return make


@pytest.fixture(scope="session")
def read_as_anndata():
    """What anndata reads; files from before 0.8 make it warn for each of their parts."""

    def read(path: Path) -> AnnData:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", OldFormatWarning)
            warnings.filterwarnings("ignore", message="Moving element from", category=FutureWarning)
            warnings.filterwarnings("ignore", message="Variable names are not unique", category=UserWarning)
            return anndata.read_h5ad(path)

    return read


@pytest.fixture(scope="session")
def dense():
    """A matrix as a plain array."""
    return lambda matrix: matrix.toarray() if sparse.issparse(matrix) else np.asarray(matrix)
