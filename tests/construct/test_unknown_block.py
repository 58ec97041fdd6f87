"""A block of no known class that no item asks about stops nothing, and nothing is claimed of it."""

import anndata as ad
import numpy as np
import pytest
from scipy import sparse
from tiny_study import write_tiny_study

from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.problem import InputError
from counterproof.views.tables.construction import verification_table


@pytest.fixture
def study_with(tmp_path):
    """The tiny study with one more layer, `odd`, of these values."""

    def make(change):
        folder = write_tiny_study(tmp_path / "study", items=("marker_nk",))
        cells = ad.read_h5ad(folder / "cells.h5ad")
        cells.layers["odd"] = sparse.csr_matrix(change(cells.layers["counts"].toarray().astype(np.float32)))
        cells.write_h5ad(folder / "cells.h5ad")
        return open_study(folder)

    return make


def with_nan(values):
    values[3, 4] = np.nan
    return values


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (with_nan, "holds 1 values that are NaN or infinite"),
        (lambda values: values / values.sum(axis=1, keepdims=True) * 1e4, "holds fractions up to"),
    ],
    ids=["a missing value", "normalised without a logarithm"],
)
def test_the_item_is_constructed_and_its_page_says_that_the_block_was_not_measured(study_with, change, why):
    (one,) = construct(study_with(change), progress=False)
    assert one.excluded is None, one.detail
    for blocks in (one.screening.blocks, *(verdict.blocks for verdict in one.verifications)):
        (odd,) = (block for block in blocks if block.block == "layers/odd")
        assert odd.block_class == "unknown"
        assert odd.reason.startswith(f"not measured: {why}")
    others = [row[5] for row in verification_table([one]).rows]
    assert all("layers/odd: not measured" in cell.text and why in cell.title for cell in others)


def test_an_item_that_asks_about_it_is_refused(study_with):
    study = study_with(with_nan)
    item = study.layout.study / "items" / "marker_nk.yaml"
    item.write_text(item.read_text().replace("block: raw", "block: layers/odd"))
    with pytest.raises(InputError, match="the block holds 1 values that are NaN or infinite"):
        open_study(study.layout.study)
