"""Much plain work shared out to processes of this machine, for the time of one call."""

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from math import ceil
from typing import TypeVar

from counterproof.jobs.sweeps import no_sweeps

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST = 4
"""Processes that share a piece of work, this one among them."""
SERVE = "from counterproof.jobs.apart import serve; serve()"
PIECES = 64
"""So many for each process, if there are as many tasks: who starts late or runs slowly takes fewer."""
TICKET_BYTES = 4
"""Of a piece's number. All numbers fit into the smallest pipe that there is (4 KiB)."""


def mapped_apart(work: Callable[[Task], Result], tasks: Sequence[Task], *, worth: int) -> list[Result]:
    """The result of `work` on every task, in their order.

    From `worth` tasks on every processor takes a piece of them, and another when it is done; fewer are done here. Other
    processes are started anew, so that neither a notebook's threads nor a script without a main guard disturb them.

    Parameters
    ----------
    work
        A function of a module, or a `functools.partial` of one: it is pickled.
    worth
        How many tasks take longer than the start of a process, which imports what the work needs.

    Raises
    ------
    Exception
        What `work` raised, wherever it did.
    """
    n_processes = min(os.cpu_count() or 1, MOST) if len(tasks) >= worth else 1
    if n_processes == 1:
        with no_sweeps():
            return [work(task) for task in tasks]
    size = ceil(len(tasks) / (n_processes * PIECES))
    pieces = [list(tasks[start : start + size]) for start in range(0, len(tasks), size)]
    given = pickle.dumps((os.getpid(), work, pieces))
    with ExitStack() as stack:
        tickets = stack.enter_context(_tickets(len(pieces)))
        others = [stack.enter_context(closing(_Other(given, tickets))) for _ in range(1, n_processes)]
        done = _done(work, pieces, tickets)
        for other in others:
            answer: _Done[Result] | Exception = other.answer()
            if isinstance(answer, Exception):
                raise answer
            done |= answer
    return [result for place in range(len(pieces)) for result in done[place]]


_Done = dict[int, list[Result]]
"""Results of the pieces that a process took, by their places."""


@contextmanager
def _tickets(n: int) -> Iterator[int]:
    """What the processes draw from: the reading end of a pipe that holds a number for each piece, then nothing."""
    reading, writing = os.pipe()
    try:
        try:
            os.write(writing, b"".join(place.to_bytes(TICKET_BYTES, "big") for place in range(n)))
        finally:
            os.close(writing)
        yield reading
    finally:
        os.close(reading)


def _done(
    work: Callable[[Task], Result], pieces: Sequence[Sequence[Task]], tickets: int, *, parent: int | None = None
) -> _Done[Result]:
    done = {}
    with no_sweeps():
        while ticket := os.read(tickets, TICKET_BYTES):
            # A parent that was killed has stopped nobody.
            if parent is not None and os.getppid() != parent:
                break
            place = int.from_bytes(ticket, "big")
            done[place] = [work(task) for task in pieces[place]]
    return done


class _Other:
    """A process that takes its part of the pieces, and writes down the results or the error."""

    def __init__(self, given: bytes, tickets: int) -> None:
        # Files, not pipes: nobody waits for the other to read.
        self._given, self._told = (tempfile.TemporaryFile() for _ in range(2))  # noqa: SIM115, closed by `close`
        self._given.write(given)
        self._given.seek(0)
        paths = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(  # noqa: S603, our own interpreter
            [sys.executable, "-c", SERVE, str(tickets)],
            stdin=self._given,
            stdout=self._told,
            pass_fds=[tickets],
            env={**os.environ, "PYTHONPATH": paths},
            # Out of the terminal's reach: Ctrl-C is told by this process, which then ends the other.
            process_group=0,
        )

    def answer(self) -> "_Done[Result] | Exception":
        status = self._process.wait()
        if status:
            msg = f"a process that shared the work ended with {status}: see what it printed, and try again"
            return RuntimeError(msg)
        self._told.seek(0)
        answer: _Done[Result] | Exception = pickle.load(self._told)  # noqa: S301, our own process wrote it
        return answer

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._given.close()
        self._told.close()


def serve() -> None:
    """Do pieces of what the standard input holds, and put the results on the standard output: the other of `_Other`."""
    # What the work prints must not stand among the results.
    told, sys.stdout = sys.stdout.buffer, sys.stderr
    parent, work, pieces = pickle.load(sys.stdin.buffer)  # noqa: S301, our own parent wrote it
    try:
        answer: object = _done(work, pieces, int(sys.argv[1]), parent=parent)
    except Exception as error:  # noqa: BLE001, the parent raises it
        answer = error
    pickle.dump(answer, told)
    told.flush()
