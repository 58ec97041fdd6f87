"""A trial's folder: the prompt, the data file, and nothing else."""

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from counterproof.construct.prompts import DATA_FILE, PROMPT_FILE

MODIFIED = 1_700_000_000
"""Modification time of all in the folder (seconds since 1970): a real one would tell when which variant was made."""


@contextmanager
def trial_folder(*, prompt: str, data: Path | None, scratch: Path) -> Iterator[Path]:
    """A fresh folder under `scratch` with a random name, gone when the block ends.

    The data file is a copy under its neutral name: whatever the agent does to it, the variant stays as it was verified.
    """
    folder = Path(tempfile.mkdtemp(prefix="", dir=scratch))
    try:
        fill_folder(folder, prompt=prompt, data=data)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def fill_folder(folder: Path, *, prompt: str, data: Path | None) -> None:
    """Put prompt and data into an empty folder, with times that tell nothing."""
    _fill(folder / PROMPT_FILE, prompt.encode())
    if data is not None:
        # A table has its own ending; the name is as neutral.
        _fill((folder / DATA_FILE).with_suffix(data.suffix), data)
    os.utime(folder, (MODIFIED, MODIFIED))


def _fill(path: Path, content: bytes | Path) -> None:
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        shutil.copyfile(content, path)
    path.chmod(0o644)
    os.utime(path, (MODIFIED, MODIFIED))
