"""Work handed to warm worker processes of this machine, by dask.distributed."""

import logging
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from pathlib import Path
from typing import TypeVar

import dask
from distributed import Client, LocalCluster, as_completed

SETTINGS = {
    # Not dask's own, which gives memory back to the system after every array: a tenth more time for each trial.
    "distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1, "MKL_NUM_THREADS": 1, "OPENBLAS_NUM_THREADS": 1},
    "distributed.worker.profile.enabled": False,
}

Task = TypeVar("Task")
Result = TypeVar("Result")


def over_workers(
    work: Callable[[Task], Result], tasks: Sequence[Task], *, workers: int, scratch: Path
) -> Iterator[Result]:
    """The results of `work` on every task, as they come.

    A task whose worker dies goes to another one. When the caller stops (Ctrl-C, an error) the workers are stopped.
    """
    with ExitStack() as stack:
        stack.enter_context(dask.config.set(SETTINGS))
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
        client = stack.enter_context(Client(cluster))
        for future in as_completed(client.map(work, tasks, pure=False)):
            yield future.result()


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
