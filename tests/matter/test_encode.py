import h5py
import numpy as np
import pandas as pd
import pytest
from anndata.io import read_elem

from counterproof.domain.problem import InputError
from counterproof.matter.encode import write_frame
from counterproof.matter.frames import read_frame

COLUMNS = [
    pd.Series(["b", "a", None], dtype="category"),
    pd.Series(pd.Categorical([2, 10, 2], categories=[10, 2], ordered=True)),
    pd.Series(["x", "", "é"], dtype=object),
    pd.Series(["x", None, "y"], dtype="string"),
    pd.Series([1, None, -(2**62)], dtype="Int64"),
    pd.Series([1, None, 3], dtype="UInt8"),
    pd.Series([True, None, False], dtype="boolean"),
    pd.Series([True, False, True]),
    pd.Series([1.5, np.nan, -0.0], dtype="float32"),
    pd.Series([1, 2, 3], dtype="int16"),
]


@pytest.fixture
def written(tmp_path):
    def write(frame):
        path = tmp_path / "frame.h5"
        with h5py.File(path, "w") as file:
            write_frame(file, "obs", frame)
        return path

    return write


def in_canonical_order(column):
    if isinstance(column.dtype, pd.CategoricalDtype) and not column.cat.ordered:
        return column.cat.reorder_categories(sorted(column.cat.categories))
    return column


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: str(column.dtype))
@pytest.mark.parametrize("read", [read_elem, lambda node: read_frame(node.file, "obs")], ids=["anndata", "our reader"])
def test_every_dtype_round_trips(written, column, read):
    frame = pd.DataFrame({"label": column.array}, index=list("abc"))
    with h5py.File(written(frame)) as file:
        back = read(file["obs"])
    pd.testing.assert_frame_equal(back, frame.assign(label=in_canonical_order(frame["label"])))


def test_levels_that_no_row_has_are_left_out_and_the_others_sorted(written):
    labels = pd.Categorical(["T", "B", None], categories=["deleted", "T", "B"])
    path = written(pd.DataFrame({"kind": labels}, index=list("abc")))
    with h5py.File(path) as file:
        assert file["obs/kind/categories"].asstr()[...].tolist() == ["B", "T"]
        assert file["obs/kind/codes"][...].tolist() == [1, 0, -1]
    assert b"deleted" not in path.read_bytes()


def test_the_order_of_ordered_levels_is_kept(written):
    labels = pd.Categorical(["late", "early"], categories=["early", "middle", "late"], ordered=True)
    with h5py.File(written(pd.DataFrame({"stage": labels}, index=list("ab")))) as file:
        assert file["obs/stage/categories"].asstr()[...].tolist() == ["early", "late"]
        assert file["obs/stage"].attrs["ordered"]


def test_the_width_of_codes_follows_the_source_and_not_what_an_edit_left(written):
    levels = [f"type {number}" for number in range(200)]
    with h5py.File(written(pd.DataFrame({"kind": pd.Categorical(["type 7"], categories=levels)}, index=["a"]))) as file:
        assert file["obs/kind/codes"].dtype == np.int16


def test_what_lies_under_a_mask_is_not_written(written):
    hidden = pd.arrays.IntegerArray(np.array([1, 99]), np.array([False, True]))
    with h5py.File(written(pd.DataFrame({"age": hidden}, index=list("ab")))) as file:
        assert file["obs/age/values"][...].tolist() == [1, 0]


def test_texts_with_a_missing_one_stay_texts(written):
    with h5py.File(written(pd.DataFrame({"note": pd.Series(["x", None], dtype=object)}).set_axis(list("ab")))) as file:
        assert read_elem(file["obs"])["note"].isna().tolist() == [False, True]


def test_a_dtype_that_h5ad_cannot_hold_is_refused_by_name(written):
    frame = pd.DataFrame({"day": pd.to_datetime(["2026-11-30"])}, index=["a"])
    with pytest.raises(InputError, match="obs column 'day' has dtype datetime64"):
        written(frame)
