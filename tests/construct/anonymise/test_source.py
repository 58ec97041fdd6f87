import anndata
import numpy as np
import pandas as pd
import pytest

from counterproof.construct.anonymise.names import Renaming
from counterproof.construct.anonymise.source import RenamedSource
from counterproof.construct.leaks.files import DataFile

NAMES = Renaming(
    genes={"CD3E": "Gene-B", "LYZ": "Gene-C"}, identifiers={"E1": "Id-B", "E2": "Id-C"}, groups={"CD19+ B": "Group-Z"}
)


@pytest.fixture
def path(tmp_path):
    var = pd.DataFrame({"gene_ids": ["E1", "E2"]}, index=["CD3E", "LYZ"])
    obs = pd.DataFrame({"kind": pd.Categorical(["CD19+ B", "NK"])}, index=["c1", "c2"])
    cells = anndata.AnnData(np.ones((2, 2), dtype=np.float32), obs=obs, var=var)
    cells.raw = cells
    cells.write_h5ad(tmp_path / "cells.h5ad")
    return tmp_path / "cells.h5ad"


def test_genes_of_every_axis_identifiers_and_labels_are_read_under_opaque_names(path):
    source = RenamedSource(path, NAMES)
    assert set(source.genes) == {"var", "raw"}
    assert all(list(genes) == ["Gene-B", "Gene-C"] for genes in source.genes.values())
    assert list(source.table("raw/var", columns=["gene_ids"])["gene_ids"]) == ["Id-B", "Id-C"]
    assert list(source.table("obs")["kind"]) == ["Group-Z", "NK"]


def test_cells_and_blocks_are_those_of_the_file(path):
    source, plain = RenamedSource(path, NAMES), DataFile(path)
    assert list(source.cells) == list(plain.cells)
    assert source.blocks == plain.blocks
    assert source.table("obs") is source.table("obs")
