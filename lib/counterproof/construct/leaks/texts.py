"""Every text that a file holds, decoded: keys, attributes, and the values of text datasets."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import h5py
import numpy as np

from counterproof.construct.leaks.walk import objects

TABLES = ("obs", "var", "raw")


class Text(NamedTuple):
    """A text and where it stands."""

    place: str
    value: str


def texts(handle: h5py.File, *, tables: bool = True) -> Iterator[Text]:
    """Every text of an open file; a name that stands twice comes twice.

    `tables` says whether those of the tables of cells and genes are wanted, too.
    """
    yield from _attributes("/", handle)
    for name, node in objects(handle):
        if not tables and name.startswith(TABLES):
            continue
        yield Text("a key", name.rpartition("/")[2])
        yield from _attributes(name, node)
        # A dataset without a shape holds nothing.
        if isinstance(node, h5py.Dataset) and node.shape is not None:
            yield from _values(name, node)


def _attributes(place: str, node: Any) -> Iterator[Text]:
    for key in node.attrs:
        yield Text(f"an attribute of {place}", key)
        for value in np.atleast_1d(np.asarray(node.attrs[key], dtype=object)).ravel():
            if isinstance(value, str | bytes):
                yield Text(f"an attribute of {place}", _decoded(value))


def _values(place: str, node: h5py.Dataset) -> Iterator[Text]:
    if h5py.check_string_dtype(node.dtype) is not None:
        for value in np.atleast_1d(node[()]).ravel():
            yield Text(place, _decoded(value))
    elif node.dtype.names is not None:
        for field in node.dtype.names:
            yield Text(f"a field of {place}", field)
            if node.dtype[field].kind in "SO":
                yield from (Text(f"{place}/{field}", _decoded(value)) for value in np.atleast_1d(node[field]).ravel())


def _decoded(value: str | bytes) -> str:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
