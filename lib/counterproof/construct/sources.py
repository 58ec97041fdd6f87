"""The data sources of a study: where each lies, what its table of cells holds, and whether it stays as it was."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pandas as pd

from counterproof.construct.leaks.files import DataFile
from counterproof.matter.source import locate
from counterproof.store.digest import file_digest
from counterproof.store.study import OpenStudy


class Source(NamedTuple):
    """One source as it was read: its file and digest, and `obs`, the columns that all variants made from it keep."""

    path: Path
    sha256: str
    keep: tuple[str, ...]
    obs: pd.DataFrame

    @property
    def has_changed(self) -> bool:
        """Whether its file is not what it was."""
        return file_digest(self.path) != self.sha256


def read_sources(study: OpenStudy, keep: Mapping[str, tuple[str, ...]]) -> dict[str, Source]:
    """The sources by name; `keep` has the columns that are kept of each (`register.kept_columns`)."""
    paths = {name: source_path(study, name) for name in keep}
    return {
        name: Source(path, file_digest(path), keep[name], DataFile(path).table("obs", columns=keep[name]))
        for name, path in paths.items()
    }


def source_path(study: OpenStudy, source: str) -> Path:
    """The local file of a data source of this study."""
    return locate(source, study=study.layout.study, sources=study.layout.sources)
