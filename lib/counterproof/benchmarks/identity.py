"""An identity study, read and checked as a whole before anything else happens."""

import codecs
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from counterproof.benchmarks.files import STUDY_FILE, study_folder
from counterproof.benchmarks.plain_yaml import read_yaml
from counterproof.benchmarks.wording import check_record
from counterproof.domain.identity_study import IdentityStudy, Source, SourceKind
from counterproof.domain.instance import Instance
from counterproof.domain.problem import InputError, Problem
from counterproof.store.identity import OpenIdentity
from counterproof.store.layout import layout_of


class ReadInstances(NamedTuple):
    """The instances of a source, and the rows that are none, each with its reason."""

    instances: tuple[Instance, ...]
    refused: tuple[Problem, ...] = ()


def is_identity_study(path: Path | str) -> bool:
    """Whether the study at `path` says `kind: identity`; a faulty one is said to be none."""
    folder = study_folder(Path(path))
    if isinstance(folder, Problem):
        return False
    value = read_yaml(folder / STUDY_FILE, name=STUDY_FILE).value
    return isinstance(value, dict) and value.get("kind") == "identity"


def open_identity(path: Path | str, *, out: Path | str | None = None) -> OpenIdentity:
    """An identity study that can be audited: its file, its instances, the rows that were refused, its folders.

    Parameters
    ----------
    path
        The study's folder, or its `study.yaml`.
    out
        Where work and reports go; as `layout_of` says where none is given.

    Raises
    ------
    InputError
        If anything is wrong with the study's file, or its source gives no instance. Nothing is written.
    """
    folder, study = read_identity(path)
    found = read_instances(study.source, folder=folder, seed=study.seed)
    twice = _doubles(found.instances)
    if twice or not found.instances:
        raise InputError(twice or [_nothing(study.source, rows=len(found.refused)), *found.refused])
    return OpenIdentity(study, found.instances, layout_of(folder, out=Path(out) if out else None), found.refused)


def read_identity(path: Path | str) -> tuple[Path, IdentityStudy]:
    """The folder of an identity study and what its study.yaml says; its source is not looked at.

    Raises
    ------
    InputError
        If anything is wrong with the study's file.
    """
    folder = study_folder(Path(path))
    if isinstance(folder, Problem):
        raise InputError([folder])
    value, problems = read_yaml(folder / STUDY_FILE, name=STUDY_FILE)
    if problems and value is None:
        raise InputError(problems)
    study, faults = check_record(value, IdentityStudy, file=STUDY_FILE)
    if problems or faults:
        raise InputError((*problems, *faults))
    return folder, study


def read_instances(source: Source, *, folder: Path, seed: int) -> ReadInstances:
    """The instances of a source; `folder` is the study's, from which a relative path starts.

    Raises
    ------
    InputError
        If the source is not there, or a file of it cannot be read.
    """
    absent = absent_sources(source, folder=folder)
    if absent:
        raise InputError(absent)
    path = folder / source.path
    lexicon = folder / source.lexicon if source.lexicon else None
    found = READERS[source.kind](path, lexicon, seed)
    return ReadInstances(found.instances[: source.limit], found.refused)


def absent_sources(source: Source, *, folder: Path) -> list[Problem]:
    """What of a source is not there: its file or folder, its lexicon."""
    named = {"source.path": source.path, "source.lexicon": source.lexicon}
    return [
        Problem(
            file=STUDY_FILE,
            place=place,
            wrong="no such file or folder",
            seen=name,
            fix=f"correct {place}: relative to the study's folder, or absolute",
        )
        for place, name in named.items()
        if name is not None and not (folder / name).exists()
    ]


def _instances(path: Path, _: Path | None, __: int) -> ReadInstances:
    """Every line that is not blank: a file that people write has no line that a crash may have cut."""
    instances, problems = [], []
    for number, line in enumerate(path.read_bytes().removeprefix(codecs.BOM_UTF8).split(b"\n"), 1):
        if not line.strip():
            continue
        try:
            instances.append(Instance.model_validate_json(line))
        except ValidationError as error:
            problems += [
                Problem(
                    file=path.name,
                    place=" ".join([f"line {number}", ".".join(map(str, fault["loc"]))]).strip(),
                    wrong=f"is no instance: {fault['msg']}",
                    seen=line.decode("utf-8", "replace").strip()[:80],
                    fix="correct this line or remove it",
                )
                for fault in error.errors()
            ]
    if problems:
        raise InputError(problems)
    return ReadInstances(tuple(instances))


def _labbench(path: Path, lexicon: Path | None, seed: int) -> ReadInstances:
    from counterproof.benchmarks.labbench import read_labbench  # noqa: PLC0415, its finder's patterns cost time

    return ReadInstances(*read_labbench(path, lexicon=lexicon, seed=seed))


def _candidates(path: Path, lexicon: Path | None, seed: int) -> ReadInstances:
    from counterproof.benchmarks.candidates import read_candidates  # noqa: PLC0415, as above

    return ReadInstances(*read_candidates(path, lexicon=lexicon, seed=seed))


def _clinical(path: Path, _: Path | None, seed: int) -> ReadInstances:
    from counterproof.benchmarks.clinical import clinical_instances  # noqa: PLC0415, pandas costs half a second

    return ReadInstances(clinical_instances(path, seed=seed).instances)


READERS: dict[SourceKind, Callable[[Path, Path | None, int], ReadInstances]] = {
    "instances": _instances,
    "labbench": _labbench,
    "candidates": _candidates,
    "clinical": _clinical,
}


def _doubles(instances: tuple[Instance, ...]) -> list[Problem]:
    seen: dict[str, Any] = {}
    twice = [one.id for one in instances if one.id in seen or seen.setdefault(one.id, False)]
    return [Problem(file="source", place=name, wrong="two instances have one id", fix="rename one") for name in twice]


def _nothing(source: Source, *, rows: int) -> Problem:
    fix = "see the rows below" if rows else f"it holds no row at all: give what the kind {source.kind!r} reads"
    return Problem(file=STUDY_FILE, place="source", wrong="gives no instance", seen=source.path, fix=fix)
