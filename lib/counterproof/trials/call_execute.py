"""One call of an identity study, from its empty folder to its record."""

import tempfile
import time
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from counterproof.agents import files
from counterproof.agents.answerers.answerer import run_answerer
from counterproof.construct.prompts import ANSWER_FILE
from counterproof.domain.answer import Outcome
from counterproof.domain.call import Call, Reply
from counterproof.domain.identity_study import Answerer
from counterproof.domain.trajectory import Trajectory
from counterproof.store.identity import OpenIdentity
from counterproof.store.records import read_record, write_record
from counterproof.trajectories.own import Own
from counterproof.trials.call_launched import run_launched_call
from counterproof.trials.call_replies import read_replies
from counterproof.trials.calls import PlannedCall
from counterproof.trials.folder import trial_folder
from counterproof.trials.gateway.purse import Purse
from counterproof.trials.kept import kept_path
from counterproof.trials.reply import TextReader

Outcomes = tuple[Outcome, ...]
"""How the instances of a call ended, in the order of its key."""


def execute_calls(
    batch: Sequence[PlannedCall],
    *,
    study: OpenIdentity,
    handouts: dict[str, dict[str, Any]],
    scratch: Path | None,
    read_text: TextReader | None = None,
) -> list[Outcomes | None]:
    """The outcomes of some calls, each written as soon as it ends; None for one that the study cannot pay any more.

    One that is there already is not repeated: its batch was given out again after a worker died. Without `scratch` the
    machine's own folder for temporary files is used.
    """
    scratch = scratch or Path(tempfile.gettempdir())
    outcomes: list[Outcomes | None] = []
    for planned in batch:
        path = study.call(planned.key)
        if path.exists():
            call = read_record(path, Call)
        elif planned.paid and Purse(study_limit=planned.limits.study_usd, ledger=study.layout.spent).empty:
            outcomes.append(None)
            continue
        else:
            handout = handouts.get(planned.agent.name, {})
            call = execute_call(planned, study=study, handout=handout, scratch=scratch, read_text=read_text)
            write_record(path, call)
        outcomes.append(tuple(reply.outcome for reply in call.replies))
    return outcomes


def execute_call(
    planned: PlannedCall,
    *,
    study: OpenIdentity,
    handout: dict[str, Any],
    scratch: Path,
    read_text: TextReader | None = None,
) -> Call:
    """The finished call. A crash of our own code ends every instance as `infra_error`, one too slow as `timeout`."""
    started, clock = datetime.now(UTC), time.perf_counter()
    launched = None
    if isinstance(planned.agent, Answerer):
        replies, trajectory = _in_process(planned, planned.agent, handout, scratch)
        # An answerer of ours has no tool to fetch anything with.
        retrievals: int | None = 0
    else:
        try:
            replies, trajectory, launched, retrievals = run_launched_call(
                planned,
                planned.agent,
                scratch=scratch,
                keep_at=kept_path(study.call(planned.key)),
                ledger=study.layout.spent,
                read_text=read_text,
            )
        except Exception as error:  # noqa: BLE001, whatever it is, the next call must run
            replies, retrievals = _crashed(planned, error), None
            trajectory = Trajectory(format="empty", ending="empty")
    return Call(
        key=planned.key,
        replies=replies,
        trajectory=trajectory,
        retrievals=retrievals,
        seconds=round(time.perf_counter() - clock, 6),
        started=started.isoformat(timespec="milliseconds"),
        launched=launched,
    )


def _in_process(
    planned: PlannedCall, agent: Answerer, handout: dict[str, Any], scratch: Path
) -> tuple[tuple[Reply, ...], Trajectory]:
    clock = time.perf_counter()
    with trial_folder(prompt=planned.prompt, data=None, scratch=scratch) as folder:
        try:
            run_answerer(agent, folder, planned.prompt, handout=handout, seed=planned.key.seed)
            replies = read_replies(folder / ANSWER_FILE, planned)
        except Exception as error:  # noqa: BLE001, whatever it is, the next call must run
            replies = _crashed(planned, error)
        seconds, limit = time.perf_counter() - clock, planned.limits.seconds
        if seconds > limit:
            replies = _all(planned, "timeout", f"took {seconds:.1f} s of {limit:g} s")
        log = folder / files.TRAJECTORY
        plain = log.is_file() and not log.is_symlink()
        return replies, Own().parse(log) if plain else Trajectory(format="own", ending="empty")


def _crashed(planned: PlannedCall, error: Exception) -> tuple[Reply, ...]:
    return _all(planned, "infra_error", traceback.format_exception_only(error)[-1].strip())


def _all(planned: PlannedCall, outcome: Outcome, reason: str) -> tuple[Reply, ...]:
    return tuple(Reply(instance=name, outcome=outcome, reason=reason) for name in planned.key.instances)
