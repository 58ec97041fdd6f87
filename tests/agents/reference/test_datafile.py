import anndata as ad
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from counterproof.agents.reference import matrix
from counterproof.agents.reference.datafile import DataFile


@pytest.fixture
def path(tmp_path):
    rng = np.random.default_rng(0)
    counts = rng.poisson(1.0, (30, 5)).astype("float32")
    counts[3] = 0
    obs = {
        "kind": pd.Categorical(["a", None, "b"] * 10, categories=["b", "unused", "a"]),
        "plain": ["x", "y", "z"] * 10,
        "flag": pd.array([True, None, False] * 10, dtype="boolean"),
        "number": pd.array([1, None, 3] * 10, dtype="Int64"),
        "score": [0.5, np.nan, 2.0] * 10,
    }
    cells = [f"c{i}" for i in range(30)]
    genes = [f"g{i}" for i in range(5)]
    data = ad.AnnData(counts, obs=pd.DataFrame(obs, index=cells), var=pd.DataFrame(index=genes))
    data.layers["counts"] = sp.csr_matrix(counts)
    data.raw = ad.AnnData(sp.csr_matrix(counts[:, ::-1]), obs=data.obs[[]], var=pd.DataFrame(index=genes[::-1]))
    data.write_h5ad(tmp_path / "data.h5ad")
    return tmp_path / "data.h5ad"


@pytest.mark.parametrize("block", ["X", "raw", "layers/counts"])
@pytest.mark.parametrize("slab", [1, 7, 4_000_000])
def test_columns_of_every_block_match_anndata_in_slabs_of_any_size(path, block, slab, monkeypatch):
    monkeypatch.setattr(matrix, "SLAB_VALUES", slab)
    expected = ad.read_h5ad(path).to_df()
    with DataFile(path) as file:
        columns = file.columns(block, ["g3", "absent", "g0"])
    assert columns.by_gene.keys() == {"g3", "g0"}
    for gene, values in columns.by_gene.items():
        assert values == pytest.approx(expected[gene].to_numpy())
    assert columns.totals == pytest.approx(expected.sum(axis=1).to_numpy())


@pytest.mark.parametrize(
    ("column", "labels"),
    [
        ("kind", ["a", None, "b"]),
        ("plain", ["x", "y", "z"]),
        ("flag", ["True", None, "False"]),
        ("number", ["1", None, "3"]),
        ("score", ["0.5", None, "2.0"]),
    ],
)
def test_labels_are_texts_and_a_missing_one_is_none(path, column, labels):
    with DataFile(path) as file:
        assert file.labels(column)[:3].tolist() == labels


def test_the_blocks_have_their_shapes(path):
    with DataFile(path) as file:
        assert file.blocks == {"X": (30, 5), "raw": (30, 5), "layers/counts": (30, 5)}


def test_a_file_without_x_has_only_its_layers(tmp_path):
    data = ad.AnnData(obs=pd.DataFrame(index=["c0", "c1"]), var=pd.DataFrame(index=["g0"]))
    data.layers["counts"] = np.array([[1.0], [2.0]])
    data.write_h5ad(tmp_path / "data.h5ad")
    with DataFile(tmp_path / "data.h5ad") as file:
        assert list(file.blocks) == ["layers/counts"]
        assert file.columns("layers/counts", ["g0"]).by_gene["g0"].tolist() == [1, 2]


def test_an_unknown_column_and_an_unknown_block_are_named_with_what_there_is(path):
    with DataFile(path) as file:
        with pytest.raises(KeyError, match="no column 'cell': it has kind, plain"):
            file.labels("cell")
        with pytest.raises(KeyError, match="no block 'layers/logs': it has X, raw, layers/counts"):
            file.columns("layers/logs", ["g0"])
