"""An identity study's calls run to their end: those that are not there yet, on as many processes as asked for."""

import time
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, closing
from functools import partial

from tqdm import tqdm

from counterproof.domain.answer import EXCLUDED_OUTCOMES, Outcome
from counterproof.domain.call import Call, CallKey
from counterproof.domain.identity_study import Answerer
from counterproof.domain.problem import InputError
from counterproof.jobs.bar import bar_settings
from counterproof.jobs.interrupts import interrupts_arrive
from counterproof.store.identity import OpenIdentity
from counterproof.store.records import read_record
from counterproof.trials.call_execute import Outcomes, execute_calls
from counterproof.trials.call_forecast import check_call_budget
from counterproof.trials.calls import CallPlan, PlannedCall, planned_calls
from counterproof.trials.claim import claimed
from counterproof.trials.elsewhere import cluster_for
from counterproof.trials.gateway.purse import spent_by_study
from counterproof.trials.local import with_local
from counterproof.trials.ready import check_ready
from counterproof.trials.reply import TextReader
from counterproof.trials.run import RunSummary
from counterproof.trials.schedule import Portions, given_out

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
    with interrupts_arrive(), claimed(study.calls) as scratch, ExitStack() as stack:
        done = {} if force else dict(_done(plan.calls, study, retry=retry))
        todo = [call for call in plan.calls if call.key not in done]
        if study.study.limits.study_usd is not None:
            ran = Counter(key.agent for key in done)
            check_call_budget(study, plan, read_calls(study, plan=plan), done=ran)
        check_ready(todo, elsewhere=scheduler is not None)
        # Before any old record goes: a cluster that cannot be joined must cost nothing.
        cluster = stack.enter_context(cluster_for(todo, scheduler=scheduler, work=study.layout.work))
        todo = with_local(todo, stack)
        for call in todo:
            study.call(call.key).unlink(missing_ok=True)
        left = 0
        outcomes: Counter[Outcome] = Counter(outcome for found in done.values() for outcome in found)
        work = partial(
            execute_calls,
            # The folders, not the instances: a call holds all that it needs.
            study=OpenIdentity(study.study, (), study.layout),
            scratch=scratch if cluster is None else None,
            handouts=plan.handouts,
            read_text=read_text,
        )
        worked = given_out(
            work,
            todo,
            folder=study.layout.work,
            jobs=jobs,
            scratch=scratch,
            cluster=cluster,
            portions=Portions(FEW, BATCH),
            label=_label,
        )
        shown = progress and bool(todo)
        with (
            closing(worked) as finished,
            tqdm(total=len(todo), unit="call", desc="calls", **bar_settings(shown=shown)) as bar,
        ):
            for found in (each for landed in finished for each in landed.result):
                outcomes.update(found or ())
                left += found is None
                bar.update()
        if cluster is not None and not left:
            cluster.appeared(study.call(call.key) for call in todo)
    return RunSummary(
        planned=len(plan.calls),
        skipped=len(done),
        ran=len(todo) - left,
        left=left,
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


def _label(batch: Sequence[PlannedCall]) -> str:
    first = batch[0].key
    return f"{len(batch)} calls of {first.agent} ({first.condition})"
