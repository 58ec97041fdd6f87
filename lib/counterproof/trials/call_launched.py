"""One call of an agent that is a program: run in its walls, and its replies read, one an instance."""

from functools import partial
from pathlib import Path
from typing import NamedTuple

from counterproof.domain.agent import LaunchedAgent
from counterproof.domain.call import Reply
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Launched
from counterproof.trials.answer_file import read_fields
from counterproof.trials.call_replies import read_replies
from counterproof.trials.calls import PlannedCall
from counterproof.trials.launched import run_launched
from counterproof.trials.reply import Reply as Ending
from counterproof.trials.reply import TextReader

WROTE = Ending("answered", None, None)
"""Stands for an answer file that is there, whatever it says of each instance."""


class LeftCall(NamedTuple):
    """What a launched call came to; `retrievals` is null where nobody could look."""

    replies: tuple[Reply, ...]
    trajectory: Trajectory
    launched: Launched
    retrievals: int | None


def run_launched_call(
    planned: PlannedCall,
    spec: LaunchedAgent,
    *,
    scratch: Path,
    keep_at: Path,
    ledger: Path,
    read_text: TextReader | None = None,
) -> LeftCall:
    """What a call came to that has just run; its raw log stands at `keep_at`.

    The answer file decides, instance by instance. Without one, or out of time, all instances end alike. The agent's own
    words are read of a call that asks one instance for an option: in those of several nobody can tell which was meant.

    Raises
    ------
    WallsError
        If the walls could not be built.
    """
    found: list[Reply] = []

    def read_file(path: Path) -> Ending:
        found.extend(read_replies(path, planned))
        fields = read_fields(path)
        absent = isinstance(fields, Ending) and fields.outcome == "no_answer"
        return Ending("no_answer", found[0].reason, None) if absent else WROTE

    left = run_launched(
        planned,
        spec,
        scratch=scratch,
        keep_at=keep_at,
        ledger=ledger,
        read_file=read_file,
        read_words=partial(_in_words, planned, read_text) if read_text and planned.wants_one_option else None,
    )
    outcome, reason, answer = left.reply
    alike = (Reply(instance=name, outcome=outcome, reason=reason, answer=answer) for name in planned.key.instances)
    replies = tuple(found) if left.reply is WROTE else tuple(alike)
    return LeftCall(replies, left.trajectory, left.launched, _retrievals(left.trajectory, left.launched))


def _in_words(planned: PlannedCall, read_text: TextReader, trajectory: Trajectory) -> Ending:
    return read_text(trajectory, planned.options[0], planned.prompt, None)


def _retrievals(trajectory: Trajectory, launched: Launched) -> int | None:
    """Requests that let the provider fetch text, and what else the log tells: no other way leads out of the walls."""
    if launched.sandbox == "none":
        return None
    return max(launched.hosted_requests, int(trajectory.web_search))
