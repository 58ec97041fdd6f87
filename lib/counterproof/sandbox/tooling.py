"""The Python that an agent's code runs in: this environment, read-only, under other names, without our own parts."""

import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

from counterproof.sandbox.inside import VENV

INTERPRETER = "/opt/python"


def environment_binds(system: Path) -> tuple[str, ...]:
    """Arguments of bubblewrap that show this process's environment at `/opt/env`, its interpreter at `/opt/python`.

    The file that ties the two together is written to `system`. Left out are Counterproof itself, which grades, and
    data files that packages bring along, from which an item may have been made.
    """
    base = Path(sys.base_prefix).resolve()
    packages = Path(sysconfig.get_path("purelib")).resolve()
    inside = f"{VENV}/lib/{packages.parent.name}/site-packages"
    binary = f"{INTERPRETER}/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    if base == Path("/usr"):
        binary = f"/usr/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    settings = system / "pyvenv.cfg"
    home = binary.rpartition("/")[0]
    settings.write_text(f"home = {home}\ninclude-system-site-packages = false\n", encoding="utf-8")
    return (
        *(() if base == Path("/usr") else ("--ro-bind", str(base), INTERPRETER)),
        *("--ro-bind", str(packages), inside),
        *("--symlink", binary, f"{VENV}/bin/python"),
        *("--symlink", binary, f"{VENV}/bin/python3"),
        *("--ro-bind", str(settings), f"{VENV}/pyvenv.cfg"),
        *("--setenv", "LD_LIBRARY_PATH", f"{INTERPRETER}/lib"),
        *_hidden(packages, inside),
    )


def _hidden(packages: Path, inside: str) -> Iterator[str]:
    own = [path.name for path in packages.glob("*counterproof*")]
    for name in own:
        if (packages / name).is_dir():
            yield from ("--tmpfs", f"{inside}/{name}", "--remount-ro", f"{inside}/{name}")
        else:
            yield from ("--ro-bind", "/dev/null", f"{inside}/{name}")
    for path in packages.glob("scanpy/datasets/*.h5ad"):
        yield from ("--ro-bind", "/dev/null", f"{inside}/{path.relative_to(packages)}")
