import subprocess
import sys

import numpy as np

from counterproof.matter.h5ad import load, open_h5ad, read_cells

WRITE = """
import sys, anndata, hdf5plugin, numpy as np, pandas as pd
from scipy import sparse
counts = sparse.csr_matrix(np.arange(600).reshape(30, 20) % 7, dtype=np.float32)
cells = anndata.AnnData(counts, obs=pd.DataFrame({"kind": list("ab") * 15}, index=[f"c{n}" for n in range(30)]))
cells.write_h5ad(sys.argv[1], compression=hdf5plugin.FILTERS["zstd"])
"""


def test_zstd_is_read_without_a_package_that_registers_it(tmp_path):
    # Written by another process: there hdf5plugin is imported, here it is not.
    subprocess.run([sys.executable, "-W", "ignore", "-c", WRITE, tmp_path / "zstd.h5ad"], check=True)
    expected = np.arange(600).reshape(30, 20) % 7
    np.testing.assert_array_equal(load(tmp_path / "zstd.h5ad").blocks["X"].matrix.toarray(), expected)
    cells = read_cells(tmp_path / "zstd.h5ad", block="X", genes=["3"], columns=["kind"])
    np.testing.assert_array_equal(cells.expression["3"], expected[:, 3])
    assert open_h5ad(tmp_path / "zstd.h5ad", in_memory=0).blocks["X"].n_entries == np.count_nonzero(expected)
    assert "hdf5plugin" not in sys.modules
