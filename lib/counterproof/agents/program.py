"""The program of an agent: where it is on this machine, what it needs beside it, and which version it is."""

import importlib.util
import re
import shutil
import subprocess
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from counterproof.domain.problem import InputError, Problem
from counterproof.sandbox.environment import in_system

MOUNT = "/opt/agent"
_VERSION = re.compile(r"\d+(?:\.\d+)+(?:[-+.\w]*)?")
_VERSION_SECONDS = 60


@dataclass(frozen=True)
class Program:
    """A program: its path inside the sandbox, its path on this machine, and what to bind for it."""

    inside: str
    host: Path
    tools: dict[str, Path] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The folder inside that holds it."""
        return self.inside.rpartition("/")[0]


def find_program(
    name: str, *, agent: str, binary: str | None, install: str, packaged: tuple[str, str] | None = None
) -> Program:
    """The program of an agent: the one that its study names, else that of an installed package, else of the PATH.

    Parameters
    ----------
    packaged
        A module and the program's path below it, for programs that come in a Python package.
    install
        What to do to get it; it ends the message.

    Raises
    ------
    InputError
        If there is none, or what the study names cannot be run.
    """
    if binary is not None:
        path = Path(binary).expanduser()
        found = shutil.which(str(path))
        if found is None:
            wrong = "is no program that can be run" if path.exists() else "no such program"
            raise InputError([_problem(agent, wrong=wrong, seen=binary, fix=f"correct `binary`, or {install}")])
        return bound(Path(found))
    inside = _in_package(*packaged) if packaged else None
    found = str(inside) if inside else shutil.which(name)
    if found is None:
        raise InputError([_problem(agent, wrong=f"the program {name!r} is not installed", fix=install)])
    return bound(Path(found))


def bound(path: Path) -> Program:
    """A program of this machine with the folders that it needs: its packages, its environment, its interpreter."""
    host = path.absolute()
    real = host.resolve()
    if in_system(real) and in_system(host):
        return Program(str(host), host)
    package = _node_packages(real)
    if package is not None:
        return Program(str(real), real, {str(package): package, **_interpreter("node")})
    interpreter = _shebang(host) or (host if host.resolve().name.startswith("python") else None)
    if interpreter is not None:
        return _with_environment(host, interpreter)
    return Program(f"{MOUNT}/{real.name}", host, {MOUNT: real.parent})


def _with_environment(host: Path, interpreter: Path) -> Program:
    """A script, or an interpreter, with the environment of that interpreter at its own path, which scripts name."""
    environment = interpreter.parent.parent
    if in_system(interpreter) or not environment.is_dir():
        inside = f"{MOUNT}/{host.name}"
        return Program(inside, host, {inside: host.resolve()})
    tools = {str(environment): environment, **_interpreter(str(interpreter))}
    own = {} if host.is_relative_to(environment) else {str(host): host}
    return Program(str(host), host, tools | own)


@cache
def version_told(path: Path, *arguments: str) -> str | None:
    """The version that a program prints, such as `2.1.332`; None where it prints none."""
    try:
        done = subprocess.run(  # noqa: S603, the agent's own program
            [path, *(arguments or ("--version",))],
            capture_output=True,
            text=True,
            timeout=_VERSION_SECONDS,
            stdin=subprocess.DEVNULL,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    found = _VERSION.search(done.stdout) or _VERSION.search(done.stderr)
    # What a program says when it fails may hold the version of something else.
    return found[0] if found and done.returncode == 0 else None


def package_version(program: Path, package: str) -> str | None:
    """The version of a package in the Python that a program runs on, or is; None where it has none."""
    interpreter = _shebang(program) or program
    code = f"import importlib.metadata as m; print(m.version({package!r}))"
    return version_told(interpreter, "-c", code)


def _shebang(program: Path) -> Path | None:
    with program.open("rb") as file:
        first = file.readline(300)
    return Path(first[2:].decode(errors="replace").split()[0]) if first.startswith(b"#!/") else None


def _in_package(module: str, path: str) -> Path | None:
    spec = importlib.util.find_spec(module)
    if spec is None or spec.origin is None:
        return None
    found = Path(spec.origin).parent / path
    return found if found.is_file() else None


def _node_packages(real: Path) -> Path | None:
    """The outermost `node_modules` that a program lies in."""
    parts = real.parts
    return Path(*parts[: parts.index("node_modules") + 1]) if "node_modules" in parts else None


def _interpreter(name: str) -> dict[str, Path]:
    """What to bind for an interpreter outside the system: the whole of its installation, at its own path."""
    found = shutil.which(name)
    if found is None:
        return {}
    tools = {}
    for path in (Path(found), Path(found).resolve()):
        root = path.parent.parent
        if not in_system(path) and root != Path("/"):
            tools[str(root)] = root
    return tools


def _problem(agent: str, *, wrong: str, fix: str, seen: str = "") -> Problem:
    return Problem(file="study.yaml", place=f"agents: {agent}", wrong=wrong, seen=seen, fix=fix)
