"""A study of the user's own items, read and checked as a whole before anything else happens."""

import tempfile
from pathlib import Path

from counterproof.benchmarks.files import STUDY_FILE, ReadItems, read_items, read_study, study_folder
from counterproof.benchmarks.fit import misfits
from counterproof.benchmarks.identity import is_identity_study
from counterproof.benchmarks.table_fit import cell_items, table_misfits
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.study import Benchmark
from counterproof.store.layout import layout_of
from counterproof.store.study import OpenStudy


def open_study(path: Path | str, *, out: Path | str | None = None) -> OpenStudy:
    """A study that can be audited: its file, its items by id, and its folders.

    Parameters
    ----------
    path
        The study's folder, or its `study.yaml`.
    out
        Where work and reports go; as `layout_of` says where none is given (a notebook's parameter gives none as "").

    Raises
    ------
    InputError
        If anything is wrong with the study's file, any item's file, or how they fit the data: every problem at once.
        Nothing is written, whether it is raised or not.
    """
    folder = study_folder(Path(path))
    if isinstance(folder, Problem):
        raise InputError([folder])
    if is_identity_study(folder):
        fix = "use `counterproof audit`, `plan`, `run` or `doctor`, or open it in notebook 08"
        raise InputError(
            [Problem(file=STUDY_FILE, place="kind", wrong="is an identity study: it has no items", fix=fix)]
        )
    study, problems = read_study(folder)
    items = _items_of(folder, study.benchmark if study else None)
    layout = layout_of(folder, out=Path(out) if out else None)
    with tempfile.TemporaryDirectory() as scratch:
        # Simulated data are the same wherever they are written: a check must not leave them in the study's folders.
        sources = layout.sources if layout.sources.is_dir() else Path(scratch)
        keep = study.keep_obs if study else ()
        unfit = misfits(cell_items(items.items), keep_obs=keep, study=folder, sources=sources)
        unfit += table_misfits(items.items, agents=study.agents if study else (), study=folder, sources=sources)
    if problems or items.problems or unfit:
        raise InputError((*problems, *items.problems, *unfit))
    return OpenStudy(study, tuple(sorted((item for _, item in items.items), key=lambda item: item.id)), layout)


def _items_of(folder: Path, benchmark: Benchmark | None) -> ReadItems:
    if benchmark is None and not (folder / Benchmark().items).is_dir():
        # The faulty study file may have named another folder: no second complaint about the default one.
        return ReadItems((), ())
    return read_items(folder, items=(benchmark or Benchmark()).items)
