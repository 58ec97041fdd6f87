"""Much plain work shared out to processes of this machine, for the time of one call."""

import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from typing import TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")

MOST = 4
"""Processes that share a piece of work, this one among them."""
SERVE = "from counterproof.jobs.apart import serve; serve()"


def mapped_apart(work: Callable[[Task], Result], tasks: Sequence[Task], *, worth: int) -> list[Result]:
    """The result of `work` on every task, in their order.

    From `worth` tasks on they are shared out, a part to each processor; fewer are done here. Other processes are
    started anew, so that neither a notebook's threads nor a script without a main guard disturb them.

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
    n_parts = min(os.cpu_count() or 1, MOST) if len(tasks) >= worth else 1
    others = [_Other(pickle.dumps((os.getpid(), work, list(tasks[place::n_parts])))) for place in range(1, n_parts)]
    try:
        parts: list[list[Result]] = [[work(task) for task in tasks[::n_parts]]]
        for other in others:
            answer: list[Result] | Exception = other.answer()
            if isinstance(answer, Exception):
                raise answer
            parts.append(answer)
    finally:
        for other in others:
            other.end()
    return [parts[place % n_parts][place // n_parts] for place in range(len(tasks))]


class _Other:
    """A process that does its part of the work, and writes down the results or the error."""

    def __init__(self, given: bytes) -> None:
        # Files, not pipes: nobody waits for the other to read.
        self._given, self._told = (tempfile.TemporaryFile() for _ in range(2))  # noqa: SIM115, closed by `end`
        self._given.write(given)
        self._given.seek(0)
        paths = os.pathsep.join(path for path in sys.path if path)
        self._process = subprocess.Popen(  # noqa: S603, our own interpreter
            [sys.executable, "-c", SERVE],
            stdin=self._given,
            stdout=self._told,
            env={**os.environ, "PYTHONPATH": paths},
            # Out of the terminal's reach: Ctrl-C is told by this process, which then ends the other.
            process_group=0,
        )

    def answer(self) -> "list[Result] | Exception":
        status = self._process.wait()
        if status:
            msg = f"a process that shared the work ended with {status}: see what it printed, and try again"
            return RuntimeError(msg)
        self._told.seek(0)
        answer: list[Result] | Exception = pickle.load(self._told)  # noqa: S301, our own process wrote it
        return answer

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._given.close()
        self._told.close()


def serve() -> None:
    """Do what the standard input holds, and put the results on the standard output: the other side of `_Other`."""
    # What the work prints must not stand among the results.
    told, sys.stdout = sys.stdout.buffer, sys.stderr
    parent, work, tasks = pickle.load(sys.stdin.buffer)  # noqa: S301, our own parent wrote it
    try:
        # A parent that was killed has stopped nobody.
        answer: object = [work(task) for task in tasks if os.getppid() == parent]
    except Exception as error:  # noqa: BLE001, the parent raises it
        answer = error
    pickle.dump(answer, told)
    told.flush()
