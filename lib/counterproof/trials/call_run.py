"""An identity study's calls run to their end: those that are not there yet, on as many processes as asked for."""

import time
from collections import Counter
from collections.abc import Collection, Generator, Iterator, Sequence
from contextlib import closing
from functools import partial

from tqdm import tqdm

from counterproof.domain.answer import EXCLUDED_OUTCOMES, Outcome
from counterproof.domain.call import Call, CallKey
from counterproof.domain.identity_study import Answerer
from counterproof.domain.problem import InputError
from counterproof.jobs.bar import bar_settings
from counterproof.jobs.interrupts import interrupts_arrive
from counterproof.jobs.landed import Landed
from counterproof.store.identity import OpenIdentity
from counterproof.store.records import read_record
from counterproof.trials.call_execute import Outcomes, execute_calls
from counterproof.trials.call_forecast import check_call_budget
from counterproof.trials.calls import CallPlan, PlannedCall, planned_calls
from counterproof.trials.claim import claimed
from counterproof.trials.gateway.purse import spent_by_study
from counterproof.trials.reply import TextReader
from counterproof.trials.run import RunSummary
from counterproof.trials.schedule import Portions, given_out
from counterproof.trials.workplace import workplace_for

FEW = 600
"""So many calls are done in this process before workers have started."""

BATCH = 50


def run_calls(
    study: OpenIdentity,
    *,
    jobs: int = 1,
    progress: bool = False,
    force: bool = False,
    retry: Collection[Outcome] = (),
    scheduler: str | None = None,
    plan: CallPlan | None = None,
    read_text: TextReader | None = None,
) -> RunSummary:
    """What became of the study's calls, after all that were missing have run; the outcomes count instances.

    A call is done when its record is on disk. Of those in which an instance failed for reasons of ours the reference
    answerers' are made again; the other agents' when `retry` names the outcome of one of their instances. Each is
    written as it ends, so that nothing is lost by a kill. Parameters as of `run_trials`.

    Raises
    ------
    InputError
        If another run is working on the study, an agent cannot start, what is expected passes the study's budget, or
        the cluster cannot do the work.
    ClusterLostError
        If the cluster goes away in the middle. What was done is kept.
    KeyboardInterrupt
        On Ctrl-C, after the workers and the agents have stopped.
    """
    clock = time.perf_counter()
    plan = plan or planned_calls(study)
    with interrupts_arrive(), claimed(study.calls) as scratch:
        done = {} if force else dict(_done(plan.calls, study, retry=retry))
        missing = [call for call in plan.calls if call.key not in done]
        if study.study.limits.study_usd is not None:
            ran = Counter(key.agent for key in done)
            check_call_budget(study, plan, read_calls(study, plan=plan), done=ran)
        ready = workplace_for(
            missing,
            folder=study.layout.work,
            jobs=jobs,
            scratch=scratch,
            scheduler=scheduler,
            record_of=lambda call: study.call(call.key),
        )
        with ready as (todo, place):
            work = partial(
                execute_calls,
                # The folders, not the instances: a call holds all that it needs.
                study=OpenIdentity(study.study, (), study.layout),
                scratch=place.shared_scratch,
                handouts=plan.handouts,
                read_text=read_text,
            )
            worked = given_out(work, todo, place=place, portions=Portions(FEW, BATCH), label=_label)
            ended = _counted(worked, n_calls=len(todo), shown=progress and bool(todo))
            if place.cluster is not None and not ended[None]:
                place.cluster.appeared(study.call(call.key) for call in todo)
    outcomes = Counter(outcome for found in done.values() for outcome in found)
    outcomes.update({outcome: count for outcome, count in ended.items() if outcome is not None})
    return RunSummary(
        planned=len(plan.calls),
        skipped=len(done),
        ran=len(todo) - ended[None],
        left=ended[None],
        outcomes=dict(sorted(outcomes.items())),
        spent_usd=spent_by_study(study.layout.spent),
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


def _done(
    calls: Sequence[PlannedCall], study: OpenIdentity, *, retry: Collection[Outcome]
) -> Iterator[tuple[CallKey, Outcomes]]:
    for planned in calls:
        path = study.call(planned.key)
        if not path.exists():
            continue
        try:
            call = read_record(path, Call)
        except InputError:
            continue
        again = EXCLUDED_OUTCOMES if isinstance(planned.agent, Answerer) else retry
        outcomes = tuple(reply.outcome for reply in call.replies)
        if call.key == planned.key and not set(outcomes) & set(again):
            yield planned.key, outcomes


def _counted(
    worked: Generator[Landed[list[Outcomes | None]], None, None], *, n_calls: int, shown: bool
) -> Counter[Outcome | None]:
    """How many instances ended in which way; under None, how many calls were not started."""
    ended: Counter[Outcome | None] = Counter()
    with closing(worked), tqdm(total=n_calls, unit="call", desc="calls", **bar_settings(shown=shown)) as bar:
        for found in (each for landed in worked for each in landed.result):
            ended.update([None] if found is None else found)
            bar.update()
    return ended


def _label(batch: Sequence[PlannedCall]) -> str:
    first = batch[0].key
    return f"{len(batch)} calls of {first.agent} ({first.condition})"
