"""The source as it would be under opaque names: what the leak checks hold renamed files against."""

from collections.abc import Sequence
from pathlib import Path

import pandas as pd

from counterproof.construct.anonymise.data import renamed_genes, renamed_labels
from counterproof.construct.anonymise.names import Renaming
from counterproof.construct.leaks.files import DataFile


class RenamedSource(DataFile):
    """A data file whose tables are read under opaque names. Its texts and bytes stay as they are."""

    def __init__(self, path: Path, names: Renaming) -> None:
        super().__init__(path)
        self._names = names
        self._renamed: dict[tuple[str, tuple[str, ...] | None], pd.DataFrame] = {}

    def table(self, key: str, *, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """The table at `key` with these of its columns, or all, under opaque names."""
        asked = (key, None if columns is None else tuple(columns))
        if asked not in self._renamed:
            rename = renamed_genes if key in self.frames.values() else renamed_labels
            self._renamed[asked] = rename(super().table(key, columns=columns), self._names)
        return self._renamed[asked]
