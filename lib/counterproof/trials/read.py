"""The trials of a study, read again: those whose digest is still current."""

from collections.abc import Sequence
from pathlib import Path

from counterproof.domain.construction import Construction
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy
from counterproof.trials.plan import planned_trials


def read_trials(study: OpenStudy, constructions: Sequence[Construction]) -> tuple[Trial, ...]:
    """The finished trials in the order of the plan; those that have not run are not among them, nor are stale ones.

    Raises
    ------
    InputError
        If a trial's file is damaged.
    """
    paths = _current_paths(study, constructions)
    return tuple(read_record(path, Trial) for path in paths if path.exists())


def stale_trials(study: OpenStudy, constructions: Sequence[Construction]) -> tuple[Path, ...]:
    """Files of trials that no longer count: something that they depend on has changed since."""
    current = set(_current_paths(study, constructions))
    return tuple(path for path in sorted(study.layout.trials.rglob("*.json")) if path not in current)


def _current_paths(study: OpenStudy, constructions: Sequence[Construction]) -> list[Path]:
    return [study.layout.trial(trial.key) for trial in planned_trials(study, constructions)]


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
