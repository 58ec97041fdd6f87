from concurrent.futures import ThreadPoolExecutor

import h5py
import numpy as np
import pytest
from scipy import sparse

from counterproof.matter import scan_lines as module
from counterproof.matter.classify import NOTHING, Scanned, tally_of
from counterproof.matter.scan_lines import scan_lines
from counterproof.matter.stored import stored_block

SHAPE = (50, 30)


@pytest.mark.parametrize("layout", ["csr", "csc"])
@pytest.mark.parametrize("entries", [1, 37, 10_000])
def test_the_asked_columns_totals_and_tally_are_those_of_numpy(tmp_path, monkeypatch, layout, entries):
    monkeypatch.setattr(module, "ENTRIES_AT_ONCE", entries)
    rng = np.random.default_rng(0)
    matrix = sparse.random_array(SHAPE, density=0.2, rng=rng).tocsr()
    matrix.data = rng.integers(-1, 4, matrix.nnz).astype(np.float32)
    asked = [7, 0, 29]
    wanted = np.full(SHAPE[1], -1)
    wanted[asked] = range(3)
    stored = matrix if layout == "csr" else matrix.tocsc()
    # What was found of other blocks stays.
    before = Scanned(np.ones((SHAPE[0], 3)), np.ones(SHAPE[0]), NOTHING)
    with ThreadPoolExecutor(2) as pool, h5py.File(tmp_path / "a.h5", "w") as file:
        group = file.create_group("X")
        group.attrs.update({"encoding-type": f"{layout}_matrix", "encoding-version": "0.1.0", "shape": SHAPE})
        for part in ("data", "indices", "indptr"):
            group[part] = getattr(stored, part)
        found = scan_lines(stored_block(tmp_path / "a.h5", group, "var"), group, wanted, before, pool=pool)
    dense = matrix.toarray()
    assert (found.values - 1).tolist() == dense[:, asked].tolist()
    assert (found.totals - 1).tolist() == dense.sum(axis=1).tolist()
    assert tuple(found.tally) == tuple(tally_of(matrix.data))
