"""The trials of a study, read again: those whose digest is still current."""

from collections.abc import Sequence
from pathlib import Path

from counterproof.domain.arm import Arm
from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.store.digest import digest_of
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy
from counterproof.trials.plan import planned_trials
from counterproof.trials.unregistered import unregistered_trials


def read_trials(study: OpenStudy, constructions: Sequence[Construction], *, arm: Arm = "standard") -> tuple[Trial, ...]:
    """The finished trials of one arm in the order of the plan, then the imported ones: every score is of one arm.

    Those that have not run are not among them, nor are stale ones: ours whose digest is no longer planned, imported
    ones whose answer was read against another wording of the item.

    Raises
    ------
    InputError
        If a trial's file is damaged.
    """
    found = (read_trial_file(study, path) for path, _ in trial_files(study, constructions, arm=arm))
    return tuple(trial for trial in found if trial is not None and trial.key.arm == arm)


def trial_files(
    study: OpenStudy, constructions: Sequence[Construction], *, arm: Arm = "standard"
) -> tuple[tuple[Path, str], ...]:
    """The files that may hold trials of an arm, each with its item: ours by the plan, and all imported ones."""
    planned = [
        (study.layout.trial(trial.key), trial.key.item)
        for trial in planned_trials(study, constructions)
        if trial.key.arm == arm
    ]
    decidable = {made.item for made in constructions if made.excluded is None}
    imported = [(path, path.parent.name) for path in sorted(study.layout.imported.glob("*/*/*.json"))]
    there = set(study.layout.trials.glob("*/*/*.json"))
    return tuple(
        [(path, item) for path, item in planned if path in there]
        + [(path, item) for path, item in imported if item in decidable]
    )


def read_trial_file(study: OpenStudy, path: Path) -> Trial | None:
    """The trial of one file; None for an imported one whose item has changed since: import it again.

    Raises
    ------
    InputError
        If the file is damaged.
    """
    trial = read_record(path, Trial)
    current = trial.imported is None or trial.key.item_sha256 == digest_of(study.item(trial.key.item))
    return trial if current else None


def imported_agents(study: OpenStudy) -> tuple[str, ...]:
    """The agents that imports brought into a study, by name: they need not stand in its `study.yaml`."""
    return tuple(sorted({path.parent.parent.name for path in study.layout.imported.glob("*/*/*.json")}))


def stale_trials(study: OpenStudy, constructions: Sequence[Construction]) -> tuple[Path, ...]:
    """Files of trials of ours that no longer count: something that they depend on has changed since."""
    planned = (*planned_trials(study, constructions), *unregistered_trials(study))
    current = {study.layout.trial(trial.key) for trial in planned}
    return tuple(path for path in sorted(study.layout.trials.rglob("*.json")) if path not in current)


def read_trial(trials: Sequence[Trial], *, item: str, agent: str, variant: VariantName, replicate: int = 1) -> Trial:
    """The one trial among these.

    Raises
    ------
    ValueError
        If it is not among them.
    """
    for trial in trials:
        key = trial.key
        if (key.item, key.agent, key.variant, key.replicate) == (item, agent, variant, replicate):
            return trial
    msg = f"no trial of {agent!r} on {item!r}, {variant}, replicate {replicate}: run the agents first (notebook 03)"
    raise ValueError(msg)
