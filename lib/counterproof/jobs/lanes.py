"""Work given out in lanes: of each lane no more than its width is under way at once."""

from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Generic, NamedTuple, TypeVar

from distributed import Client, Future, as_completed

Task = TypeVar("Task")
Result = TypeVar("Result")


class Landed(NamedTuple, Generic[Result]):
    """A task's result, and how many tasks are given out and not done."""

    result: Result
    under_way: int


def in_lanes(
    client: Client,
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    lane: Callable[[Task], Hashable],
    widths: dict[Hashable, int],
) -> Iterator[Landed[Result]]:
    """The results of `work` on every task, as they come; a lane without a width is given out whole."""
    waiting: dict[Hashable, deque[Task]] = {}
    for task in tasks:
        waiting.setdefault(lane(task), deque()).append(task)
    running: dict[Future[Result], Hashable] = {}

    def give_out(name: Hashable, many: int) -> list[Future[Result]]:
        queue = waiting[name]
        new = [client.submit(work, queue.popleft(), pure=False) for _ in range(min(many, len(queue)))]
        running.update(dict.fromkeys(new, name))
        return new

    first = [future for name, queue in waiting.items() for future in give_out(name, widths.get(name, len(queue)))]
    ended = as_completed(first)
    try:
        for future in ended:
            name = running.pop(future)
            for new in give_out(name, 1):
                ended.add(new)
            yield Landed(future.result(), len(running))
    finally:
        client.cancel(list(running))
