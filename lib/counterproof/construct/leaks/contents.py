"""What a file holds beside its matrices: nothing derived from the data before the edit, and nothing hidden."""

from collections.abc import Iterator
from typing import Any

import h5py
import numpy as np
import pandas as pd
from pandas.api.types import is_bool_dtype, is_numeric_dtype

from counterproof.construct.leaks.files import Files, Written
from counterproof.construct.leaks.finding import Found

DERIVED = ("uns", "obsm", "varm", "obsp", "varp")
KNOWN = {"X", "layers", "obs", "var", "raw", *DERIVED, "raw.X", "raw.var"}


def derived_blocks(files: Files) -> Found:
    """No embedding, neighbours, ranked genes, colours, and no column that the registration does not keep."""
    kept = ", ".join(files.registration.keep_obs) or "none"
    looked_at = f"{', '.join(DERIVED)} are empty; obs has the registered columns ({kept}) only; var no computed one"
    for name, file in files.written.items():
        odd = [*_filled(file), *_strange_columns(file, files)]
        if odd:
            return Found(f"{name}: keeps {', '.join(odd)}", looked_at)
    return Found("", looked_at)


def unused_categories(files: Files) -> Found:
    """Every level of a column is some cell's or gene's, and levels without an order of their own are sorted."""
    looked_at = "every category of every column is some row's, and they stand sorted"
    for name, file in files.written.items():
        with file.open() as handle:
            for place, node in _encoded(handle, "categories"):
                levels = node["categories"].shape[0]
                unused = set(range(levels)) - set(np.unique(node["codes"][...]).tolist())
                if unused:
                    return Found(f"{name}: {place} lists {len(unused)} categories that no row has", looked_at)
                texts = [_text(level) for level in node["categories"][...]]
                if not node.attrs.get("ordered", False) and texts != sorted(texts):
                    return Found(f"{name}: the categories of {place} are not sorted", looked_at)
    return Found("", looked_at)


def hidden_values(files: Files) -> Found:
    """No value lies under the mask of a missing one: it may be the value of before the edit."""
    looked_at = "what lies under the mask of a missing value is blank"
    for name, file in files.written.items():
        with file.open() as handle:
            for place, node in _encoded(handle, "mask"):
                under = pd.unique(node["values"][...][node["mask"][...]])
                if not {_text(value) for value in under} <= {"", "0", "0.0", "False"}:
                    return Found(f"{name}: {place} holds values under the mask of missing ones", looked_at)
    return Found("", looked_at)


def _filled(file: Written) -> Iterator[str]:
    with file.open() as handle:
        for block in DERIVED:
            if block in handle and len(handle[block]):
                yield f"{block} ({', '.join(handle[block])})"
        if "raw/varm" in handle and len(handle["raw/varm"]):
            yield "raw/varm"
        yield from (f"the key {key!r}" for key in handle if key not in KNOWN)


def _strange_columns(file: Written, files: Files) -> Iterator[str]:
    yield from (f"obs column {name}" for name in file.columns("obs") if name not in files.registration.keep_obs)
    with file.open() as handle:
        stored = {key for key in handle["obs"] if key != handle["obs"].attrs["_index"]}
    yield from (f"obs column {name}, which is not listed" for name in sorted(stored - set(file.columns("obs"))))
    for key in file.frames.values():
        table = file.table(key)
        for name in table.columns:
            if is_bool_dtype(table[name]) or is_numeric_dtype(table[name]):
                yield f"{key} column {name}, which was computed"


def _encoded(handle: h5py.File, part: str) -> Iterator[tuple[str, Any]]:
    """The columns of all tables that have such a part."""
    for frame in ("obs", "var", "raw/var"):
        if frame in handle:
            for column, node in handle[frame].items():
                if isinstance(node, h5py.Group) and part in node:
                    yield f"{frame}/{column}", node


def _text(value: object) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)
