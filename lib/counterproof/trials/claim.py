"""One run at a time works on a study's trials, and cleans up after one that was killed."""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from counterproof.domain.problem import InputError, Problem

PREFIX = "trials-"


@contextmanager
def claimed(trials: Path) -> Iterator[Path]:
    """The folder of trials for this process alone; yields a scratch folder outside the study, gone when the block ends.

    The claim ends with the process, however it ends. What a killed run left (its scratch folder, half-written files) is
    removed first.

    Raises
    ------
    InputError
        If another run holds the claim.
    """
    trials.mkdir(parents=True, exist_ok=True)
    with (trials / ".running").open("a+", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError([_held(trials)]) from None
        file.seek(0)
        _remove_scratch(Path(file.read().strip()))
        _remove_halves(trials)
        scratch = Path(tempfile.mkdtemp(prefix=PREFIX))
        _note(file.fileno(), str(scratch))
        try:
            yield scratch
            # A worker that was killed leaves one, too.
            _remove_halves(trials)
        finally:
            _remove_scratch(scratch)
            _note(file.fileno(), "")


def _remove_halves(folder: Path) -> None:
    for half in _half_written(folder):
        half.unlink(missing_ok=True)


def _half_written(folder: Path) -> Iterator[Path]:
    # `rglob` makes a path of each of a hundred thousand records.
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(".") and entry.name.endswith(".part"):
                yield Path(entry.path)
            elif entry.is_dir(follow_symlinks=False):
                yield from _half_written(Path(entry.path))


def _note(handle: int, text: str) -> None:
    os.ftruncate(handle, 0)
    os.write(handle, text.encode())
    os.fsync(handle)


def _remove_scratch(folder: Path) -> None:
    # The path comes from a file: nothing but a scratch folder of ours may go.
    if folder.name.startswith(PREFIX) and folder.parent == Path(tempfile.gettempdir()):
        shutil.rmtree(folder, ignore_errors=True)


def _held(trials: Path) -> Problem:
    return Problem(
        file=str(trials),
        wrong="another run is working on these trials",
        fix="wait until it has ended, or give this one a folder of its own with --out",
    )
