"""The tiny study, importable here and in `tests/reports`, and one open for the tests of a file."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from tiny_study import write_tiny_study

from counterproof.benchmarks.own import open_study


@pytest.fixture
def tiny(tmp_path):
    """Open the tiny study, written to the test's folder."""

    def build(**changes):
        return open_study(write_tiny_study(tmp_path / "tiny", **changes))

    return build
