"""Tables of labels as HDF5, in anndata's encodings, always laid out the same way."""

from typing import Any

import h5py
import numpy as np
import pandas as pd
from numpy.typing import NDArray
from pandas.api.types import is_object_dtype

from counterproof.domain.problem import InputError, Problem

TEXT = h5py.string_dtype("utf-8")
INTEGERS = (
    pd.Int8Dtype,
    pd.Int16Dtype,
    pd.Int32Dtype,
    pd.Int64Dtype,
    pd.UInt8Dtype,
    pd.UInt16Dtype,
    pd.UInt32Dtype,
    pd.UInt64Dtype,
)


def mark(node: Any, kind: str, version: str) -> None:
    """Say in a node's attributes how it is encoded."""
    node.attrs["encoding-type"] = kind
    node.attrs["encoding-version"] = version


def write_frame(parent: h5py.Group, key: str, frame: pd.DataFrame) -> None:
    """Put a table at `key`: its index, then its columns in their order, each with its dtype.

    Categorical columns keep only the levels that some row has, sorted as text unless their order has a meaning: an
    empty level would tell what was taken away, their order what was exchanged.
    """
    group = parent.create_group(key)
    mark(group, "dataframe", "0.2.0")
    group.attrs["_index"] = "_index"
    group.attrs.create("column-order", np.array(list(frame.columns), dtype=object if len(frame.columns) else "f8"))
    _write_array(group, "_index", frame.index.to_numpy(dtype=object))
    for name in frame.columns:
        _write_column(group, name, frame[name])


def _write_column(group: h5py.Group, name: str, column: pd.Series) -> None:
    dtype = column.dtype
    if isinstance(dtype, pd.CategoricalDtype):
        _write_categorical(group, name, column)
    elif isinstance(dtype, pd.StringDtype) or (is_object_dtype(dtype) and column.isna().any()):
        _write_masked(group, name, column, kind="nullable-string-array", filler="", plain=object)
    elif isinstance(dtype, pd.BooleanDtype):
        _write_masked(group, name, column, kind="nullable-boolean", filler=False, plain=bool)
    elif isinstance(dtype, INTEGERS):
        _write_masked(group, name, column, kind="nullable-integer", filler=0, plain=dtype.name.lower())
    elif is_object_dtype(dtype) or dtype.kind in "biuf":
        _write_array(group, name, column.to_numpy())
    else:
        wrong = f"obs column {name!r} has dtype {dtype}, which h5ad cannot hold"
        raise InputError([Problem(file=str(group.file.filename), place=name, wrong=wrong, fix="do not keep it")])


def _write_array(group: h5py.Group, name: str, values: NDArray[Any]) -> None:
    text = values.dtype == object
    node = group.create_dataset(name, data=values, dtype=TEXT if text else values.dtype)
    mark(node, *(("string-array", "0.2.0") if text else ("array", "0.2.0")))


def _write_categorical(parent: h5py.Group, name: str, column: pd.Series) -> None:
    present = column.cat.remove_unused_categories()
    if not present.cat.ordered:
        present = present.cat.reorder_categories(sorted(present.cat.categories, key=str))
    group = parent.create_group(name)
    mark(group, "categorical", "0.2.0")
    group.attrs["ordered"] = bool(present.cat.ordered)
    _write_array(group, "categories", present.cat.categories.to_numpy())
    # The width follows the levels of the source, not those that an edit left.
    width = column.cat.codes.to_numpy().dtype
    _write_array(group, "codes", present.cat.codes.to_numpy().astype(width))


def _write_masked(parent: h5py.Group, name: str, column: pd.Series, *, kind: str, filler: Any, plain: Any) -> None:
    group = parent.create_group(name)
    mark(group, kind, "0.1.0")
    missing = column.isna().to_numpy(dtype=bool)
    # What lies under the mask may be a value of before the edit: never write it.
    values = column.astype(object).where(~missing, filler).to_numpy().astype(plain)
    _write_array(group, "mask", missing)
    _write_array(group, "values", values)
