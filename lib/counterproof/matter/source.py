"""The local file behind an item's data source."""

import os
import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from counterproof.domain.problem import InputError, Problem
from counterproof.matter.cohort import COHORT_VERSION, write_cohort
from counterproof.matter.genetics.allele import write_allele
from counterproof.matter.genetics.contacts import write_contacts
from counterproof.matter.genetics.exposure import write_exposure
from counterproof.matter.genetics.locus import write_locus

BUNDLED = {"pbmc68k_reduced": "datasets/10x_pbmc68k_reduced.h5ad"}
"""The data sets that scanpy's wheel holds. Its other data sets would need the network."""

SIMULATED: dict[str, tuple[str, Callable[[Path], None]]] = {
    "cohort": (f"{COHORT_VERSION}.h5ad", write_cohort),
    "allele": ("simulated_allele_v1.csv", write_allele),
    "exposure": ("simulated_exposure_v1.tsv", write_exposure),
    "locus": ("simulated_locus_v1.parquet", write_locus),
    "contacts": ("simulated_contacts_v1.csv", write_contacts),
}
"""Name of the file, and what writes it, for each data set that our own code makes."""


def locate(source: str, *, study: Path, sources: Path) -> Path:
    """The local file of `scanpy:NAME`, `simulated:NAME`, or of a path relative to the study's folder.

    Parameters
    ----------
    source
        As an item names it.
    study
        The study's folder, which is never written to.
    sources
        Folder for simulated data. They are written at the first request; their bytes depend on nothing but our code.

    Raises
    ------
    InputError
        If there is no such data set or file.
    """
    kind, _, name = source.partition(":")
    if kind == "scanpy":
        return _bundled(source, name)
    if kind == "simulated":
        return _simulated(source, name, sources=sources)
    path = study / source
    if not path.is_file():
        raise _unknown(source, "no such file in the study", seen=str(path), fix="give a path relative to the study")
    return path


def _bundled(source: str, name: str) -> Path:
    if name not in BUNDLED:
        raise _unknown(source, "not bundled with scanpy", seen=name, fix=f"one of {', '.join(BUNDLED)}")
    # Importing scanpy takes seconds; its folder is enough.
    spec = find_spec("scanpy")
    folders = list(spec.submodule_search_locations or ()) if spec else []
    for folder in folders:
        path = Path(folder) / BUNDLED[name]
        if path.is_file():
            return path
    raise _unknown(
        source, "scanpy has no such file", seen=", ".join(folders), fix="install scanpy as the lock names it"
    )


def _simulated(source: str, name: str, *, sources: Path) -> Path:
    if name not in SIMULATED:
        raise _unknown(source, "no such simulation", seen=name, fix=f"one of {', '.join(SIMULATED)}")
    file, write = SIMULATED[name]
    path = sources / file
    if not path.exists():
        sources.mkdir(parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(prefix=f".{file}.", suffix=".part", dir=sources)
        os.close(handle)
        try:
            write(Path(part))
            Path(part).chmod(0o644)
            # Another process may have been faster: it wrote the same bytes.
            Path(part).replace(path)
        finally:
            Path(part).unlink(missing_ok=True)
    return path


def _unknown(source: str, wrong: str, *, seen: str, fix: str) -> InputError:
    return InputError([Problem(file=source, place="data.source", wrong=wrong, seen=seen, fix=fix)])
