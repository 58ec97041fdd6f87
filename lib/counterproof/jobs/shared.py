"""A folder that this process shares with its workers: what they must see of it, and what must appear here."""

import fcntl
import platform
import secrets
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from counterproof import __version__
from counterproof.domain.problem import InputError, Problem
from counterproof.jobs.pledge import Pledge, not_shared, python_minor

PREFIX = ".workers-"
SEEN_SECONDS = 60.0
"""So long a file may take to appear on another machine: network file systems keep what they knew of a folder that
long."""
WAIT = 0.2


class Shared(NamedTuple):
    """What workers must share with this process.

    `folder` is where they read and write, `reads` are files outside it that they only read. `locks` asks that a file
    which one machine has locked is locked for all: money and verdicts are written so. `checks` are run on every worker
    and raise `InputError` where that worker cannot do the work.
    """

    folder: Path
    reads: tuple[Path, ...] = ()
    locks: bool = False
    checks: tuple[Callable[[], object], ...] = ()


@contextmanager
def pledged(shared: Shared) -> Iterator[Pledge]:
    """A pledge whose token lies in the shared folder for as long as the block lasts."""
    shared.folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix=PREFIX, dir=shared.folder)))
        token = secrets.token_hex(16)
        for name in ("token", "lock"):
            (folder / name).write_text(token, encoding="ascii")
        if shared.locks:
            fcntl.flock(stack.enter_context((folder / "lock").open("rb")), fcntl.LOCK_EX)
        yield Pledge(
            folder=folder,
            token=token,
            sizes={path.absolute(): path.stat().st_size for path in shared.reads},
            locks=shared.locks,
            checks=shared.checks,
            version=__version__,
            python=python_minor(platform.python_version()),
        )


def not_written_back(pledge: Pledge, *, many: int, seconds: float = SEEN_SECONDS) -> list[Problem]:
    """The problem that fewer than `many` of the workers' own files appear here, or nothing."""
    end = time.monotonic() + seconds
    while len(found := list(pledge.folder.glob("by-*"))) < many:
        if time.monotonic() > end:
            return [
                not_shared(
                    f"what workers write under {pledge.folder.parent} does not appear here",
                    seen=f"{len(found)} of {many} files after {seconds:g} s",
                )
            ]
        time.sleep(WAIT)
    return []


def appeared(paths: Iterable[Path], *, seconds: float = SEEN_SECONDS) -> None:
    """Nothing, after every file that workers have written is seen here too.

    Raises
    ------
    InputError
        If some are not, after that time.
    """
    missing, end = [path for path in paths if not _is_there(path)], time.monotonic() + seconds
    while missing and time.monotonic() < end:
        time.sleep(WAIT)
        missing = [path for path in missing if not _is_there(path)]
    if missing:
        seen = f"{len(missing)} are missing, as {missing[0]}"
        raise InputError([not_shared(f"files that workers wrote do not appear here within {seconds:g} s", seen=seen)])


def _is_there(path: Path) -> bool:
    # Reading the folder makes a network file system ask its server what is in it.
    return path.exists() or (path.parent.is_dir() and path in path.parent.iterdir())
