"""A study's agents run, with the answers of those that only say theirs read by the rules of `extract`."""

from collections.abc import Callable, Collection, Mapping, Sequence

from counterproof.construct.prompts import INSUFFICIENT
from counterproof.domain.answer import Outcome
from counterproof.domain.construction import Construction
from counterproof.domain.trajectory import Trajectory
from counterproof.evaluators.extract.answer import read_answer
from counterproof.evaluators.extract.sources import find_passage
from counterproof.store.identity import OpenIdentity
from counterproof.store.study import OpenStudy
from counterproof.trials.call_run import run_calls
from counterproof.trials.calls import CallPlan
from counterproof.trials.reply import Reply
from counterproof.trials.run import RunSummary, run_trials


def run_agents(
    study: OpenStudy,
    constructions: Sequence[Construction],
    *,
    jobs: int = 1,
    progress: bool | Callable[[int, int], None] = False,
    force: bool = False,
    retry: Collection[Outcome] = (),
    scheduler: str | None = None,
) -> RunSummary:
    """What became of the study's trials, after all that were missing have run: see `run_trials`."""
    return run_trials(
        study,
        constructions,
        jobs=jobs,
        progress=progress,
        force=force,
        retry=retry,
        scheduler=scheduler,
        read_text=reply_in_text,
    )


def run_identity_agents(
    study: OpenIdentity,
    *,
    jobs: int = 1,
    progress: bool = False,
    force: bool = False,
    retry: Collection[Outcome] = (),
    scheduler: str | None = None,
    plan: CallPlan | None = None,
) -> RunSummary:
    """What became of an identity study's calls, after all that were missing have run: see `run_calls`."""
    return run_calls(
        study,
        jobs=jobs,
        progress=progress,
        force=force,
        retry=retry,
        scheduler=scheduler,
        plan=plan,
        read_text=reply_in_text,
    )


def reply_in_text(trajectory: Trajectory, options: Mapping[str, str], prompt: str, abstain: str | None = None) -> Reply:
    """The reply in an agent's own words: its last tagged block, else its final message.

    Choosing the letter `abstain`, where the arm offers it, is an abstention.
    """
    offered = options if abstain is None else {**options, abstain: INSUFFICIENT}
    read = read_answer(find_passage(trajectory=trajectory, prompt=prompt), options=offered)
    if read.answer is not None and read.answer.choice == (abstain,):
        answer = read.answer.model_copy(update={"choice": ()})
        return Reply("abstained", "the agent chose the option that the data are insufficient", answer)
    return Reply(read.outcome, None if read.outcome == "answered" else read.reason or None, read.answer)
