"""What a reference agent holds while it answers."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from counterproof.agents.brief import Brief
from counterproof.agents.journal import Journal


@dataclass(frozen=True)
class Task:
    """One trial as the agent sees it: its folder, its brief, its prior if it was given one, its seed, its journal.

    `abstain` is the letter of an option to abstain, told to those who draw from all options.
    """

    folder: Path
    brief: Brief
    prior: str | None
    seed: int
    journal: Journal
    abstain: str | None = None

    @classmethod
    @contextmanager
    def opened(cls, folder: Path, *, handout: dict[str, Any], seed: int) -> Iterator[Self]:
        """The task of a handout, with its journal open for as long as the block lasts."""
        with Journal(folder) as journal:
            brief = Brief.model_validate(handout["brief"])
            yield cls(folder, brief, handout.get("prior"), seed, journal, handout.get("abstain"))

    def text(self, letter: str) -> str:
        """The gene or group behind a letter, with the letter: `NKG7 (B)`."""
        return f"{self.brief.options[letter]} ({letter})"

    def known(self) -> str:
        """The prior's letter.

        Raises
        ------
        ValueError
            If none was handed over.
        """
        if self.prior is None:
            msg = "this agent answers from a prior, and its handout has none"
            raise ValueError(msg)
        return self.prior
