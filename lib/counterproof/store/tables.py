"""Result tables as Parquet files."""

from pathlib import Path

import pandas as pd

from counterproof.store.atomic import replacing


def write_table(path: Path, table: pd.DataFrame) -> None:
    """Put a table at `path` in one step."""
    with replacing(path) as part:
        table.to_parquet(part, index=False)


def read_table(path: Path) -> pd.DataFrame:
    """The table at `path`."""
    return pd.read_parquet(path)
