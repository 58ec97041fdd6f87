"""The Python that agents find in their sandbox: ours, with scanpy, anndata and pandas, bound read-only by the walls."""

from pathlib import Path

from counterproof.sandbox.inside import HOME, VENV

PYTHON = f"{VENV}/bin/python"
SYSTEM = (Path("/usr"), Path("/bin"), Path("/lib"), Path("/sbin"))
"""What a sandbox holds already."""


def base_env(*, path: str = "") -> dict[str, str]:
    """The environment of every agent; `path` is searched for programs before all else."""
    first = f"{path}:" if path else ""
    return {
        "PATH": f"{first}{VENV}/bin:/usr/local/bin:/usr/bin:/bin",
        "HOME": HOME,
        "TMPDIR": "/tmp",  # noqa: S108, the sandbox's own
        "TERM": "dumb",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": "/tmp/numba",  # noqa: S108, the environment is read-only, and numba writes beside its sources
        "MPLBACKEND": "Agg",
    }


def in_system(path: Path) -> bool:
    """Whether a sandbox holds this path of the machine anyway."""
    return any(path.is_relative_to(folder) for folder in SYSTEM)
