"""Writes that are whole or absent, also after `kill -9` or a full disk."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: Path) -> Iterator[Path]:
    """A temporary path beside `path`; when the block ends well it is synced and takes `path`'s place.

    When the block raises, the temporary file is removed and `path` stays as it was.

    Raises
    ------
    FileExistsError
        If `path` is there and is no file: whoever is root would put one in the place of `/dev/null`.
    """
    if path.exists() and not path.is_file():
        raise FileExistsError(errno.EEXIST, "it is there and is no file", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", suffix=".part", dir=path.parent)
    except OSError as error:
        # Nobody knows the name of the temporary file.
        raise OSError(error.errno, error.strerror, str(path)) from None
    os.close(handle)
    part = Path(name)
    try:
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        part.chmod(0o644)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def write_text(path: Path, text: str) -> None:
    """Put `text` at `path` in one step, as UTF-8 with the line ends it has."""
    with replacing(path) as part:
        part.write_text(text, encoding="utf-8", newline="")
