"""The trials of a study, read again: those whose digest is still current."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from counterproof.domain.arm import Arm
from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.store.digest import digest_of
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy
from counterproof.trials.known import known_trials
from counterproof.trials.plan import planned_files
from counterproof.trials.stored import StoredTrials, trials_of
from counterproof.trials.trial_file import TrialFile


def read_trials(study: OpenStudy, constructions: Sequence[Construction], *, arm: Arm = "standard") -> StoredTrials:
    """The finished trials of one arm in the order of the plan, then the imported ones: every score is of one arm.

    Those that have not run are not among them, nor are stale ones: ours whose digest is no longer planned, imported
    ones whose answer was read against another wording of the item. Each is read when it is asked for.

    Raises
    ------
    InputError
        If an imported trial's file is damaged; for one of ours when it is read.
    """
    return StoredTrials(study, trial_files(study, constructions, arm=arm), arm=arm)


def trial_files(
    study: OpenStudy, constructions: Sequence[Construction], *, arm: Arm = "standard"
) -> tuple[TrialFile, ...]:
    """The files that hold the current trials of an arm: ours by the plan, then imported ones.

    Raises
    ------
    InputError
        If an imported trial's file is damaged.
    """
    there = files_below(study.layout.trials)
    files = current_files(study, constructions, arm=arm)
    return tuple(file for file in files if file.imported or file.name in there)


def current_files(study: OpenStudy, constructions: Sequence[Construction], *, arm: Arm) -> tuple[TrialFile, ...]:
    """As `trial_files`, with those of ours that have not run: nobody has looked which are there.

    Raises
    ------
    InputError
        If an imported trial's file is damaged.
    """
    ours = (file for file in planned_files(study, constructions) if file.arm == arm)
    return (*ours, *_imported_files(study, constructions, arm=arm))


def files_below(folder: Path) -> set[str]:
    """All JSON files in the folders of a folder's folders, by their paths below its parent."""
    above = folder.name
    return {
        f"{above}/{agent.name}/{item.name}/{file.name}"
        for agent in _entries(folder)
        for item in _entries(Path(agent.path))
        for file in _entries(Path(item.path))
        if file.name.endswith(".json")
    }


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return [entry for entry in entries if not entry.name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return []


def _parts(name: str) -> list[str]:
    # As paths are sorted: the folder `a` comes before `a-b`.
    return name.split("/")


def _imported_files(study: OpenStudy, constructions: Sequence[Construction], *, arm: Arm) -> Iterator[TrialFile]:
    """Those whose item is decidable, and is now what it was when they were imported: else import them again."""
    layout = study.layout
    names = sorted(files_below(layout.imported), key=_parts)
    decidable = {made.item for made in constructions if made.excluded is None}
    current = {name: digest_of(study.item(name)) for name in decidable}
    mine = [name for name in names if Path(name).parent.name in decidable]
    for name, known in known_trials(layout, mine, cache_name="imported").items():
        if known is None:
            read_record(layout.work / name, Trial)
        elif known.file.arm == arm and known.item_sha256 == current.get(known.file.item):
            yield known.file._replace(imported=True)


def imported_agents(study: OpenStudy) -> tuple[str, ...]:
    """The agents that imports brought into a study, by name: they need not stand in its `study.yaml`."""
    return tuple(sorted({path.parent.parent.name for path in study.layout.imported.glob("*/*/*.json")}))


def read_trial(trials: Sequence[Trial], *, item: str, agent: str, variant: VariantName, replicate: int = 1) -> Trial:
    """The one trial among these.

    Raises
    ------
    ValueError
        If it is not among them.
    """
    for trial in trials_of(trials, items=[item], agents=[agent], variants=[variant], replicate=replicate):
        return trial
    msg = f"no trial of {agent!r} on {item!r}, {variant}, replicate {replicate}: run the agents first (notebook 03)"
    raise ValueError(msg)
