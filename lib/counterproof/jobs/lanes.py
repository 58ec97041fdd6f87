"""Work given out in lanes: of each lane no more than its width is under way at once."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from concurrent.futures import CancelledError
from typing import TypeVar

from distributed import Client, Future, KilledWorker, as_completed

from counterproof.jobs.crew import Crew
from counterproof.jobs.landed import Landed
from counterproof.jobs.lost import ClusterLostError

Task = TypeVar("Task")
Result = TypeVar("Result")

AHEAD = 1000
"""So many tasks of a lane without a width are given out at once: enough that a cluster that grows with its work grows,
and no more than a scheduler can hold."""


def in_lanes(
    client: Client,
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    lane: Callable[[Task], Hashable],
    widths: dict[Hashable, int],
    label: Callable[[Task], str] = lambda _: "a task",
    crew: Crew | None = None,
) -> Iterator[Landed[Result]]:
    """The results of `work` on every task, as they come.

    Work whose worker dies is given out again, and so is work that reached one which `crew` finds unable. Work that
    kills one worker after the other is given up, and told by its `label` after all else is done.

    Raises
    ------
    ClusterLostError
        If the scheduler goes away, or some work killed every worker that took it.
    InputError
        If no worker is left that can do the work.
    """
    waiting: dict[Hashable, deque[Task]] = {}
    for task in tasks:
        waiting.setdefault(lane(task), deque()).append(task)
    running: dict[Future[Result], Task] = {}
    deadly: list[str] = []

    def give_out(name: Hashable, many: int) -> list[Future[Result]]:
        queue = waiting[name]
        some = [queue.popleft() for _ in range(min(many, len(queue)))]
        place = crew.restrictions() if crew and some else {}
        new = {client.submit(work, task, pure=False, **place): task for task in some}
        running.update(new)
        return list(new)

    ended = as_completed([future for name in waiting for future in give_out(name, widths.get(name, AHEAD))])
    try:
        for future in ended:
            task = running.pop(future)
            try:
                brought = [_brought(future, client)]
            except KilledWorker:
                brought = []
                deadly.append(label(task))
            except Exception:
                # Also of work that was done, then lost with its worker, and done again by one that cannot do it.
                if future.status != "error" or not crew or not crew.was_unable(future):
                    raise
                brought = []
                waiting[lane(task)].appendleft(task)
            ended.update(give_out(lane(task), 1))
            for result in brought:
                yield Landed(result, len(running))
    finally:
        if client.status == "running":
            client.cancel(list(running))
    if deadly:
        msg = (
            f"{len(deadly)} of {len(tasks)} tasks killed one worker after the other, as one does that needs more "
            f"memory than they have: {', '.join(deadly[:5])}. All others are done. Give the workers more memory, and "
            "run it again to go on."
        )
        raise ClusterLostError(msg)


def _brought(future: "Future[Result]", client: Client) -> Result:
    try:
        return future.result()
    except (OSError, CancelledError) as error:
        if future.status == "error" or (client.status == "running" and not future.cancelled()):
            raise
        address = client.scheduler.address if client.scheduler else "its address"
        msg = (
            f"the dask scheduler at {address} went away in the middle of the work. What was done is kept: start it "
            "again, with its workers, and run the same again to go on."
        )
        raise ClusterLostError(msg) from error
