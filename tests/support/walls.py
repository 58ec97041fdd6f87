"""A launch in a small sandbox of bubblewrap, straight to a model's socket: no gateway, no limits but time."""

import os
import shutil
import subprocess
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

WAY = 'socat TCP-LISTEN:18200,bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:/run/model/model.sock & exec "$@"'


def required(missing: str) -> None:
    """Skip where something is missing; fail where tests are required."""
    if os.environ.get("CI", "").lower() in {"1", "true"}:
        pytest.fail(missing)
    pytest.skip(missing)


def run_launch(launch, folder: Path, socket: Path, *, seconds: float = 20) -> SimpleNamespace:
    """Run it on the files in `folder`; its exit code (None when time ran out), outputs, seconds, log and answer."""
    for name in ("bwrap", "socat"):
        if shutil.which(name) is None:
            required(f"no {name}: install bubblewrap and socat to test agents in a sandbox")
    work, home = folder / "work", folder / "home"
    work.mkdir(exist_ok=True)
    home.mkdir()
    for name, text in launch.home_files.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text)
    binds = [part for inside, host in launch.tools.items() for part in ("--ro-bind", str(host), inside)]
    env = [part for name, value in launch.env.items() for part in ("--setenv", name, value)]
    command = [
        *("bwrap", "--unshare-all", "--unshare-user", "--uid", "1000", "--gid", "1000", "--disable-userns"),
        *("--cap-drop", "ALL", "--die-with-parent", "--new-session", "--clearenv"),
        *("--ro-bind", "/usr", "/usr", "--symlink", "usr/bin", "/bin", "--symlink", "usr/lib", "/lib"),
        *("--symlink", "usr/lib64", "/lib64", "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--tmpfs", "/run"),
        *("--ro-bind", str(socket.parent), "/run/model", "--bind", str(work), "/workspace"),
        *("--bind", str(home), "/home/agent", *binds, *env, "--chdir", "/workspace"),
        *("sh", "-c", WAY, "sh", *launch.argv),
    ]
    started = time.perf_counter()
    try:
        done = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, stdin=subprocess.DEVNULL, check=False
        )
        code, out, err = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired as late:
        code, out, err = None, (late.stdout or b"").decode(), (late.stderr or b"").decode()
    took = time.perf_counter() - started
    kind, _, path = launch.log.rpartition(":")
    log = out if launch.log == "stdout" else _text((home if kind == "home" else work) / path)
    return SimpleNamespace(
        code=code, out=out, err=err, log=log, seconds=took, work=work, answer=_text(work / "answer.json")
    )


def _text(path: Path) -> str | None:
    return path.read_text() if path.is_file() else None
