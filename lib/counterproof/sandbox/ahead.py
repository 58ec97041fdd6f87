"""The runner before its agents, when both want a processor."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress


@contextmanager
def ahead_of_agents() -> Iterator[None]:
    """Let this thread run as soon as it wants to, where this user may ask for that.

    A fork bomb makes thousands of processes in a second. One that waits its turn among them stops it minutes later.
    What this thread starts meanwhile runs as usual.
    """
    before, given = os.sched_getscheduler(0), os.sched_getparam(0)
    put_ahead(0)
    try:
        yield
    finally:
        with suppress(OSError):
            os.sched_setscheduler(0, before, given)


def put_ahead(pid: int) -> None:
    """Let a process run as soon as it wants to, where this user may ask for that; 0 is this thread."""
    with suppress(OSError):
        os.sched_setscheduler(pid, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(1))
