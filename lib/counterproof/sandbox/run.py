"""One agent's program run inside its walls, from start to end."""

import ctypes
import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, NamedTuple

from counterproof.domain.study import Limits
from counterproof.sandbox import inside
from counterproof.sandbox.ended import Ended
from counterproof.sandbox.environment import base_env
from counterproof.sandbox.place import Place
from counterproof.sandbox.processes import in_namespace
from counterproof.sandbox.syscalls import filter_of
from counterproof.sandbox.together import doomed_group
from counterproof.sandbox.walls import limit_command, process_limit, wall_arguments
from counterproof.sandbox.watch import Watch

SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"
SET_CHILD_SUBREAPER = 36  # of prctl(2)


class WallsError(RuntimeError):
    """The walls did not stand, so that nothing was started in them."""


def run_walled(
    argv: Sequence[str],
    *,
    place: Place,
    limits: Limits,
    env: Mapping[str, str] | None = None,
    tools: Mapping[str, Path] | None = None,
    gateway: bool = False,
) -> Ended:
    """How a program ended that ran alone in `place`; what it said stands in `stdout` and `stderr` of `place.logs`.

    Parameters
    ----------
    env
        Its whole environment; null is what every agent gets (`sandbox.environment.base_env`). None of it is our own.
    tools
        Folders or files of this machine by their place inside, read-only.
    gateway
        Whether a gateway listens on the socket in `place.socket`: inside it answers at `inside.MODEL_URL`.

    Raises
    ------
    WallsError
        If bubblewrap could not build the walls.
    """
    _take_in_orphans()
    walls = wall_arguments(place, env=base_env() if env is None else env, tools=tools or {}, gateway=gateway)
    with ExitStack() as stack:
        process, told = _started(argv, walls, limits=limits, stack=stack)
        first = told.readline()
        if not _is_ready(process):
            process.kill()
            _, said = process.communicate()
            raise WallsError(said.decode(errors="replace").strip() or "bubblewrap ended without a word")
        walled: dict[str, int] = json.loads(first)
        watch = Watch(
            process,
            belongs=in_namespace(walled["pid-namespace"]),
            limits=limits,
            logs=place.logs,
            init=walled["child-pid"],
        )
        _tell_to_go(process)
        return watch.to_the_end()


class _Started(NamedTuple):
    """A program behind its walls, waiting for a word, and the pipe by which bubblewrap tells of them."""

    process: subprocess.Popen[bytes]
    told: IO[bytes]


def _started(argv: Sequence[str], walls: Sequence[str], *, limits: Limits, stack: ExitStack) -> _Started:
    # Arguments and environment go by a pipe or not at all: both could be read inside, in /proc/1.
    told, telling = _pipe(stack)
    given = stack.enter_context(memory_file("\0".join(walls).encode()))
    refusing, files = refusal(stack)
    bubblewrap = ["bwrap", "--json-status-fd", str(telling), *refusing, "--args", str(given.fileno())]
    process = stack.enter_context(
        subprocess.Popen(  # noqa: S603, what it starts is walled in
            [*limit_command(limits), *bubblewrap, "--", "sh", "-c", inside.START, "sh", *process_limit(), *argv],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": SYSTEM_PATH},
            pass_fds=(telling, given.fileno(), *files),
            process_group=doomed_group(),
            cwd="/",
        )
    )
    stack.callback(process.kill)
    os.close(telling)
    return _Started(process, told)


def _is_ready(process: subprocess.Popen[bytes]) -> bool:
    """Whether the walls stand and what is inside waits for a word; false when it has ended instead."""
    word, said = f"{inside.READY}\n".encode(), b""
    if process.stdout is not None:
        while len(said) < len(word) and (part := os.read(process.stdout.fileno(), len(word) - len(said))):
            said += part
    return said == word


def _tell_to_go(process: subprocess.Popen[bytes]) -> None:
    if process.stdin is not None:
        with suppress(BrokenPipeError), process.stdin:
            process.stdin.write(b"go\n")


def _take_in_orphans() -> None:
    """Make this process the parent of what its children leave: only a parent is told what a process has used."""
    ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _pipe(stack: ExitStack) -> tuple[IO[bytes], int]:
    """The reading end of a pipe, and the handle of its writing end, which the caller closes."""
    reading, writing_end = os.pipe()
    return stack.enter_context(os.fdopen(reading, "rb")), writing_end


def refusal(stack: ExitStack) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Arguments that have bubblewrap refuse some system calls, and the handles to hand over; none where not known."""
    program = filter_of()
    if not program:
        return (), ()
    handle = stack.enter_context(memory_file(program)).fileno()
    return ("--seccomp", str(handle)), (handle,)


def memory_file(content: bytes) -> IO[bytes]:
    """An open file that is nowhere but in memory, at its start."""
    file = os.fdopen(os.memfd_create("given"), "w+b")
    file.write(content)
    file.seek(0)
    return file
