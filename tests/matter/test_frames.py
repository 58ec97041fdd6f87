import h5py
import numpy as np
import pandas as pd
import pytest
from anndata import AnnData, settings

from counterproof.domain.problem import InputError
from counterproof.matter.frames import read_frame
from counterproof.matter.opening import opened

CASES = ("02", "03", "04", "07", "09", "10", "12", "13", "15", "19", "20")


@pytest.mark.parametrize("case", CASES)
def test_obs_and_var_are_what_anndata_reads(shared, read_as_anndata, case):
    (path,) = (shared / "cases" / "h5ad").glob(f"{case}_*")
    expected = read_as_anndata(path)
    with opened(path) as file:
        pd.testing.assert_frame_equal(read_frame(file, "obs"), expected.obs, check_names=False)
        pd.testing.assert_frame_equal(read_frame(file, "var"), expected.var, check_names=False)


@pytest.mark.parametrize(
    "column",
    [
        pd.Series(["b", "a", None], dtype="category"),
        pd.Series(pd.Categorical([2, 10, 2], categories=[10, 2, 3], ordered=True)),
        pd.Series(["x", "", "é"], dtype=object),
        pd.Series(["x", None, "y"], dtype="string"),
        pd.Series([1, None, -(2**62)], dtype="Int64"),
        pd.Series([1, None, 3], dtype="UInt8"),
        pd.Series([True, None, False], dtype="boolean"),
        pd.Series([True, False, True]),
        pd.Series([1.5, np.nan, -0.0], dtype="float32"),
        pd.Series([1, 2, 3], dtype="int16"),
    ],
    ids=lambda column: str(column.dtype),
)
def test_every_dtype_comes_back_as_anndata_wrote_it(tmp_path, column):
    obs = pd.DataFrame({"label": column.to_numpy() if column.dtype == object else column.array}, index=list("abc"))
    with settings.override(allow_write_nullable_strings=True):
        AnnData(np.ones((3, 1), dtype="float32"), obs=obs).write_h5ad(
            tmp_path / "a.h5ad", convert_strings_to_categoricals=False
        )
    with opened(tmp_path / "a.h5ad") as file:
        pd.testing.assert_frame_equal(read_frame(file, "obs"), obs)


def test_only_the_asked_columns_are_read_in_the_asked_order(shared):
    with opened(shared / "cases" / "h5ad" / "04_nullable_columns.h5ad") as file:
        assert read_frame(file, "obs", columns=["flag", "age"]).columns.tolist() == ["flag", "age"]
        assert read_frame(file, "obs", columns=[]).shape == (12, 0)


def test_a_missing_column_is_refused_with_those_that_are_there(shared):
    path = shared / "cases" / "h5ad" / "04_nullable_columns.h5ad"
    with (
        pytest.raises(InputError, match=r"04_nullable_columns.h5ad: obs: has no column 'sex' \(seen: cell_type, age"),
        opened(path) as file,
    ):
        read_frame(file, "obs", columns=["age", "sex"])


def test_an_encoding_of_the_future_is_refused_by_name(make_anndata, tmp_path):
    make_anndata(columns={"kind": pd.Categorical(["a", "b", "a"])}).write_h5ad(tmp_path / "a.h5ad")
    with h5py.File(tmp_path / "a.h5ad", "r+") as file:
        file["obs/kind"].attrs["encoding-type"] = "run-length"
    with (
        pytest.raises(InputError, match="obs/kind: cannot be read: its encoding 'run-length' is unknown"),
        opened(tmp_path / "a.h5ad") as file,
    ):
        read_frame(file, "obs")


def test_categories_kept_beside_the_column_as_in_anndata_0_7_are_found(tmp_path, read_as_anndata):
    with h5py.File(tmp_path / "old.h5ad", "w") as file:
        file["X"] = np.ones((3, 1), dtype="float32")
        for key, index in (("obs", [b"a", b"b", b"c"]), ("var", [b"G"])):
            group = file.create_group(key)
            group.create_dataset("index", data=np.array([name.decode() for name in index], dtype=object))
            group.attrs.update({"encoding-type": "dataframe", "encoding-version": "0.1.0", "_index": "index"})
            group.attrs["column-order"] = np.array(["kind"] if key == "obs" else [], dtype=h5py.string_dtype())
        levels = file.create_dataset("obs/__categories/kind", data=np.array(["B", "T"], dtype=object))
        levels.attrs["ordered"] = False
        file["obs/kind"] = np.array([1, 0, -1], dtype=np.int8)
        file["obs/kind"].attrs["categories"] = levels.ref
    with opened(tmp_path / "old.h5ad") as file:
        frame = read_frame(file, "obs")
    assert frame["kind"].tolist() == ["T", "B", np.nan]
    pd.testing.assert_frame_equal(frame, read_as_anndata(tmp_path / "old.h5ad").obs, check_names=False)
