"""What every test may use: the shared folder of real files, and one behaviour of hypothesis everywhere."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

PROJECT = Path(__file__).resolve().parents[1]

# Examples that load numpy or write files are slow at times on a busy machine; a deadline would fail them at random.
settings.register_profile("local", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if os.environ.get("CI") else "local")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real data and broken files, never committed; a test that asks for it is skipped without it."""
    folder = Path(os.environ.get("COUNTERPROOF_SHARED", PROJECT.parent / "shared"))
    if not (folder / "cases").is_dir():
        pytest.skip(f"no folder of real files at {folder}: set COUNTERPROOF_SHARED to where it is")
    return folder
