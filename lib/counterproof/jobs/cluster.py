"""Worker processes of this machine, by dask.distributed."""

import logging
import signal
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from multiprocessing import resource_tracker
from pathlib import Path

import dask
from distributed import Client, LocalCluster

SETTINGS = {
    # Not dask's own, which gives memory back to the system after every array: a tenth more time for each trial.
    "distributed.nanny.pre-spawn-environ": {"OMP_NUM_THREADS": 1, "MKL_NUM_THREADS": 1, "OPENBLAS_NUM_THREADS": 1},
    "distributed.worker.profile.enabled": False,
}


@contextmanager
def own_client(*, workers: int, scratch: Path) -> Iterator[Client]:
    """The client of worker processes of this machine, stopped when the block ends (Ctrl-C, an error)."""
    with ExitStack() as stack:
        stack.enter_context(dask.config.set(SETTINGS))
        yield stack.enter_context(Client(stack.enter_context(_own_cluster(workers, scratch))))


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
    held: list[int] = []
    # Another thread, such as a progress bar's, may take the signal; Python then interrupts this one all the same.
    main = threading.current_thread() is threading.main_thread()
    handler = signal.signal(signal.SIGINT, lambda number, _: held.append(number)) if main else None
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        if main:
            signal.signal(signal.SIGINT, handler)
    if held:
        raise KeyboardInterrupt
