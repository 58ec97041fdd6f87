"""A small study in memory, and what an arrangement of it holds."""

import numpy as np
import pandas as pd
import pytest
from scipy import sparse

from counterproof.matter.arrangement import as_it_is
from counterproof.matter.h5ad import Block, H5ad

GENES = {"var": ["CD3D", "CD79A", "NKG7", "LYZ"], "raw": ["LYZ", "MS4A1", "NKG7", "CD79A", "CD3D"]}


@pytest.fixture(scope="session")
def make_source():
    """X dense, a layer of counts, and raw with one more gene in another order; two conditions of two samples each."""

    def make(*, n_cells=16, seed=0, obs=None) -> H5ad:
        rng = np.random.default_rng(seed)
        names = pd.Index([f"{rng.integers(10**9):09d}-1" for _ in range(n_cells)], dtype=object)
        sample = np.arange(n_cells) % 4
        labels = {
            "kind": pd.Categorical(
                np.array(["B", "T", "NK"])[np.arange(n_cells) % 3], categories=["T", "B", "NK", "x"]
            ),
            "condition": np.array(["ctrl", "stim"])[sample % 2],
            "sample": pd.Categorical(np.array(["ctrl1", "stim1", "ctrl2", "stim2"])[sample]),
            "age": pd.array([None, *range(1, n_cells)], dtype="Int64"),
        }
        return H5ad(
            name="small.h5ad",
            obs=pd.DataFrame(obs or labels, index=names),
            axes={axis: pd.DataFrame(index=pd.Index(genes, dtype=object)) for axis, genes in GENES.items()},
            blocks={
                "X": Block(rng.normal(size=(n_cells, 4)).astype(np.float32), "var"),
                "raw": Block(sparse.csr_array(rng.poisson(3, size=(n_cells, 5)).astype(np.int32)), "raw"),
                "layers/counts": Block(sparse.csr_array(rng.poisson(2, size=(n_cells, 4)).astype(np.int32)), "var"),
            },
        )

    return make


@pytest.fixture(scope="session")
def start():
    """The arrangement of a source as it is, with all of its labels."""
    return lambda source: as_it_is(source, keep_obs=list(source.obs.columns))


@pytest.fixture(scope="session")
def realised():
    """Every block of an arrangement as a table of cells by genes."""

    def tables(source: H5ad, arrangement) -> dict[str, pd.DataFrame]:
        found = {}
        for name, block in source.blocks.items():
            matrix = block.matrix.toarray() if sparse.issparse(block.matrix) else block.matrix
            values = matrix[arrangement.rows][:, arrangement.columns[block.axis]]
            index, columns = arrangement.obs.index, arrangement.var[block.axis].index
            found[name] = pd.DataFrame(values, index=index, columns=columns)
        return found

    return tables


@pytest.fixture(scope="session")
def same():
    """Whether two arrangements hold the same, by assertion."""

    def check(one, other) -> None:
        np.testing.assert_array_equal(one.rows, other.rows)
        pd.testing.assert_frame_equal(one.obs, other.obs)
        assert set(one.columns) == set(other.columns)
        for axis in one.columns:
            np.testing.assert_array_equal(one.columns[axis], other.columns[axis])
            pd.testing.assert_frame_equal(one.var[axis], other.var[axis])

    return check
