"""What a command says when its input is at fault: the problems in plain text, and no traceback."""

import errno
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from counterproof.domain.problem import Problem

PLACES = frozenset(
    {
        errno.EACCES,
        errno.EPERM,
        errno.EROFS,
        errno.ENOTDIR,
        errno.EISDIR,
        errno.EEXIST,
        errno.ELOOP,
        errno.ENAMETOOLONG,
    }
)
"""What the system says of a place that the user chose badly. Any other of its errors is a fault of ours."""
FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
"""A disk that is full, or the user's part of it."""


@contextmanager
def plain_errors() -> Iterator[None]:
    """A block in which a bad input ends the program with its problems in plain text and exit code 2, a lost cluster
    with 1.
    """
    from counterproof.domain.problem import InputError
    from counterproof.jobs.lost import ClusterLostError

    try:
        yield
    except ClusterLostError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(1) from None
    except InputError as error:
        problems = error
    except OSError as error:
        problem = _mendable(error)
        if problem is None:
            raise
        problems = InputError([problem])
    else:
        return
    count = len(problems.problems)
    typer.echo(f"{'1 problem' if count == 1 else f'{count} problems'} in the input:\n\n{problems}", err=True)
    raise typer.Exit(2)


def _mendable(error: OSError) -> "Problem | None":
    """What is said of an error of the system that the user can mend; null for a fault of ours."""
    from counterproof.domain.problem import Problem

    wrong = f"cannot be read or written: {error.strerror}"
    if error.errno in FULL:
        # A file that is open already has no name in the error of a full disk.
        return Problem(file=str(error.filename or "what is being written"), wrong=wrong, fix="make room")
    if error.filename is None:
        return None
    place, fix = Path(str(error.filename)), "choose another place, or change who may write there"
    if error.errno in PLACES:
        return Problem(file=str(place), wrong=wrong, fix=fix)
    if _holds_nothing(place, error):
        wrong = f"cannot be made: nothing can be put into {_nearest(place)}"
        return Problem(file=str(place), wrong=wrong, fix=fix)
    return None


def _holds_nothing(place: Path, error: OSError) -> bool:
    """Whether a file is missing because nothing can be made there, as in /proc, which says no more than that."""
    if error.errno != errno.ENOENT:
        return False
    try:
        Path(tempfile.mkdtemp(dir=_nearest(place))).rmdir()
    except OSError:
        return True
    return False


def _nearest(place: Path) -> Path:
    """The folder that is there, and in which the place would lie."""
    return next((folder for folder in place.absolute().parents if folder.is_dir()), Path("/"))
