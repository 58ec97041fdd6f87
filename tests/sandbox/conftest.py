"""Real walls: bubblewrap of this machine."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from counterproof.domain.study import Limits
from counterproof.sandbox.place import new_place
from counterproof.sandbox.run import run_walled


@pytest.fixture
def walled(walls, tmp_path):
    """Run a shell program inside walls; what it said and left stands beside how it ended."""

    def run(program, *, argv=None, **options):
        limits = Limits(**options.pop("limits", {}))
        with new_place(tmp_path) as place:
            ended = run_walled(argv or ["sh", "-c", program], place=place, limits=limits, **options)
            left = {path.name: path.read_bytes() for path in place.workspace.iterdir() if path.is_file()}
            said = {name: (place.logs / name).read_text(errors="replace") for name in ("stdout", "stderr")}
        return SimpleNamespace(ended=ended, left=left, out=said["stdout"], err=said["stderr"], folder=Path(place[0]))

    return run
