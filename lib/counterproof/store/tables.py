"""Result tables as Parquet files."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from counterproof.store.atomic import replacing

MADE_FROM = b"made from"


def write_table(path: Path, table: pd.DataFrame) -> None:
    """Put a table at `path` in one step."""
    with replacing(path) as part:
        table.to_parquet(part, index=False)


def read_table(path: Path) -> pd.DataFrame:
    """The table at `path`."""
    return pd.read_parquet(path)


def table_digest(table: pd.DataFrame) -> str:
    """Hex SHA-256 of a table's columns, their types and all values, whatever its index."""
    told = hashlib.sha256(str([*table.dtypes.astype(str).items()]).encode())
    told.update(pd.util.hash_pandas_object(table, index=False).to_numpy().tobytes())
    return told.hexdigest()


def cached_tables(
    folder: Path, name: str, *, key: str, make: Callable[[], Sequence[pd.DataFrame]]
) -> tuple[pd.DataFrame, ...]:
    """The tables that `make` gives, read from `folder` where they were made with the same key before.

    Parameters
    ----------
    key
        A digest of all that the tables depend on. Each file states it, so that tables of two states are never mixed.

    Returns
    -------
    tuple of DataFrame
        With a fresh index. Where nothing can be written, they are made each time.
    """
    known = _known_tables(folder, name, key)
    if known is not None:
        return known
    made = tuple(make())
    with suppress(OSError, pa.ArrowException):
        folder.mkdir(parents=True, exist_ok=True)
        for place, table in enumerate(made):
            told = pa.Table.from_pandas(table, preserve_index=False)
            marked = told.replace_schema_metadata({**told.schema.metadata, MADE_FROM: f"{key} {len(made)}".encode()})
            with replacing(folder / f"{name}-{place}.parquet") as part:
                pq.write_table(marked, part, compression="zstd")
    return made


def _known_tables(folder: Path, name: str, key: str) -> tuple[pd.DataFrame, ...] | None:
    found: list[pd.DataFrame] = []
    n_tables = 1
    try:
        while len(found) < n_tables:
            # Opened once: between two looks another process may replace the file by one of another key.
            with pq.ParquetFile(folder / f"{name}-{len(found)}.parquet") as file:
                of, _, n_stated = (file.metadata.metadata or {}).get(MADE_FROM, b"").decode().partition(" ")
                if of != key:
                    return None
                n_tables = int(n_stated)
                found.append(file.read().to_pandas())
    except (OSError, ValueError, pa.ArrowException):
        return None
    return tuple(found)
