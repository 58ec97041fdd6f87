"""A study's trials run to their end: those that are not there yet, on as many processes as asked for."""

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial
from math import ceil
from pathlib import Path

from tqdm import tqdm

from counterproof.domain.answer import EXCLUDED_OUTCOMES, Outcome
from counterproof.domain.construction import Construction
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial, TrialKey
from counterproof.store.digest import file_digest
from counterproof.store.layout import Layout
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy
from counterproof.trials.claim import claimed
from counterproof.trials.execute import execute_all
from counterproof.trials.forecast import check_budget
from counterproof.trials.plan import planned_trials
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.read import read_trials

FEW = 300
"""So many trials are done in this process before workers have started (about 4 s)."""

BATCH = 20
"""Trials that a worker takes at once: a trial of 15 ms would otherwise wait for its scheduling."""


class RunSummary(Record):
    """What a run did. `outcomes` counts all planned trials, those skipped as done too; `seconds` is wall time."""

    planned: int
    skipped: int
    ran: int
    outcomes: dict[Outcome, int]
    seconds: float


def run_trials(
    study: OpenStudy,
    constructions: Sequence[Construction],
    *,
    jobs: int = 1,
    progress: bool | Callable[[int, int], None] = False,
    force: bool = False,
) -> RunSummary:
    """What became of the study's trials, after all that were missing have run.

    A trial is done when its record is on disk and ended in an outcome that counts: one that failed for reasons of ours
    (`infra_error`, `config_error`) is tried again. Each is written as it ends, so that nothing is lost by a kill.

    Parameters
    ----------
    jobs
        Worker processes; with one, or with few trials left, all run in this process.
    progress
        A bar on the terminal, or a function that is told how many of how many trials are done.
    force
        Run all again.

    Raises
    ------
    InputError
        If a variant's file is not what was verified, another run is working on the study, or what is expected passes
        the study's budget.
    KeyboardInterrupt
        On Ctrl-C, after the workers have stopped.
    """
    clock = time.perf_counter()
    planned = planned_trials(study, constructions)
    with claimed(study.layout.trials) as scratch:
        done = {} if force else _done(planned, study.layout)
        todo = [trial for trial in planned if trial.key not in done]
        if study.study.limits.study_usd is not None:
            ran = Counter(key.agent for key in done)
            check_budget(study, constructions, read_trials(study, constructions), done=ran)
        _check_files(todo)
        for trial in todo:
            study.layout.trial(trial.key).unlink(missing_ok=True)
        outcomes = Counter(done.values())
        with closing(_outcomes(todo, layout=study.layout, jobs=jobs, scratch=scratch)) as finished:
            outcomes.update(_reported(finished, progress=progress, done=len(done), planned=len(planned)))
    return RunSummary(
        planned=len(planned),
        skipped=len(done),
        ran=len(todo),
        outcomes=dict(sorted(outcomes.items())),
        seconds=round(time.perf_counter() - clock, 3),
    )


def _done(planned: Sequence[PlannedTrial], layout: Layout) -> dict[TrialKey, Outcome]:
    found = {trial.key: _finished(layout.trial(trial.key), trial.key) for trial in planned}
    return {key: outcome for key, outcome in found.items() if outcome is not None}


def _finished(path: Path, key: TrialKey) -> Outcome | None:
    if not path.exists():
        return None
    try:
        trial = read_record(path, Trial)
    except InputError:
        return None
    return trial.outcome if trial.key == key and trial.outcome not in EXCLUDED_OUTCOMES else None


def _check_files(todo: Sequence[PlannedTrial]) -> None:
    expected = {trial.data: trial.key.data_sha256 for trial in todo if trial.data is not None}
    problems = [
        Problem(
            file=f"{path.parent.name}/{path.name}",
            wrong="the variant's file is not the one that was verified",
            seen=f"SHA-256 {file_digest(path)[:16]}..." if path.exists() else "no file",
            fix="construct the item again",
        )
        for path, sha256 in expected.items()
        if not path.exists() or file_digest(path) != sha256
    ]
    if problems:
        raise InputError(problems)


def _outcomes(
    todo: Sequence[PlannedTrial], *, layout: Layout, jobs: int, scratch: Path
) -> Generator[Outcome, None, None]:
    """The outcome of each trial as it ends; the trials' order is kept only in this process."""
    work = partial(execute_all, layout=layout, scratch=scratch)
    if jobs == 1 or len(todo) <= FEW:
        for trial in todo:
            yield from work([trial])
        return
    from counterproof.jobs.cluster import over_workers  # noqa: PLC0415, costs 1.5 s that few trials need not pay

    size = min(BATCH, ceil(len(todo) / jobs))
    batches = [todo[start : start + size] for start in range(0, len(todo), size)]
    for outcomes in over_workers(work, batches, workers=jobs, scratch=scratch):
        yield from outcomes


def _reported(
    outcomes: Iterator[Outcome], *, progress: bool | Callable[[int, int], None], done: int, planned: int
) -> Iterator[Outcome]:
    if callable(progress):
        for number, outcome in enumerate(outcomes, done + 1):
            progress(number, planned)
            yield outcome
        return
    with tqdm(outcomes, total=planned, initial=done, unit="trial", desc="trials", disable=not progress) as bar:
        yield from bar
