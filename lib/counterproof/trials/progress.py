"""The line that tells how a run goes: trials done, running and failed, and money spent."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from tqdm import tqdm

from counterproof.domain.answer import EXCLUDED_OUTCOMES, Outcome
from counterproof.jobs.bar import bar_settings
from counterproof.trials.gateway.purse import Purse
from counterproof.trials.schedule import Worked


@dataclass(frozen=True)
class Told:
    """Whom to tell (see `run_trials`), how many of how many trials were done before, and where the money is counted."""

    progress: bool | Callable[[int, int], None]
    done: int
    planned: int
    ledger: Path


def told_as_they_end(worked: Iterable[Worked], told: Told) -> Iterator[Outcome | None]:
    """The same outcomes, one by one, each told as it comes."""
    listener = told.progress if callable(told.progress) else None
    failed, done, purse = 0, told.done, Purse(ledger=told.ledger)
    hidden = listener is not None or not told.progress
    with tqdm(
        total=told.planned, initial=told.done, unit="trial", desc="trials", **bar_settings(shown=not hidden)
    ) as bar:
        for some in worked:
            for outcome in some.outcomes:
                done += 1
                failed += outcome in EXCLUDED_OUTCOMES
                bar.update()
                if listener is not None:
                    listener(done, told.planned)
                yield outcome
            if not hidden:
                # Shown with the next count: by itself it would be a line of a log for each batch.
                told_beside = f"{some.running} running, {failed} failed, ${purse.study_spent:.2f} spent"
                bar.set_postfix_str(told_beside, refresh=False)
