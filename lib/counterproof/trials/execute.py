"""One trial, from its empty folder to its record."""

import tempfile
import time
import traceback
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from counterproof.agents import files
from counterproof.agents.registry import run_agent
from counterproof.construct.prompts import ANSWER_FILE
from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.answer import Outcome
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Trial
from counterproof.store.layout import Layout
from counterproof.store.records import read_record, write_record
from counterproof.trajectories.own import Own
from counterproof.trials.folder import trial_folder
from counterproof.trials.gateway.purse import Purse
from counterproof.trials.kept import kept_path
from counterproof.trials.launched import run_launched
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.reply import Reply, TextReader
from counterproof.trials.value_file import read_reply


def execute(planned: PlannedTrial, *, scratch: Path, layout: Layout, read_text: TextReader | None = None) -> Trial:
    """The record of a trial that has just run in a folder under `scratch`.

    What our own code does wrong ends as `infra_error` with the last line of its traceback: a crash of a reference agent
    or of the walls says nothing about an agent. One that takes longer than its limit ends as `timeout`.

    Parameters
    ----------
    read_text
        Reads the answer of an agent that wrote no answer file out of its own words; without it only files count.
    """
    started, clock = datetime.now(UTC), time.perf_counter()
    launched = None
    if isinstance(planned.agent, ReferenceAgent):
        reply, trajectory = _in_process(planned, planned.agent, scratch)
    else:
        try:
            reply, trajectory, launched = run_launched(
                planned,
                planned.agent,
                scratch=scratch,
                keep_at=kept_path(layout.trial(planned.key)),
                ledger=layout.spent,
                read_file=partial(read_reply, planned=planned),
                # Numbers are read from a file only: in prose nobody can tell which of several was meant.
                read_words=None if read_text is None or planned.numbers else partial(_in_words, planned, read_text),
            )
        except Exception as error:  # noqa: BLE001, whatever it is, the next trial must run
            reply, trajectory = _crashed(error), Trajectory(format="empty", ending="empty")
    return Trial(
        key=planned.key,
        outcome=reply.outcome,
        reason=reply.reason,
        answer=reply.answer,
        trajectory=trajectory,
        handout=planned.handout,
        seconds=round(time.perf_counter() - clock, 6),
        started=started.isoformat(timespec="milliseconds"),
        launched=launched,
    )


def _in_process(planned: PlannedTrial, agent: ReferenceAgent, scratch: Path) -> tuple[Reply, Trajectory]:
    clock = time.perf_counter()
    with trial_folder(prompt=planned.prompt, data=planned.data, scratch=scratch) as folder:
        try:
            run_agent(agent, folder, handout=planned.handout, seed=planned.agent_seed)
            reply = read_reply(folder / ANSWER_FILE, planned)
        except Exception as error:  # noqa: BLE001, whatever it is, the next trial must run
            reply = _crashed(error)
        seconds, limit = time.perf_counter() - clock, planned.limits.seconds
        if seconds > limit and reply.outcome != "infra_error":
            reply = Reply("timeout", f"took {seconds:.1f} s of {limit:g} s", None)
        return reply, _read_log(folder / files.TRAJECTORY)


def _in_words(planned: PlannedTrial, read_text: TextReader, trajectory: Trajectory) -> Reply:
    return read_text(trajectory, planned.option_texts, planned.prompt, planned.abstain)


def _crashed(error: Exception) -> Reply:
    return Reply("infra_error", traceback.format_exception_only(error)[-1].strip(), None)


def _read_log(path: Path) -> Trajectory:
    # An agent may put a link in its log's place.
    plain = path.is_file() and not path.is_symlink()
    return Own().parse(path) if plain else Trajectory(format="own", ending="empty")


def execute_all(
    batch: Sequence[PlannedTrial], *, layout: Layout, scratch: Path | None, read_text: TextReader | None = None
) -> tuple[Outcome | None, ...]:
    """The outcomes of some trials, each written as soon as it ends; None for one that the study cannot pay any more.

    One that is there already is not repeated: its batch was given out again after a worker died. Without `scratch` the
    machine's own folder for temporary files is used.
    """
    outcomes: list[Outcome | None] = []
    for planned in batch:
        path = layout.trial(planned.key)
        if path.exists():
            outcomes.append(read_record(path, Trial).outcome)
        elif planned.paid and Purse(study_limit=planned.limits.study_usd, ledger=layout.spent).empty:
            outcomes.append(None)
        else:
            trial = execute(planned, scratch=scratch or Path(tempfile.gettempdir()), layout=layout, read_text=read_text)
            write_record(path, trial)
            outcomes.append(trial.outcome)
    return tuple(outcomes)
