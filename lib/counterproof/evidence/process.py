"""A registered analysis of a table in a process of its own without walls, and what every way to run it shares."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

ANALYSIS = "analysis.py"
RESULT = "result.json"

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
LARGEST_RESULT = 1_000_000
"""Bytes of a result that are still read."""

ONE_THREAD = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}


class Call(NamedTuple):
    """One call of a function: `folder` holds copies of its file (`ANALYSIS`) and of the table and nothing else;
    `table` is the table's name there; `seconds` the limit of wall time.
    """

    folder: Path
    function: str
    table: str
    seconds: float


class Finished(NamedTuple):
    """How a call ended: the exit code (null: stopped at `limit`), the end of what it said, the text of its result."""

    code: int | None
    said: str
    result: str | None = None
    limit: str | None = None


Runner = Callable[[Call], Finished]
"""A way to make a call: `in_own_process`, or `walled.in_walls`."""


def in_own_process(call: Call) -> Finished:
    """The end of a call in a process group of its own, with nothing of our environment but the path.

    What it started is killed when it ends, as far as it stayed in that group.
    """
    environment = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    out = call.folder / RESULT
    with subprocess.Popen(  # noqa: S603  # the command is ours: this interpreter and a file of the study
        call_command(call, python=sys.executable, folder=str(call.folder), out=str(out)),
        cwd=call.folder,
        env=environment | {"HOME": str(call.folder)} | ONE_THREAD,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        start_new_session=True,
    ) as process:
        limit = None
        try:
            said, _ = process.communicate(timeout=call.seconds)
        except subprocess.TimeoutExpired:
            limit = "seconds"
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        if limit:
            said, _ = process.communicate()
    return Finished(None if limit else process.returncode, last_words(said), result_text(out), limit)


def call_command(call: Call, *, python: str, folder: str, out: str) -> list[str]:
    """The command that makes a call, where its folder is found at `folder`; what it returned is left in `out`.

    The interpreter is isolated (`-I`): neither the folder nor the user's settings can put code into it.
    """
    return [python, "-I", "-B", "-c", CALL, f"{folder}/{ANALYSIS}", call.function, f"{folder}/{call.table}", out]


def last_words(said: bytes) -> str:
    """The end of what a process said."""
    return said.decode("utf-8", "replace").strip()[-LAST_WORDS:]


def result_text(out: Path) -> str | None:
    """The text of a result; null where none was left as a plain file, or where it is no result by its size."""
    # A link could lead to a file of this machine that walls had hidden.
    if out.is_symlink() or not out.is_file() or out.stat().st_size > LARGEST_RESULT:
        return None
    return out.read_text(encoding="utf-8", errors="replace")


def returned(finished: Finished) -> object:
    """What the function returned; raises ValueError where it left nothing, or no JSON."""
    if finished.result is None:
        msg = "it left no result"
        raise ValueError(msg)
    return json.loads(finished.result)
