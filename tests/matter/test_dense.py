from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import h5py
import numpy as np
import pytest

from counterproof.matter.dense import put_dense
from counterproof.matter.h5ad import Block
from counterproof.matter.plan import Sizes
from counterproof.matter.stored import stored_block
from counterproof.matter.target import Means, Target

SHAPE = (300, 270)
SMALL = Sizes(500, 4000)
ROWS = {
    "shuffled": np.random.default_rng(1).permutation(300),
    "some, some twice": np.array([5, 5, 299, 0]),
    "none": np.empty(0, int),
}
COLUMNS = {"all": np.arange(270), "swapped, one gone": np.r_[3, 1, 2, 0, 5:270], "none": np.empty(0, int)}


@pytest.fixture
def put(tmp_path):
    values = np.random.default_rng(0).normal(size=SHAPE).astype(np.float32)

    def run(*orders, streamed, packed=True, sizes=SMALL):
        folder = tmp_path / f"room{streamed}{packed}"
        folder.mkdir()
        with h5py.File(folder / "source.h5ad", "w") as file:
            file.create_group("obs"), file.create_group("var")
            block = stored_block(folder / "source.h5ad", file.create_dataset("X", data=values), "var")
        block = block if streamed else Block(values, "var")
        with ThreadPoolExecutor(2) as pool:
            files = [h5py.File(folder / f"{number}.h5", "w") for number in range(len(orders))]
            targets = [
                Target(number, file, SimpleNamespace(rows=rows, columns={"var": columns}))
                for number, (file, (rows, columns)) in enumerate(zip(files, orders, strict=True))
            ]
            put_dense(block, "X", targets, means=Means(pool, folder, sizes, packed=packed))
            found = [file["X"][...] for file in files]
            for file in files:
                file.close()
        return values, found, [(folder / f"{number}.h5").read_bytes() for number in range(len(orders))], folder

    return run


@pytest.mark.parametrize("streamed", [True, False])
def test_every_variant_has_its_rows_and_columns_in_its_order(put, streamed):
    orders = [(rows, columns) for rows in ROWS.values() for columns in COLUMNS.values()]
    values, found, _, folder = put(*orders, streamed=streamed)
    for (rows, columns), matrix in zip(orders, found, strict=True):
        assert matrix.shape == (rows.size, columns.size)
        np.testing.assert_array_equal(matrix, values[rows][:, columns])
    # The temporary files are gone.
    assert {path.suffix for path in folder.iterdir()} == {".h5ad", ".h5"}


@pytest.mark.parametrize("packed", [True, False])
def test_the_bytes_do_not_tell_whether_the_source_was_in_memory(put, packed):
    order = (ROWS["shuffled"], COLUMNS["swapped, one gone"])
    streamed, whole = (put(order, streamed=streamed, packed=packed)[2] for streamed in (True, False))
    assert streamed == whole
