"""Trials given out to processes: few cheap ones here, the others to workers, no more than a model's service bears."""

from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import ExitStack, closing
from functools import partial
from math import ceil
from typing import NamedTuple, TypeVar

from counterproof.domain.agent import LaunchedAgent
from counterproof.domain.answer import Outcome
from counterproof.jobs.landed import Landed
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared
from counterproof.store.layout import Layout
from counterproof.trials.execute import execute_all
from counterproof.trials.launchable import Launchable
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.reply import TextReader
from counterproof.trials.workplace import Workplace

FEW = 300
"""So many trials of reference agents are done in this process before workers have started (about 4 s)."""

BATCH = 20
"""Trials that a worker takes at once: a trial of 15 ms would otherwise wait for its scheduling."""

MOST_WORKERS = 32

MACHINE = "this machine"
"""The lane of agents that wait for no model."""

Planned = TypeVar("Planned", bound=Launchable)
Result = TypeVar("Result")


class Portions(NamedTuple):
    """So many trials or calls of agents that are no programs are done in this process, one at a time; of more, a worker
    takes at most `batch` at once.
    """

    few: int
    batch: int


class Worked(NamedTuple):
    """The outcomes of some trials that have just ended (None for one not started), and how many batches are running."""

    outcomes: tuple[Outcome | None, ...]
    running: int


def outcomes_of(
    todo: Sequence[PlannedTrial], *, place: Workplace, layout: Layout, read_text: TextReader | None
) -> Generator[Worked, None, None]:
    """The outcomes of each batch of trials as it ends; their order as of `given_out`."""
    work = partial(execute_all, layout=layout, scratch=place.shared_scratch, read_text=read_text)
    with closing(given_out(work, todo, place=place, portions=Portions(FEW, BATCH), label=_label)) as landing:
        for landed in landing:
            yield Worked(*landed)


def given_out(
    work: Callable[[Sequence[Planned]], Result],
    todo: Sequence[Planned],
    *,
    place: Workplace,
    portions: Portions,
    label: Callable[[Sequence[Planned]], str],
) -> Generator[Landed[Result], None, None]:
    """What `work` gives for each batch of trials or calls as it ends; their order is kept only in this process.

    Parameters
    ----------
    label
        What a batch is called in an error.
    """
    jobs, cluster = place.jobs, place.cluster
    quick = not any(isinstance(one.agent, LaunchedAgent) for one in todo) and len(todo) <= portions.few
    if not todo or (cluster is None and (jobs == 1 or quick)):
        for one in todo:
            yield Landed(work([one]), under_way=1)
        return
    widths = lane_widths(todo, jobs=jobs)
    if cluster is not None:
        # As many as it has workers, which it knows itself.
        widths.pop(MACHINE, None)
    with ExitStack() as stack:
        pool = cluster or stack.enter_context(
            Pool(Shared(place.folder), jobs=workers_for(widths, jobs=jobs), scratch=place.scratch)
        )
        some = batches(todo, jobs=jobs, at_most=portions.batch)
        for landed in pool.lanes(work, some, lane=lane, widths=widths, label=label):
            yield landed._replace(under_way=min(landed.under_way, pool.size))


def _label(batch: Sequence[PlannedTrial]) -> str:
    first = batch[0].key
    more = f" and {len(batch) - 1} more" if len(batch) > 1 else ""
    return f"{first.agent} on {first.item} ({first.variant}){more}"


def workers_for(widths: dict[Hashable, int], *, jobs: int) -> int:
    """How many workers can be busy at once: the processors' and those that wait for a model."""
    return min(MOST_WORKERS, max(jobs, sum(widths.values())))


def lane(batch: Sequence[Launchable]) -> Hashable:
    """What a batch waits for: its model's address, or this machine's processors."""
    endpoint = batch[0].endpoint
    return MACHINE if endpoint is None else endpoint.base_url


def lane_widths(todo: Sequence[Launchable], *, jobs: int) -> dict[Hashable, int]:
    """How many batches of each lane may run at once.

    Two endpoints at one address are one lane, with the larger of their two widths.
    """
    widths: dict[Hashable, int] = {}
    for trial in todo:
        if trial.endpoint is not None:
            name = trial.endpoint.base_url
            widths[name] = max(widths.get(name, 1), trial.endpoint.concurrency)
    if any(trial.endpoint is None for trial in todo):
        widths[MACHINE] = jobs
    return widths


def batches(todo: Sequence[Planned], *, jobs: int, at_most: int = BATCH) -> list[Sequence[Planned]]:
    """The trials or calls as they are given out: an agent's program alone, our own agents' in batches."""
    quick = [trial for trial in todo if not isinstance(trial.agent, LaunchedAgent)]
    size = max(1, min(at_most, ceil(len(quick) / jobs)))
    alone: list[Sequence[Planned]] = [[trial] for trial in todo if isinstance(trial.agent, LaunchedAgent)]
    return [*alone, *(quick[start : start + size] for start in range(0, len(quick), size))]
