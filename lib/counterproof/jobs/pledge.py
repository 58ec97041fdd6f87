"""What a worker shows before its first task: that it sees the same folder, both ways, and runs the same library."""

import asyncio
import fcntl
import os
import platform
import secrets
import socket
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import BinaryIO, Generic, NamedTuple, TypeVar

from counterproof import __version__
from counterproof.domain.problem import InputError, Problem

Task = TypeVar("Task")
Result = TypeVar("Result")

_KEPT: set[str] = set()
"""Tokens of the pledges that this process has kept."""

_BROKEN: dict[str, tuple[Problem, ...]] = {}
"""By token, what this process could not keep: it is asked once, however much work reaches it."""


class BrokenPledgeError(InputError):
    """A worker cannot do the work that reached it; another one may."""


class Pledge(NamedTuple):
    """What a worker is asked to show before its first task: the token in `folder` under this path, and the rest."""

    folder: Path
    token: str
    sizes: dict[Path, int]
    locks: bool
    checks: tuple[Callable[[], object], ...]
    version: str
    python: str


class Pledged(Generic[Task, Result]):
    """Work that a worker does only after it has kept its pledge; one that joins late is asked then."""

    def __init__(self, work: Callable[[Task], Result], pledge: Pledge) -> None:
        self.work = work
        self.pledge = pledge

    def __call__(self, task: Task) -> Result:
        """What the work returns.

        Raises
        ------
        BrokenPledgeError
            If this worker cannot keep its pledge; its machine is named.
        """
        token = self.pledge.token
        if token not in _KEPT:
            if token not in _BROKEN:
                try:
                    raise_if_any([(socket.gethostname(), broken_by_here(self.pledge))])
                except InputError as error:
                    _BROKEN[token] = error.problems
            if token in _BROKEN:
                # A new one each time: one that is raised again grows by a traceback, and at last cannot be sent.
                raise BrokenPledgeError(_BROKEN[token])
        return self.work(task)


async def broken_there(pledge: Pledge) -> list[Problem]:
    """What this worker cannot keep, without holding up its heartbeat."""
    return await asyncio.to_thread(broken_by_here, pledge)


def broken_by_here(pledge: Pledge) -> list[Problem]:
    """What this process cannot keep of a pledge; nothing if it keeps all."""
    problems = [*_other_library(pledge), *_other_folder(pledge)]
    for check in () if problems else pledge.checks:
        try:
            check()
        except InputError as error:
            problems += error.problems
    if not problems:
        _KEPT.add(pledge.token)
    return problems


def raise_if_any(found: Iterable[tuple[str, Iterable[Problem]]]) -> None:
    """Nothing, if no machine has a problem; pairs of a machine's name and its problems.

    Raises
    ------
    InputError
        With each problem once, and the names of all machines that have it.
    """
    by_problem: dict[Problem, dict[str, None]] = {}
    for host, problems in found:
        for problem in problems:
            by_problem.setdefault(problem, {})[host] = None
    if by_problem:
        raise InputError(
            problem.model_copy(update={"place": "; ".join(filter(None, [f"on {', '.join(hosts)}", problem.place]))})
            for problem, hosts in by_problem.items()
        )


def python_minor(version: str) -> str:
    """`3.11` of `3.11.2`."""
    return ".".join(version.split(".")[:2])


def _other_library(pledge: Pledge) -> Iterator[Problem]:
    if __version__ != pledge.version:
        yield other_version("counterproof", seen=__version__, wanted=pledge.version)
    python = python_minor(platform.python_version())
    if python != pledge.python:
        yield other_version("Python", seen=python, wanted=pledge.python)


def other_version(name: str, *, seen: str, wanted: str) -> Problem:
    """The problem of a machine whose library is another one."""
    return Problem(
        file="--scheduler",
        wrong=f"{name} is not the same as here",
        seen=f"{seen}; here {wanted}",
        fix="start scheduler and workers from the environment that this command runs in",
    )


def _other_folder(pledge: Pledge) -> Iterator[Problem]:
    work = pledge.folder.parent
    try:
        told = (pledge.folder / "token").read_text(encoding="ascii")
    except OSError as error:
        yield not_shared(f"{work} is not the folder that it is here", seen=f"{type(error).__name__}: no token in it")
        return
    if told != pledge.token:
        yield not_shared(f"{work} is not the folder that it is here", seen="another token in it")
        return
    try:
        _write_back(pledge)
    except OSError as error:
        yield not_shared(f"nothing can be written under {work}", seen=f"{type(error).__name__}: {error.strerror}")
        return
    if pledge.locks:
        yield from _not_locked(pledge.folder / "lock")
    for path, size in pledge.sizes.items():
        found = path.stat().st_size if path.is_file() else None
        if found != size:
            yield not_shared(f"{path} is not the file that it is here", seen=f"{found} bytes; here {size}")


def _write_back(pledge: Pledge) -> None:
    handle, name = tempfile.mkstemp(dir=pledge.folder)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(pledge.token)
        file.flush()
        os.fsync(file.fileno())
    Path(name).replace(pledge.folder / f"by-{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}")


def lock_held(file: BinaryIO, *, folder: Path) -> None:
    """Nothing, after the file is locked, which lies in this shared folder.

    Raises
    ------
    BlockingIOError
        If somebody else holds the lock.
    InputError
        If its file system knows no locks.
    """
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise
    except OSError as error:
        raise InputError([_no_locks(folder, seen=str(error.strerror))]) from None


def _not_locked(path: Path) -> Iterator[Problem]:
    folder = path.parent.parent
    with path.open("rb") as file:
        try:
            lock_held(file, folder=folder)
        except BlockingIOError:
            return
        except InputError as error:
            yield from error.problems
        else:
            yield _no_locks(folder, seen="a worker locked what is locked here: money and verdicts would be harmed")


def _no_locks(folder: Path, *, seen: str) -> Problem:
    wrong = f"locks on files under {folder} do not hold between machines"
    return Problem(file="--scheduler", wrong=wrong, seen=seen, fix="use a file system with shared locks (NFS 4, flock)")


def not_shared(wrong: str, *, seen: str) -> Problem:
    """The problem of a folder or file that not all machines see alike."""
    fix = "put the study (or --out) on a file system that all machines mount under the same path"
    return Problem(file="--scheduler", wrong=wrong, seen=seen, fix=fix)
