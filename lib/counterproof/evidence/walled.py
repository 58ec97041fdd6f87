"""The registered analysis of a table, run inside walls: it finds its table, packages, and nothing else of ours."""

import tempfile
from pathlib import Path

from counterproof.domain.study import Limits
from counterproof.evidence.process import ONE_THREAD, RESULT, Call, Finished, call_command, last_words, result_text
from counterproof.sandbox.environment import PYTHON, base_env
from counterproof.sandbox.inside import WORKSPACE
from counterproof.sandbox.place import new_place
from counterproof.sandbox.run import run_walled

GIVEN = "/given"


def in_walls(call: Call, *, limits: Limits) -> Finished:
    """The end of a call inside walls: no network, its folder read-only at `GIVEN`, nothing alive afterwards.

    `limits` hold, but that of wall time is the call's own.

    Raises
    ------
    WallsError
        If bubblewrap could not build the walls.
    """
    with tempfile.TemporaryDirectory(prefix="walled-") as scratch, new_place(Path(scratch)) as place:
        ended = run_walled(
            call_command(call, python=PYTHON, folder=GIVEN, out=f"{WORKSPACE}/{RESULT}"),
            place=place,
            limits=limits.model_copy(update={"seconds": call.seconds}),
            env=base_env() | ONE_THREAD,
            tools={GIVEN: call.folder},
        )
        said = (place.logs / "stdout").read_bytes() + (place.logs / "stderr").read_bytes()
        return Finished(ended.exit_code, last_words(said), result_text(place.workspace / RESULT), ended.limit)
