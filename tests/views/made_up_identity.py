"""The findings of a small identity study, run once for all views."""

import sys
import tempfile
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "trials"))

from identity_made_up import opened

from counterproof.audit.identity.findings import find_identity
from counterproof.trials.call_run import read_calls, run_calls


@cache
def made_up():
    """A study and its findings; the folder of calls is gone again."""
    with tempfile.TemporaryDirectory() as folder:
        study = opened(Path(folder), n=16, instances_per_call=4)
        run_calls(study)
        return study, find_identity(study, read_calls(study), resamples=50)
