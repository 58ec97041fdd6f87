"""The walls of a trial, as bubblewrap's arguments."""

import resource
from collections.abc import Iterator, Mapping
from math import ceil
from pathlib import Path

from counterproof.domain.study import Limits
from counterproof.sandbox import inside
from counterproof.sandbox.inside import HOME, WORKSPACE
from counterproof.sandbox.place import ETC, Place
from counterproof.sandbox.tooling import environment_binds

SYSTEM = ("/etc/alternatives", "/etc/fonts", "/etc/ld.so.cache", "/etc/ssl/certs")
"""What programs under /usr look for outside it; no secrets, nothing of this machine's users."""


PROC_READ_ONLY = ("sys", "fs", "irq", "bus", "scsi", "acpi", "mtrr", "sysrq-trigger")
"""Settings of the kernel itself. Where the runner is root they are the agent's to write, without any capability: a
program named in `sys/kernel/core_pattern` would be started outside the walls."""

PROC_HIDDEN = ("kcore", "keys", "kmsg", "kallsyms", "timer_list", "sched_debug")


def wall_arguments(
    place: Place, *, env: Mapping[str, str], tools: Mapping[str, Path], gateway: bool
) -> tuple[str, ...]:
    """Arguments up to the command: no network, no capabilities, a user without rights, all but two folders read-only.

    `tools` are folders or files of this machine by their place inside.
    """
    linked = [name for name in ("bin", "sbin", "lib", "lib32", "lib64") if Path(f"/{name}").is_symlink()]
    plain = [name for name in ("bin", "sbin", "lib", "lib64") if Path(f"/{name}").is_dir() and name not in linked]
    shown = [path for path in SYSTEM if Path(path).exists()]
    return (
        *("--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000", "--disable-userns"),
        *("--cap-drop", "ALL", "--die-with-parent", "--new-session", "--hostname", "sandbox", "--clearenv"),
        *("--ro-bind", "/usr", "/usr"),
        *(each for name in linked for each in ("--symlink", f"usr/{name}", f"/{name}")),
        *(each for name in plain for each in ("--ro-bind", f"/{name}", f"/{name}")),
        *("--proc", "/proc", *_closed_proc(), "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"),  # noqa: S108, the sandbox's own
        *(each for path in shown for each in ("--ro-bind", path, path)),
        *(each for name in ETC for each in ("--ro-bind", str(place.system / name), f"/etc/{name}")),
        *environment_binds(place.system),
        *(each for at, path in tools.items() for each in ("--ro-bind", str(path), at)),
        *(("--ro-bind", str(place.socket), inside.SOCKET_FOLDER) if gateway else ()),
        *("--bind", str(place.workspace), WORKSPACE, "--bind", str(place.home), HOME),
        *("--remount-ro", "/", "--chdir", WORKSPACE),
        *(each for name, value in env.items() for each in ("--setenv", name, value)),
    )


def _closed_proc() -> Iterator[str]:
    for name in PROC_READ_ONLY:
        if Path("/proc", name).exists():
            yield from ("--ro-bind", f"/proc/{name}", f"/proc/{name}")
    for name in PROC_HIDDEN:
        if Path("/proc", name).exists():
            yield from ("--ro-bind", "/dev/null", f"/proc/{name}")


FIRST_TO_GO = """{ echo 1000 > /proc/self/oom_score_adj; } 2> /dev/null
exec "$@"
"""
"""For `sh -c`: when memory runs out the kernel ends what comes after, not the runner, which alone can end the rest."""


def limit_command(limits: Limits) -> tuple[str, ...]:
    """What stands before a command so that each of its processes keeps to the limits; no core files."""
    return (
        *("sh", "-c", FIRST_TO_GO, "sh"),
        "prlimit",
        # A second between the two, in which SIGXCPU tells what it was.
        f"--cpu={ceil(limits.cpu_seconds)}:{ceil(limits.cpu_seconds) + 1}",
        f"--fsize={int(limits.output_mb * 1e6)}",
        f"--data={int(limits.memory_mb * 1e6)}",
        "--core=0",
        "--",
    )


TASKS_AT_MOST = 4096
"""More than the processes that the watch allows, since here each thread counts: numpy starts one for each processor."""


def process_limit() -> tuple[str, ...]:
    """What stands before a command inside the walls so that the kernel lets it have so many processes and threads.

    It counts those inside alone (Linux 5.14), and does not hold for a runner that is root: there the watch ends them.
    """
    _, allowed = resource.getrlimit(resource.RLIMIT_NPROC)
    many = TASKS_AT_MOST if allowed == resource.RLIM_INFINITY else min(allowed, TASKS_AT_MOST)
    return ("prlimit", f"--nproc={many}", "--")
