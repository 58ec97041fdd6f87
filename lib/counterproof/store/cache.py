"""Texts made from files, kept until their file changes: one Parquet file that can be removed at any time."""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from counterproof.store.atomic import replacing

COLUMNS = ["name", "stamp", "text"]


def stamps_of(folder: Path, names: Iterable[str], *, context: str | Mapping[str, str]) -> dict[str, str]:
    """The stamp of each file by its path below a folder, in their order; those that are not there are left out.

    A stamp changes when its file is replaced or written to, or when its context does.

    Parameters
    ----------
    context
        What a text depends on beside its file; one for all, or one for each name.
    """
    found = {}
    for name in names:
        # A `Path` for each of a hundred thousand files would cost more than the question, and so would `suppress`.
        try:
            status = os.stat(f"{folder}/{name}")  # noqa: PTH116, see above
        except FileNotFoundError:
            continue
        own = context if isinstance(context, str) else context[name]
        # With the change of status: who writes into a file can set the time of writing back, but not this one.
        found[name] = f"{status.st_size}-{status.st_mtime_ns}-{status.st_ctime_ns}-{status.st_ino}-{own}"
    return found


def cached_texts(
    path: Path, stamps: Mapping[str, str], *, make: Callable[[Sequence[str]], Mapping[str, str]]
) -> dict[str, str]:
    """The text of every name in `stamps`, in its order; those whose stamp is new are made, and kept at `path`.

    Nothing is lost when the process is killed: the file is replaced in one step. One that is damaged is made again, and
    where it cannot be written the texts are returned all the same. What is no longer asked for is dropped.
    """
    kept = {name: text for name, stamp, text in _read(path) if stamps.get(name) == stamp}
    missing = [name for name in stamps if name not in kept]
    if missing:
        kept |= make(missing)
        columns = [list(stamps), list(stamps.values()), [kept[name] for name in stamps]]
        with suppress(OSError), replacing(path) as part:
            # No two texts or stamps are the same: there is nothing for a dictionary.
            pq.write_table(pa.table(columns, names=COLUMNS), part, compression="zstd", use_dictionary=False)
    return {name: kept[name] for name in stamps}


def _read(path: Path) -> Iterable[tuple[str, str, str]]:
    try:
        table = pq.read_table(path, columns=COLUMNS)
    except (OSError, ValueError, pa.ArrowException):
        return ()
    if table.column_names != COLUMNS:
        return ()
    return zip(*(column.to_pylist() for column in table.columns), strict=True)
