"""An identity study's calls run to their end: those that are not there yet, on as many processes as asked for."""

import time
import traceback
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any

from tqdm import tqdm

from counterproof.agents import files
from counterproof.agents.answerers.answerer import run_answerer
from counterproof.construct.prompts import ANSWER_FILE
from counterproof.domain.answer import EXCLUDED_OUTCOMES, Outcome
from counterproof.domain.call import Call, Reply
from counterproof.domain.problem import InputError
from counterproof.domain.trajectory import Trajectory
from counterproof.store.identity import OpenIdentity
from counterproof.store.records import read_record, write_record
from counterproof.trajectories.own import Own
from counterproof.trials.call_replies import read_replies
from counterproof.trials.calls import CallPlan, PlannedCall, planned_calls
from counterproof.trials.claim import claimed
from counterproof.trials.folder import trial_folder
from counterproof.trials.run import RunSummary

FEW = 600
"""So many calls are done in this process before workers have started."""

BATCH = 50


def run_calls(
    study: OpenIdentity, *, jobs: int = 1, progress: bool = False, force: bool = False, plan: CallPlan | None = None
) -> RunSummary:
    """What became of the study's calls, after all that were missing have run; the outcomes count instances.

    A call is done when its record is on disk and none of its instances failed for reasons of ours. Each is written as
    it ends, so that nothing is lost by a kill.

    Raises
    ------
    InputError
        If another run is working on the study.
    """
    clock = time.perf_counter()
    plan = plan or planned_calls(study)
    with claimed(study.calls) as scratch:
        done = {} if force else dict(_done(plan.calls, study))
        todo = [call for call in plan.calls if call.key not in done]
        for call in todo:
            study.call(call.key).unlink(missing_ok=True)
        outcomes: Counter[Outcome] = Counter(outcome for found in done.values() for outcome in found)
        with (
            closing(_run(todo, study=study, handouts=plan.handouts, jobs=jobs, scratch=scratch)) as finished,
            tqdm(finished, total=len(todo), unit="call", desc="calls", disable=not progress) as bar,
        ):
            for found in bar:
                outcomes.update(found)
    return RunSummary(
        planned=len(plan.calls),
        skipped=len(done),
        ran=len(todo),
        outcomes=dict(sorted(outcomes.items())),
        seconds=round(time.perf_counter() - clock, 3),
    )


def read_calls(study: OpenIdentity, *, plan: CallPlan | None = None) -> tuple[Call, ...]:
    """The finished calls in the order of the plan; those that have not run and stale ones are not among them.

    Raises
    ------
    InputError
        If a call's file is damaged.
    """
    paths = (study.call(call.key) for call in (plan or planned_calls(study)).calls)
    return tuple(read_record(path, Call) for path in paths if path.exists())


def _done(calls: Sequence[PlannedCall], study: OpenIdentity) -> Iterable[tuple[Any, tuple[Outcome, ...]]]:
    for planned in calls:
        path = study.call(planned.key)
        if not path.exists():
            continue
        try:
            call = read_record(path, Call)
        except InputError:
            continue
        outcomes = tuple(reply.outcome for reply in call.replies)
        if call.key == planned.key and EXCLUDED_OUTCOMES.isdisjoint(outcomes):
            yield planned.key, outcomes


def _run(
    todo: Sequence[PlannedCall], *, study: OpenIdentity, handouts: dict[str, dict[str, Any]], jobs: int, scratch: Path
) -> Generator[tuple[Outcome, ...], None, None]:
    if jobs == 1 or len(todo) <= FEW:
        for call in todo:
            yield from execute_calls([call], study=study, handouts=handouts, scratch=scratch)
        return
    from counterproof.jobs.cluster import over_workers  # noqa: PLC0415, costs 1.5 s that few calls need not pay

    # Workers get the folders, not the instances: a call holds all that it needs.
    bare = OpenIdentity(study.study, (), study.layout)
    work = partial(execute_calls, study=bare, handouts=handouts, scratch=scratch)
    size = min(BATCH, ceil(len(todo) / jobs))
    batches = [todo[start : start + size] for start in range(0, len(todo), size)]
    for outcomes in over_workers(work, batches, workers=jobs, scratch=scratch):
        yield from outcomes


def execute_calls(
    batch: Sequence[PlannedCall], *, study: OpenIdentity, handouts: dict[str, dict[str, Any]], scratch: Path
) -> list[tuple[Outcome, ...]]:
    """The outcomes of some calls, each written as soon as it ends; one that is there already is not repeated."""
    outcomes = []
    for planned in batch:
        path = study.call(planned.key)
        if path.exists():
            call = read_record(path, Call)
        else:
            call = execute_call(planned, handout=handouts[planned.agent.name], scratch=scratch)
            write_record(path, call)
        outcomes.append(tuple(reply.outcome for reply in call.replies))
    return outcomes


def execute_call(planned: PlannedCall, *, handout: dict[str, Any], scratch: Path) -> Call:
    """The finished call. A crash of our own code ends every instance as `infra_error`, one too slow as `timeout`."""
    started, clock = datetime.now(UTC), time.perf_counter()
    with trial_folder(prompt=planned.prompt, data=None, scratch=scratch) as folder:
        try:
            run_answerer(planned.agent, folder, planned.prompt, handout=handout, seed=planned.key.seed)
            replies = read_replies(folder / ANSWER_FILE, planned)
        except Exception as error:  # noqa: BLE001, whatever it is, the next call must run
            replies = _all(planned, "infra_error", traceback.format_exception_only(error)[-1].strip())
        seconds = time.perf_counter() - clock
        if seconds > planned.limit_seconds:
            replies = _all(planned, "timeout", f"took {seconds:.1f} s of {planned.limit_seconds:g} s")
        log = folder / files.TRAJECTORY
        plain = log.is_file() and not log.is_symlink()
        trajectory = Own().parse(log) if plain else Trajectory(format="own", ending="empty")
    return Call(
        key=planned.key,
        replies=replies,
        trajectory=trajectory,
        # An answerer of ours has no tool to fetch anything with; other agents are looked at by their gateway.
        retrievals=0,
        seconds=round(seconds, 6),
        started=started.isoformat(timespec="milliseconds"),
    )


def _all(planned: PlannedCall, outcome: Outcome, reason: str) -> tuple[Reply, ...]:
    return tuple(Reply(instance=name, outcome=outcome, reason=reason) for name in planned.key.instances)
