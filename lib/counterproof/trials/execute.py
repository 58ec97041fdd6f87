"""One trial, from its empty folder to its record."""

import time
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from counterproof.agents import files
from counterproof.agents.registry import run_agent
from counterproof.construct.prompts import ANSWER_FILE
from counterproof.domain.answer import Outcome
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Trial
from counterproof.store.layout import Layout
from counterproof.store.records import read_record, write_record
from counterproof.trajectories.own import Own
from counterproof.trials.answer_file import Reply
from counterproof.trials.folder import trial_folder
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.value_file import read_reply


def execute(planned: PlannedTrial, *, scratch: Path) -> Trial:
    """The record of a trial that has just run in a folder under `scratch`.

    An agent that crashes ends as `infra_error` with the last line of its traceback: none but our own code runs here, so
    that its crash says nothing about an agent. One that takes longer than its limit ends as `timeout`.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    with trial_folder(prompt=planned.prompt, data=planned.data, scratch=scratch) as folder:
        try:
            run_agent(planned.agent, folder, handout=planned.handout, seed=planned.agent_seed)
            reply = read_reply(folder / ANSWER_FILE, planned)
        except Exception as error:  # noqa: BLE001, whatever it is, the next trial must run
            reply = Reply("infra_error", traceback.format_exception_only(error)[-1].strip(), None)
        seconds = time.perf_counter() - clock
        if seconds > planned.limit_seconds and reply.outcome != "infra_error":
            reply = Reply("timeout", f"took {seconds:.1f} s of {planned.limit_seconds:g} s", None)
        trajectory = _read_log(folder / files.TRAJECTORY)
    return Trial(
        key=planned.key,
        outcome=reply.outcome,
        reason=reply.reason,
        answer=reply.answer,
        trajectory=trajectory,
        handout=planned.handout,
        seconds=round(seconds, 6),
        started=started.isoformat(timespec="milliseconds"),
    )


def _read_log(path: Path) -> Trajectory:
    # An agent may put a link in its log's place.
    plain = path.is_file() and not path.is_symlink()
    return Own().parse(path) if plain else Trajectory(format="own", ending="empty")


def execute_all(batch: Sequence[PlannedTrial], *, layout: Layout, scratch: Path) -> tuple[Outcome, ...]:
    """The outcomes of some trials, each written as soon as it ends.

    One that is there already is not repeated: its batch was given out again after a worker died.
    """
    outcomes: list[Outcome] = []
    for planned in batch:
        path = layout.trial(planned.key)
        if path.exists():
            outcomes.append(read_record(path, Trial).outcome)
            continue
        trial = execute(planned, scratch=scratch)
        write_record(path, trial)
        outcomes.append(trial.outcome)
    return tuple(outcomes)
