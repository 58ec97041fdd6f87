"""What every test may use: the shared folder of real files, real walls, and one behaviour of hypothesis everywhere."""

import os
import signal
import sys
from pathlib import Path

import pytest
from hypothesis import settings

from counterproof.domain.problem import InputError
from counterproof.sandbox.available import check_sandbox

PROJECT = Path(__file__).resolve().parents[1]
sys.path.append(str(PROJECT / "tests" / "support"))  # where services and clusters are made up

# A shell starts what it puts in the background with Ctrl-C ignored; tests that send one would wait for ever.
signal.signal(signal.SIGINT, signal.default_int_handler)

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


@pytest.fixture(scope="session")
def walls() -> None:
    """Skipped where no walls can be built; CI fails there."""
    try:
        check_sandbox()
    except InputError as error:
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(str(error))
        pytest.skip(str(error))


@pytest.fixture
def cluster(tmp_path):
    """A real dask cluster on the loopback, for this test alone: a scheduler and two workers."""
    from dask_cluster import cluster  # noqa: PLC0415, distributed takes a second to import

    with cluster(tmp_path / "cluster", workers=2) as made:
        yield made


@pytest.fixture(scope="module")
def standing_cluster(tmp_path_factory):
    """The same for the tests of a file, which leave it as it was."""
    from dask_cluster import cluster  # noqa: PLC0415, distributed takes a second to import

    with cluster(tmp_path_factory.mktemp("dask") / "cluster", workers=2) as made:
        yield made
