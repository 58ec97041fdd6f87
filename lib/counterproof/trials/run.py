"""A study's trials run to their end: those that are not there yet, on as many processes as asked for."""

import time
from collections import Counter
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import closing

from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.answer import EXCLUDED_OUTCOMES, Outcome
from counterproof.domain.construction import Construction
from counterproof.domain.problem import InputError, Problem
from counterproof.domain.record import Record
from counterproof.jobs.interrupts import interrupts_arrive
from counterproof.store.digest import file_digest
from counterproof.store.study import OpenStudy
from counterproof.trials.claim import claimed
from counterproof.trials.forecast import check_budget
from counterproof.trials.gateway.purse import spent_by_study
from counterproof.trials.known import known_trials
from counterproof.trials.plan import planned_files, planned_trials
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.progress import Told, told_as_they_end
from counterproof.trials.read import read_trials
from counterproof.trials.reply import TextReader
from counterproof.trials.schedule import Worked, outcomes_of
from counterproof.trials.trial_file import TrialFile
from counterproof.trials.unregistered import read_unregistered, unregistered_files, unregistered_trials
from counterproof.trials.workplace import workplace_for


class RunSummary(Record):
    """What a run did. `outcomes` counts all trials that are done, those skipped as done before too; `left` were not
    started since the study's budget was spent. `spent_usd` is what models have cost the study up to now, `seconds` is
    wall time.
    """

    planned: int
    skipped: int
    ran: int
    left: int = 0
    outcomes: dict[Outcome, int]
    spent_usd: float = 0
    seconds: float


def run_trials(
    study: OpenStudy,
    constructions: Sequence[Construction],
    *,
    jobs: int = 1,
    progress: bool | Callable[[int, int], None] = False,
    force: bool = False,
    retry: Collection[Outcome] = (),
    scheduler: str | None = None,
    read_text: TextReader | None = None,
) -> RunSummary:
    """What became of the study's trials, after all that were missing have run.

    A trial is done when its record is on disk. Of those that say nothing about their agent (`infra_error`,
    `config_error`) the reference agents' are tried again, which cost nothing; the others' when `retry` names their
    outcome. Items without a registration are asked on their data as published and without data. Each trial is written
    as it ends, so that nothing is lost by a kill.

    Parameters
    ----------
    jobs
        Worker processes; with one, all run in this process, one after the other. More are started for agents that wait
        for their models: as many as their endpoints' `concurrency` allows at once.
    progress
        A line on the terminal, or a function that is told how many of how many trials are done.
    force
        Run all again.
    scheduler
        Address of a running dask cluster, whose machines see the study's folders under the same paths; `jobs` is then
        its own affair. See `trials.elsewhere` for what is checked there.
    read_text
        Reads the answers of agents that wrote no answer file; without it only files count.

    Raises
    ------
    InputError
        If a variant's file is not what was verified, an agent cannot start, another run is working on the study, what
        is expected passes the study's budget, or the cluster cannot do the work.
    ClusterLostError
        If the cluster goes away in the middle. What was done is kept.
    KeyboardInterrupt
        On Ctrl-C, after the workers and the agents have stopped.
    """
    clock = time.perf_counter()
    planned = (*planned_files(study, constructions), *unregistered_files(study))
    with interrupts_arrive(), claimed(study.layout.trials) as scratch:
        done = {} if force else _done(planned, study, retry=retry)
        missing = _missing(planned, done, study, constructions)
        if study.study.limits.study_usd is not None:
            ran = Counter(file.agent for file in done)
            before = (*read_trials(study, constructions), *read_unregistered(study))
            check_budget(study, constructions, before, done=ran)
        _check_files(missing)
        ready = workplace_for(
            missing,
            folder=study.layout.work,
            jobs=jobs,
            scratch=scratch,
            scheduler=scheduler,
            record_of=lambda trial: study.layout.trial(trial.key),
        )
        with ready as (todo, place):
            worked = outcomes_of(todo, place=place, layout=study.layout, read_text=read_text)
            told = Told(progress, done=len(done), planned=len(planned), ledger=study.layout.spent)
            ended = _counted(worked, told)
            if place.cluster is not None and not ended[None]:
                place.cluster.appeared(study.layout.trial(trial.key) for trial in todo)
    outcomes = Counter(done.values())
    outcomes.update({outcome: count for outcome, count in ended.items() if outcome is not None})
    return RunSummary(
        planned=len(planned),
        skipped=len(done),
        ran=len(todo) - ended[None],
        left=ended[None],
        outcomes=dict(sorted(outcomes.items())),
        spent_usd=spent_by_study(study.layout.spent),
        seconds=round(time.perf_counter() - clock, 3),
    )


def _counted(worked: Generator[Worked, None, None], told: Told) -> Counter[Outcome | None]:
    with closing(worked):
        return Counter(told_as_they_end(worked, told))


def _done(planned: Sequence[TrialFile], study: OpenStudy, *, retry: Collection[Outcome]) -> dict[TrialFile, Outcome]:
    ours = {agent.name for agent in study.study.agents if isinstance(agent, ReferenceAgent)}
    names = {file.name: file for file in planned}
    found = known_trials(study.layout, list(names), cache_name="done")
    return {
        names[name]: known.outcome
        for name, known in found.items()
        if known is not None
        and known.file.digest == names[name].digest
        and known.outcome not in (EXCLUDED_OUTCOMES if known.file.agent in ours else retry)
    }


def _missing(
    planned: Sequence[TrialFile],
    done: Mapping[TrialFile, Outcome],
    study: OpenStudy,
    constructions: Sequence[Construction],
) -> list[PlannedTrial]:
    # To plan 100,000 trials takes seconds, and a run that finds all of them done needs none.
    if len(done) == len(planned):
        return []
    names = {file.name for file in done}
    return [
        *planned_trials(study, constructions, without=names),
        *unregistered_trials(study, without=names),
    ]


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
