"""The kernel that notebooks run in: this very interpreter, whatever kernels are installed."""

import sys
from pathlib import Path
from typing import Any

from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import AsyncKernelManager

NAME = "python3"


def this_interpreter(said: Path) -> type[AsyncKernelManager]:
    """A kernel manager for `sys.executable` on the loopback address; what the process itself says goes to `said`.

    A registered `python3` kernel may be missing, or belong to another environment. Its messages (a crash, a debugger's
    note) would end up between ours on the terminal, and are the only trace that a dead kernel leaves.
    """

    class ThisInterpreter(AsyncKernelManager):
        @property
        def kernel_spec(self) -> KernelSpec:
            command = [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"]
            return KernelSpec(argv=command, display_name="Python 3", language="python", resource_dir="")

        async def _async_launch_kernel(self, kernel_cmd: list[str], **options: Any) -> None:
            with said.open("ab") as file:
                await super()._async_launch_kernel(kernel_cmd, **{**options, "stdout": file, "stderr": file})

    return ThisInterpreter
