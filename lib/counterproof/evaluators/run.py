"""A study's agents run, with the answers of those that only say theirs read by the rules of `extract`."""

from collections.abc import Callable, Collection, Mapping, Sequence

from counterproof.domain.answer import Outcome
from counterproof.domain.construction import Construction
from counterproof.domain.trajectory import Trajectory
from counterproof.evaluators.extract.answer import read_answer
from counterproof.evaluators.extract.sources import find_passage
from counterproof.store.study import OpenStudy
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


def reply_in_text(trajectory: Trajectory, options: Mapping[str, str], prompt: str) -> Reply:
    """The reply in an agent's own words: its last tagged block, else its final message."""
    read = read_answer(find_passage(trajectory=trajectory, prompt=prompt), options=options)
    return Reply(read.outcome, None if read.outcome == "answered" else read.reason or None, read.answer)
