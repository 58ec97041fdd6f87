"""The one place that decides where work is done: here, in processes of this machine, or on a running cluster."""

import tempfile
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple, Self, TypeVar

from counterproof.jobs.landed import Landed
from counterproof.jobs.pledge import Pledge, Pledged
from counterproof.jobs.shared import Shared, appeared, pledged

if TYPE_CHECKING:
    from distributed import Client

    from counterproof.jobs.crew import Crew

Task = TypeVar("Task")
Result = TypeVar("Result")


class Joined(NamedTuple):
    """A client, what every worker of it must show before its first task, and who may take work.

    Workers of our own need show nothing.
    """

    client: "Client"
    pledge: Pledge | None = None
    crew: "Crew | None" = None


@dataclass
class Pool:
    """Workers that are started, or joined, when they are first needed, and kept until the block ends.

    Without `scheduler` they are `jobs` processes of this machine. With the address of a dask scheduler
    (`tcp://HOST:PORT`) they are those of its cluster, which must share what `shared` says: that is checked on every
    worker before it gets work. One that joins later and cannot do it is told once and gets none. What is under way
    there when the caller stops runs to its end; the rest is dropped. `scratch` is for files of our own workers.
    """

    shared: Shared
    jobs: int = 1
    scheduler: str | None = None
    scratch: Path | None = None
    _stack: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Self:
        """The pool; nothing is started yet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Workers of our own are stopped; a cluster that was joined stays."""
        self._stack.__exit__(kind, error, trace)

    @property
    def elsewhere(self) -> bool:
        """Whether other machines may do the work."""
        return self.scheduler is not None

    def join(self) -> None:
        """Start or join the workers now.

        Raises
        ------
        InputError
            If no scheduler answers, or a worker cannot do the work: it does not share the folder, runs another library,
            or fails one of the checks; its machine is named.
        """
        self._joined  # noqa: B018, it is made when it is first looked at

    def each(
        self,
        work: Callable[[Task], Result],
        tasks: Sequence[Task],
        *,
        few: int = 0,
        label: Callable[[Task], str] = lambda _: "a task",
    ) -> Iterator[Result]:
        """The results as they come, in no fixed order; so few tasks are done in this process if no cluster is named."""
        if not tasks:
            return
        if not self.elsewhere and (self.jobs == 1 or len(tasks) <= few):
            yield from map(work, tasks)
            return
        for landed in self.lanes(work, tasks, label=label):
            yield landed.result

    def lanes(
        self,
        work: Callable[[Task], Result],
        tasks: Sequence[Task],
        *,
        lane: Callable[[Task], Hashable] = lambda _: None,
        widths: dict[Hashable, int] | None = None,
        label: Callable[[Task], str] = lambda _: "a task",
    ) -> Generator[Landed[Result], None, None]:
        """The same over workers in lanes, each of its own width.

        Parameters
        ----------
        lane, widths
            Which lane a task belongs to, and how many tasks of a lane may be under way at once; a lane that is not
            named is given out as it comes.
        label
            What a task is called in an error.

        Raises
        ------
        InputError
            As of `join`; also if later no worker is left that can do the work.
        ClusterLostError
            If the scheduler goes away, or some work killed every worker that took it.
        """
        from counterproof.jobs.lanes import in_lanes  # noqa: PLC0415, costs 1.5 s that little work need not pay

        client, pledge, crew = self._joined
        given = work if pledge is None else Pledged(work, pledge)
        yield from in_lanes(client, given, tasks, lane=lane, widths=widths or {}, label=label, crew=crew)

    def appeared(self, paths: Iterable[Path]) -> None:
        """Nothing, after the files that workers elsewhere wrote are seen here.

        Raises
        ------
        InputError
            If they are not within a minute.
        """
        if self.elsewhere:
            appeared(paths)

    @cached_property
    def size(self) -> int:
        """How many tasks can be done at the same time, as the workers are now; at least 1."""
        return max(1, sum(self._joined.client.nthreads().values())) if self.elsewhere else self.jobs

    @cached_property
    def _joined(self) -> Joined:
        from counterproof.jobs.cluster import own_client  # noqa: PLC0415, costs 1.5 s that little work need not pay
        from counterproof.jobs.crew import Crew  # noqa: PLC0415, costs 1.5 s that little work need not pay
        from counterproof.jobs.empty import told_while_empty  # noqa: PLC0415, costs 1.5 s that little work need not pay
        from counterproof.jobs.joined import check_workers, joined_client  # noqa: PLC0415, costs 1.5 s that little work need not pay

        if self.scheduler is None:
            scratch = self.scratch or Path(self._stack.enter_context(tempfile.TemporaryDirectory(prefix="workers-")))
            return Joined(self._stack.enter_context(own_client(workers=self.jobs, scratch=scratch)))
        client = self._stack.enter_context(joined_client(self.scheduler))
        pledge = self._stack.enter_context(pledged(self.shared))
        able = check_workers(client, pledge)
        self._stack.enter_context(told_while_empty(client, self.scheduler))
        return Joined(client, pledge, Crew(client, pledge, able))
