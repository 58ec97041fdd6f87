"""Whether walls can be built on this machine, told before any trial starts."""

import shutil
import subprocess
from contextlib import ExitStack

from counterproof.domain.problem import InputError, Problem
from counterproof.sandbox.run import SYSTEM_PATH, refusal

PROGRAMS = {"bwrap": "bubblewrap", "socat": "socat", "prlimit": "util-linux", "sh": "dash"}
"""What the walls need, and the package of Debian that has it."""

TRIAL = ("--unshare-all", "--unshare-user", "--disable-userns", "--ro-bind", "/", "/", "true")
WITHOUT = "write `sandbox: none` into study.yaml to run agents without walls (every page then says so)"


def check_sandbox(*, path: str = SYSTEM_PATH) -> None:
    """Nothing, if agents can be walled in on this machine; `path` is where programs are looked for.

    Raises
    ------
    InputError
        If a program is missing, or this system refuses bubblewrap its namespaces; it says how to mend that.
    """
    missing = [name for name in PROGRAMS if shutil.which(name, path=path) is None]
    if missing:
        packages = " ".join(PROGRAMS[name] for name in missing)
        raise InputError(
            Problem(
                file="sandbox",
                wrong=f"agents are walled in by bubblewrap, and {name!r} is not installed",
                fix=f"apt-get install {packages}; or {WITHOUT}",
            )
            for name in missing
        )
    program = shutil.which("bwrap", path=path) or "bwrap"
    with ExitStack() as stack:
        refusing, files = refusal(stack)
        tried = subprocess.run(  # noqa: S603, a fixed command
            [program, *refusing, *TRIAL],
            capture_output=True,
            text=True,
            check=False,
            stdin=subprocess.DEVNULL,
            env={"PATH": path},
            pass_fds=files,
        )
    if tried.returncode:
        raise InputError(
            [
                Problem(
                    file="sandbox",
                    wrong="this system refuses bubblewrap its namespaces",
                    seen=tried.stderr.strip()[:200] or f"exit code {tried.returncode}",
                    fix="allow unprivileged user namespaces (sysctl kernel.unprivileged_userns_clone=1, "
                    "kernel.apparmor_restrict_unprivileged_userns=0), in a container start it with "
                    f"--security-opt seccomp=unconfined; or {WITHOUT}",
                )
            ]
        )
