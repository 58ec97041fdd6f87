"""The obs and var tables of an h5ad file, column by column, in every encoding that anndata has written.

Read with h5py alone: anndata takes seconds to import, and this runs for every block of every variant. The tests hold it
to what anndata reads.
"""

from collections.abc import Callable, Sequence
from typing import Any

import h5py
import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.domain.problem import InputError, Problem


def read_frame(file: h5py.File, key: str, *, columns: Sequence[str] | None = None, named: bool = True) -> pd.DataFrame:
    """The table at `key` (`obs`, `var`, `raw/var`): the asked columns in the asked order, or all of them.

    Dtypes are those that were written. The index is the cells' or genes' names, as text; numbers unless `named`: in a
    large file the names take longer than a few columns.

    Raises
    ------
    InputError
        If a column is not there, or its encoding is unknown.
    """
    node = file[key]
    known = column_names(node)
    wanted = known if columns is None else list(dict.fromkeys(columns))
    missing = [name for name in wanted if name not in known]
    if missing:
        raise _faulty(file, key, f"has no column {', '.join(map(repr, missing))}", seen=", ".join(known) or "no column")
    compound = isinstance(node, h5py.Dataset)
    table: Any = node[()] if compound else node
    data = {}
    for name in wanted:
        try:
            data[name] = _compound_column(file, table, name) if compound else _column(table[name])
        except NotImplementedError as error:
            raise _faulty(file, f"{key}/{name}", f"cannot be read: {error}") from error
    if not named and not compound:
        names = node[_index_key(node)]
        array = names[next(part for part in ("codes", "values") if part in names)] if _is_group(names) else names
        numbers = pd.RangeIndex(array.shape[0])
        return pd.DataFrame({name: pd.Series(values, index=numbers) for name, values in data.items()}, index=numbers)
    index = _decoded(table[table.dtype.names[0]]) if compound else _column(node[_index_key(node)])
    labels = pd.Index(np.asarray(index).astype(str).astype(object), dtype=object)
    series = {name: pd.Series(values, index=labels) for name, values in data.items()}
    return pd.DataFrame(series, index=labels, columns=pd.Index(wanted, dtype=object))


def _is_group(node: Any) -> bool:
    return isinstance(node, h5py.Group)


def column_names(node: Any) -> list[str]:
    """The names of a table's columns, in their order, without the index."""
    if isinstance(node, h5py.Dataset):
        return list(node.dtype.names[1:])
    return [_text(name) for name in node.attrs.get("column-order", ())]


def _index_key(node: h5py.Group) -> str:
    return _text(node.attrs["_index"])


def _column(node: Any) -> Any:
    if isinstance(node, h5py.Group):
        kind = _text(node.attrs.get("encoding-type", "none"))
        if kind not in ENCODINGS:
            msg = f"its encoding {kind!r} is unknown (known: {', '.join(ENCODINGS)})"
            raise NotImplementedError(msg)
        return ENCODINGS[kind](node)
    values = _array(node)
    if "categories" in node.attrs:  # written before anndata 0.8
        levels = node.file[node.attrs["categories"]]
        return _labelled(values, _array(levels), ordered=levels.attrs.get("ordered", False))
    return values


def _array(node: h5py.Dataset) -> NDArray[Any]:
    if h5py.check_string_dtype(node.dtype) is not None:
        return np.asarray(node.asstr()[()], dtype=object)
    values = np.asarray(node[()])
    return values.astype(values.dtype.newbyteorder("="))


def _labelled(codes: Any, levels: Any, *, ordered: Any = False) -> Any:
    return pd.Categorical.from_codes(codes, levels, ordered=bool(ordered))


def _categorical(node: h5py.Group) -> Any:
    return _labelled(_array(node["codes"]), _array(node["categories"]), ordered=node.attrs.get("ordered", False))


def _nullable_integer(node: h5py.Group) -> Any:
    return pd.arrays.IntegerArray(_array(node["values"]), _array(node["mask"]))


def _nullable_boolean(node: h5py.Group) -> Any:
    return pd.arrays.BooleanArray(_array(node["values"]), _array(node["mask"]))


def _nullable_string(node: h5py.Group) -> Any:
    values = _array(node["values"])
    values[_array(node["mask"])] = None
    return pd.array(values, dtype="string")


ENCODINGS: dict[str, Callable[[h5py.Group], Any]] = {
    "categorical": _categorical,
    "nullable-integer": _nullable_integer,
    "nullable-boolean": _nullable_boolean,
    "nullable-string-array": _nullable_string,
}
"""Readers of the encodings that are HDF5 groups; plain arrays of numbers and texts need none."""


def _compound_column(file: h5py.File, table: Any, name: str) -> Any:
    # Before anndata 0.7 a table was one compound array, and its categories lay in uns.
    values = _decoded(table[name])
    levels = file.get(f"uns/{name}_categories")
    if levels is None or values.dtype.kind not in "iu":
        return values
    categories = _decoded(np.atleast_1d(levels[()]))
    # One list served the obs and var columns of a name: codes beyond it belong to the other.
    return _labelled(values, categories) if values.max(initial=-1) < categories.size else values


def _decoded(values: NDArray[Any]) -> NDArray[Any]:
    if values.dtype.kind == "S":
        return np.char.decode(values, "utf-8").astype(object)
    if values.dtype.kind == "O":
        return np.array([_text(value) for value in values], dtype=object)
    return values.astype(values.dtype.newbyteorder("="))


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)


def _faulty(file: h5py.File, place: str, wrong: str, *, seen: str = "") -> InputError:
    name = str(file.filename).rpartition("/")[2]
    return InputError([Problem(file=name, place=place, wrong=wrong, seen=seen)])
