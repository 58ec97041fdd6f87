"""The registered analysis of a table, run in a process of its own: the one place where an author's code is started."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

Command = Sequence[str]
CALL = """
import importlib.util, json, sys
file, function, table = sys.argv[1:4]
spec = importlib.util.spec_from_file_location("reference_analysis", file)
module = importlib.util.module_from_spec(spec)
spec.loader.exec_module(module)
found = getattr(module, function)(table)
sys.stdout.flush()
with open(sys.argv[4], "w", encoding="utf-8") as out:
    json.dump(found, out)
"""
LAST_WORDS = 300


class Finished(NamedTuple):
    """How a process ended: its exit code (null: stopped at its limit of time), and the end of what it said."""

    code: int | None
    said: str


Runner = Callable[[Command, Path, float], Finished]
"""Runs a command in a folder for some seconds at most. A sandbox takes the place of `in_own_process` here."""


def in_own_process(command: Command, folder: Path, seconds: float) -> Finished:
    """The end of a command that ran in a process group of its own, with nothing of our environment but the path.

    A process that outlives its limit is killed with all that it started.
    """
    environment = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    with subprocess.Popen(  # noqa: S603  # the command is ours: this interpreter and a file of the study
        command,
        cwd=folder,
        env=environment | {"HOME": str(folder), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        try:
            said, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            said, _ = process.communicate()
            return Finished(None, _end(said))
    return Finished(process.returncode, _end(said))


def call_command(file: Path, function: str, *, table: Path, out: Path) -> list[str]:
    """The command that calls one function of a file with a table's path, and leaves what it returned in `out`.

    The interpreter is isolated (`-I`): neither the folder nor the user's settings can put code into it.
    """
    return [sys.executable, "-I", "-B", "-c", CALL, str(file), function, str(table), str(out)]


def _end(said: bytes) -> str:
    return said.decode("utf-8", "replace").strip()[-LAST_WORDS:]


def read_result(out: Path) -> object:
    """What the function returned; raises ValueError where it left nothing, or no JSON."""
    if not out.is_file():
        msg = "it left no result"
        raise ValueError(msg)
    return json.loads(out.read_text(encoding="utf-8"))
