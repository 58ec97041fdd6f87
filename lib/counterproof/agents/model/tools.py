"""The two tools of the loop, each run in the working folder in a process of its own."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

BASH = ("bash", "-c")
PYTHON = (sys.executable, "-c")
HIDDEN = ("PYTHONPATH",)
"""Variables of the loop's own that its tools do not get."""


class Ran(NamedTuple):
    """What a command printed, on both outputs, and its exit code; null where it ran out of time."""

    output: str
    exit_code: int | None

    @property
    def failed(self) -> bool:
        """Whether it ended otherwise than well."""
        return self.exit_code != 0


def run_tool(program: tuple[str, ...], code: str, *, folder: Path, seconds: float) -> Ran:
    """What became of the code of a tool call; whatever it started in its own group is killed when time runs out."""
    env = {name: value for name, value in os.environ.items() if name not in HIDDEN}
    with subprocess.Popen(  # noqa: S603, to run what the model wants is the purpose; the sandbox is the wall
        [*program, code],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=env,
        start_new_session=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return Ran(output.decode(errors="replace") + f"\n[ended after {seconds:g} s]", None)
    return Ran(output.decode(errors="replace"), process.returncode)


def shortened(text: str, *, chars: int) -> str:
    """The text, or of a longer one its beginning and its end, with what is left out between them said."""
    if len(text) <= chars:
        return text
    half = chars // 2
    return f"{text[:half]}\n[... {len(text) - 2 * half} characters left out ...]\n{text[-half:]}"
