"""Every run in the folders and files that somebody names, one at a time."""

import os
from collections.abc import Iterator
from pathlib import Path

from counterproof.domain.problem import InputError
from counterproof.domain.trial import Imported
from counterproof.store.digest import digest_of
from counterproof.trajectories import SampleLog, detect, parse, read_samples
from counterproof.trials.imports.found import FoundRun, Refused
from counterproof.trials.imports.mapping import ImportMap, MappedPath
from counterproof.trials.imports.naming import Names, Naming
from counterproof.trials.imports.run_folder import FILES, Ran, digest_of_files, is_run, read_run

LOG_SUFFIXES = {".json", ".jsonl", ".eval"}
LATCH_DEPTH = 5
"""Folders of a path in latch's layout: item, provider, model, harness, replicate."""


def find_runs(source: Path, *, mapping: ImportMap, naming: Naming) -> Iterator[FoundRun | Refused]:
    """The runs of a folder, or of one file, in the order of their paths; each is found or refused with its reason.

    A mapped path comes first; then a folder with a run's files is a run, and an Inspect log is as many as it has
    samples. A log that nothing tells the place of is refused. Links are not followed.
    """
    if source.is_file():
        yield from _in_file(source, source.name, mapping, naming)
        return
    for folder, folders, files in os.walk(source):
        folders.sort()
        here = Path(folder).relative_to(source).as_posix()
        told = _mapped(here, mapping)
        if told is not None or (is_run(set(files)) and not any(_mapped(f"{here}/{name}", mapping) for name in files)):
            folders.clear()
            if not is_run(set(files)):
                yield Refused(source=here, reason=f"the folder holds none of a run's files: {', '.join(FILES)}")
                continue
            yield _in_folder(source, Path(folder), here, told=told, naming=naming)
            continue
        for name in sorted(files):
            path = Path(folder, name)
            # A pipe would be waited for without end, and a link may lead to what is no part of the runs.
            if path.is_file() and not path.is_symlink():
                yield from _in_file(path, path.relative_to(source).as_posix(), mapping, naming)


def _mapped(path: str, mapping: ImportMap) -> tuple[MappedPath, Names] | None:
    found = ((run, run.names(path.removeprefix("./"))) for run in mapping.runs)
    return next(((run, names) for run, names in found if names is not None), None)


def _in_folder(
    source: Path, folder: Path, here: str, *, told: tuple[MappedPath, Names] | None, naming: Naming
) -> FoundRun | Refused:
    name = folder.resolve().name if here == "." else here
    try:
        ran = read_run(folder)
        names = told[1] if told else _of_layout(folder, source)
        _agree(names, ran.told)
        names = Names(*(mine or theirs for mine, theirs in zip(names, ran.told, strict=True)))
        return _found(ran, names, source=name, layout="mapped" if told else "latch", naming=naming)
    except (InputError, ValueError, OSError) as error:
        return Refused(source=name, reason=str(error))


def _of_layout(folder: Path, source: Path) -> Names:
    # Also where the folder that was named is itself the item's, or the model's.
    inside = folder.resolve().relative_to(source.resolve()).parts
    parts = folder.resolve().parts[-LATCH_DEPTH:] if len(inside) < LATCH_DEPTH else inside[-LATCH_DEPTH:]
    if len(parts) < LATCH_DEPTH or not (parts[-1][:1] == "r" and parts[-1][1:].isdigit()):
        return Names()
    item, provider, model, harness, replicate = parts
    return Names(item=item, model=f"{provider}/{model}", harness=harness, replicate=replicate)


def _agree(path: Names, record: Names) -> None:
    """Refuse a run whose record names another item than its path: one of the two is in the wrong place."""
    if path.item and record.item and path.item.lower() != record.item.lower():
        msg = f"its path says item {path.item!r}, its result.json {record.item!r}: name the right one with --map"
        raise ValueError(msg)


def _in_file(path: Path, name: str, mapping: ImportMap, naming: Naming) -> Iterator[FoundRun | Refused]:
    told = _mapped(name, mapping)
    if told is None and path.suffix not in LOG_SUFFIXES:
        return
    try:
        kind = detect(path)
        if kind == "inspect":
            for sample in read_samples(path):
                yield _of_sample(sample, name, names=told[1] if told else Names(), naming=naming)
        elif told is not None:
            yield _of_log(path, name, told=told, naming=naming)
        elif kind != "empty":
            reason = f"a log of {kind}, and nothing tells its item and agent: say so under `runs` of --map"
            yield Refused(source=name, reason=reason)
    except (InputError, OSError) as error:
        # Other JSON files lie about in most folders: only what somebody calls a run is one.
        if told is not None or path.suffix == ".eval":
            yield Refused(source=name, reason=str(error))


def _of_log(path: Path, name: str, *, told: tuple[MappedPath, Names], naming: Naming) -> FoundRun | Refused:
    run, names = told
    try:
        answer = path.parent / run.answer if run.answer else None
        answer = answer if answer is not None and answer.is_file() and not answer.is_symlink() else None
        trajectory = parse(path)
        ran = Ran(
            trajectory=trajectory,
            answer=None if answer is None else answer.read_bytes(),
            told=Names(),
            seconds=trajectory.totals.seconds,
            timed_out=False,
            passed=None,
            sha256=digest_of_files([path] if answer is None else [path, answer]),
        )
        return _found(ran, names, source=name, layout="mapped", naming=naming)
    except (InputError, ValueError, OSError) as error:
        return Refused(source=name, reason=str(error))


def _of_sample(sample: SampleLog, name: str, *, names: Names, naming: Naming) -> FoundRun | Refused:
    source = f"{name}#{sample.sample_id}#{sample.epoch}"
    own = sample.metadata.get("counterproof")
    own = own if isinstance(own, dict) else {}
    item, _, variant = sample.sample_id.partition("/")
    told = Names(
        item=names.item or str(own.get("item") or item),
        agent=names.agent or own.get("agent"),
        variant=names.variant or own.get("variant") or sample.metadata.get("variant") or variant or None,
        replicate=names.replicate or str(own.get("replicate") or sample.epoch),
        model=names.model or sample.model,
        harness=names.harness,
    )
    ran = Ran(
        trajectory=sample.trajectory,
        answer=None,
        told=Names(),
        seconds=sample.trajectory.totals.seconds,
        timed_out=sample.trajectory.ending == "limits" and sample.trajectory.ending_reason in {"time", "working"},
        passed=None,
        sha256=digest_of([source, sample.trajectory.model_dump(mode="json")]),
    )
    try:
        return _found(ran, told, source=source, layout="inspect", naming=naming)
    except ValueError as error:
        return Refused(source=source, reason=str(error))


def _found(ran: Ran, names: Names, *, source: str, layout: str, naming: Naming) -> FoundRun:
    place = naming.place(names)
    imported = Imported.model_validate(
        {
            "source": source,
            "layout": layout,
            "item": names.item,
            "model": names.model,
            "harness": names.harness,
            "passed": ran.passed,
        }
    )
    return FoundRun(
        imported=imported,
        **place._asdict(),
        trajectory=ran.trajectory,
        answer_file=ran.answer,
        seconds=ran.seconds,
        timed_out=ran.timed_out,
        sha256=ran.sha256,
    )
