"""Work handed to warm worker processes of this machine, by dask.distributed."""

import logging
import signal
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TypeVar

import dask
from distributed import Client, LocalCluster

from counterproof.domain.problem import InputError, Problem
from counterproof.jobs.lanes import Landed, in_lanes

SETTINGS = {
    # Not dask's own, which gives memory back to the system after every array: a tenth more time for each trial.
    "distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1, "MKL_NUM_THREADS": 1, "OPENBLAS_NUM_THREADS": 1},
    "distributed.worker.profile.enabled": False,
}

CONNECT_SECONDS = 10

Task = TypeVar("Task")
Result = TypeVar("Result")


def over_workers(
    work: Callable[[Task], Result], tasks: Sequence[Task], *, workers: int, scratch: Path
) -> Iterator[Result]:
    """The results of `work` on every task, as they come.

    A task whose worker dies goes to another one. When the caller stops (Ctrl-C, an error) the workers are stopped.
    """
    for landed in over_lanes(work, tasks, workers=workers, scratch=scratch):
        yield landed.result


def over_lanes(
    work: Callable[[Task], Result],
    tasks: Sequence[Task],
    *,
    workers: int,
    scratch: Path,
    scheduler: str | None = None,
    lane: Callable[[Task], Hashable] = lambda _: None,
    widths: dict[Hashable, int] | None = None,
) -> Iterator[Landed[Result]]:
    """The same in lanes, each of its own width, and on workers that are there already if an address is given.

    Parameters
    ----------
    scheduler
        Address of a running cluster to use instead of workers of our own (`tcp://HOST:PORT`). Its workers see the same
        files under the same paths. What is under way there when the caller stops runs to its end; the rest is dropped.
    lane, widths
        Which lane a task belongs to, and how many tasks of a lane may be under way at once; one that is not named may
        have any number.

    Raises
    ------
    InputError
        If no scheduler answers at that address.
    """
    with ExitStack() as stack:
        stack.enter_context(dask.config.set(SETTINGS))
        if scheduler is not None:
            client = stack.enter_context(_connected(scheduler))
        else:
            client = stack.enter_context(Client(stack.enter_context(_own_cluster(workers, scratch))))
        yield from in_lanes(client, work, tasks, lane=lane, widths=widths or {})


def _connected(address: str) -> Client:
    try:
        return Client(address, timeout=CONNECT_SECONDS)
    except (OSError, TimeoutError, ValueError) as error:
        fix = "start one with `dask scheduler`, or leave --scheduler out"
        raise InputError(
            [Problem(file="--scheduler", wrong="no dask scheduler answers there", seen=f"{address}: {error}", fix=fix)]
        ) from None


@contextmanager
def _own_cluster(workers: int, scratch: Path) -> Iterator[LocalCluster]:
    with ExitStack() as stack:
        with _interrupts_held_back():
            cluster = stack.enter_context(
                LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    # No dashboard; and any free port, since distributed listens on 8787 even without one, and warns.
                    dashboard_address="127.0.0.1:0",
                    scheduler_kwargs={"dashboard": False},
                    silence_logs=logging.CRITICAL,
                    memory_limit=0,
                    local_directory=str(scratch),
                )
            )
        yield cluster


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Hold Ctrl-C back while the block lasts, and for ever in the processes that start in it.

    A terminal sends Ctrl-C to every process of the group; a worker that gets it prints a traceback. The mask is handed
    down to workers, also to those that replace a dead one. The resource tracker must run before: its start lifts the
    mask.
    """
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
