"""The same without walls, for a study that says `sandbox: none`: limits hold, nothing else is kept from the agent."""

import subprocess
from collections.abc import Mapping, Sequence
from contextlib import ExitStack

from counterproof.domain.study import Limits
from counterproof.sandbox.ended import Ended
from counterproof.sandbox.place import Place
from counterproof.sandbox.processes import with_mark
from counterproof.sandbox.walls import limit_command
from counterproof.sandbox.watch import Watch

MARK = "COUNTERPROOF_TRIAL"
"""A variable by which processes are known that left the agent's session."""


def run_bare(
    argv: Sequence[str],
    *,
    place: Place,
    limits: Limits,
    env: Mapping[str, str],
    mark: str,
) -> Ended:
    """How a program ended that ran on this machine in `place.workspace`, with the rights of this process.

    Its environment is `env` and nothing of ours. Processes that outlive it are ended as far as they still carry `mark`
    in their environment.
    """
    with ExitStack() as stack:
        process = stack.enter_context(
            subprocess.Popen(  # noqa: S603, the study asks for it
                [*limit_command(limits), *argv],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={**env, MARK: mark},
                cwd=place.workspace,
                start_new_session=True,
            )
        )
        stack.callback(process.kill)
        belongs = with_mark(f"{MARK}={mark}")
        return Watch(process, belongs=belongs, limits=limits, logs=place.logs).to_the_end()
