"""The folders of this machine that one walled trial uses, each with one purpose."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

ETC = {
    "passwd": "agent:x:1000:1000::/home/agent:/bin/sh\n",
    "group": "agent:x:1000:\n",
    "hosts": "127.0.0.1 localhost\n",
}
"""The files of an agent's `/etc`."""


class Place(NamedTuple):
    """`workspace` and `home` are the agent's to write. `system` holds the few files of its system, `socket` the socket
    of its gateway, `logs` what it said on its two outputs; it sees the first two of these and can write none.
    """

    workspace: Path
    home: Path
    system: Path
    socket: Path
    logs: Path


@contextmanager
def new_place(scratch: Path) -> Iterator[Place]:
    """Fresh folders under `scratch` with names that say nothing, gone when the block ends."""
    root = Path(tempfile.mkdtemp(prefix="", dir=scratch))
    place = Place(*(root / name for name in ("w", "h", "e", "s", "l")))
    try:
        for folder in place:
            folder.mkdir()
        for name, text in ETC.items():
            (place.system / name).write_text(text, encoding="utf-8")
        yield place
    finally:
        _remove(root)


def _remove(root: Path) -> None:
    # An agent may have taken its own folders' permissions away; root's rights do not ask, another user's do.
    for folder in (root / "w", root / "h"):
        folder.chmod(0o700)
        # From the top: what lies in a folder is seen only after it was opened.
        for above, names, _ in os.walk(folder):
            for path in (Path(above, name) for name in names):
                if not path.is_symlink():
                    path.chmod(0o700)
    shutil.rmtree(root, ignore_errors=True)
