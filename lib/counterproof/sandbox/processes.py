"""The processes of one sandbox, seen from outside."""

import os
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

PAGE = os.sysconf("SC_PAGE_SIZE")


class Held(NamedTuple):
    """How many processes there are, and the memory that they hold for themselves together, in megabytes (10**6)."""

    processes: int
    memory_mb: float


def namespace_of(pid: int) -> int:
    """The number of the process namespace that a living process is in."""
    return os.stat(f"/proc/{pid}/ns/pid").st_ino  # noqa: PTH116, asked of every process of the machine


def in_namespace(namespace: int) -> Callable[[int], bool]:
    """Whether a process is in this process namespace."""
    return lambda pid: namespace_of(pid) == namespace


def with_mark(mark: str) -> Callable[[int], bool]:
    """Whether a process was started with these words in its environment."""
    return lambda pid: mark.encode() in Path(f"/proc/{pid}/environ").read_bytes()


def living(belongs: Callable[[int], bool]) -> tuple[int, ...]:
    """The processes that belong and are no zombies."""
    return tuple(_living(belongs))


def on_machine() -> int:
    """How many processes and threads this machine has, all users' together: so cheap that it can be asked often."""
    return int(Path("/proc/loadavg").read_text(encoding="ascii").split()[3].partition("/")[2])


def held(belongs: Callable[[int], bool], *, at_most: int | None = None) -> Held:
    """What the processes that belong hold now; no more than the first `at_most` of them are looked at."""
    own = tuple(islice(_living(belongs), at_most))
    return Held(len(own), sum(_memory_mb(pid) for pid in own))


def _living(belongs: Callable[[int], bool]) -> Iterator[int]:
    return (pid for pid in _all() if _belongs(pid, belongs))


def _all() -> Iterator[int]:
    return (int(name) for name in os.listdir("/proc") if name.isdecimal())  # noqa: PTH208, a tenth of the time


def _belongs(pid: int, belongs: Callable[[int], bool]) -> bool:
    try:
        return belongs(pid) and b") Z " not in Path(f"/proc/{pid}/stat").read_bytes()
    except OSError:  # ended meanwhile, or another user's
        return False


def _memory_mb(pid: int) -> float:
    try:
        _, resident, shared, *_ = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return 0.0
    return (int(resident) - int(shared)) * PAGE / 1e6
