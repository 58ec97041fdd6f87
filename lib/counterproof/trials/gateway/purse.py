"""Money spent: by one trial, and by all trials of a study whatever process they run in."""

import fcntl
import os
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Literal

from counterproof.trajectories.fields import number


@dataclass
class Purse:
    """What a trial may still spend, in US dollars; a null limit is none.

    `ledger` is the study's, to which every trial adds a line for each reply: it holds all that was ever spent on the
    study, by trials that failed or were run again, too.
    """

    trial_limit: float | None = None
    study_limit: float | None = None
    ledger: Path | None = None
    spent: float = 0
    _lock: Lock = field(default_factory=Lock, repr=False)
    _read: int = 0
    _study: float = 0

    def spend(self, usd: float) -> None:
        """Put down what a reply cost."""
        with self._lock:
            self.spent += usd
        if self.ledger is not None and usd:
            _append(self.ledger, f"{usd:.9f}\n".encode())

    @property
    def empty(self) -> Literal["usd", "study_usd"] | None:
        """The limit that is reached. A request that is under way can pass it by its own cost."""
        if self.study_limit is not None and self.study_spent >= self.study_limit:
            return "study_usd"
        return "usd" if self.trial_limit is not None and self.spent >= self.trial_limit else None

    @property
    def study_spent(self) -> float:
        """US dollars spent by the study so far."""
        if self.ledger is None or not self.ledger.exists():
            return self.spent
        with self._lock, self.ledger.open("rb") as file:
            file.seek(self._read)
            whole = file.read().rpartition(b"\n")[0]
            # A line that a crash has cut is no number, or a smaller one: the next writer ends it.
            self._study += sum(_number(line) for line in whole.split(b"\n"))
            self._read += len(whole) + (1 if whole else 0)
            return self._study


def spent_by_study(ledger: Path) -> float:
    """US dollars in a study's ledger; 0 where there is none, since then nothing was bought."""
    return Purse(ledger=ledger).study_spent if ledger.exists() else 0.0


def _append(path: Path, line: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab+") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        if file.seek(0, os.SEEK_END) and (file.seek(-1, os.SEEK_END), file.read(1))[1] != b"\n":
            file.write(b"\n")
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


def _number(line: bytes) -> float:
    try:
        # What is no amount, such as NaN, would set the limit free.
        return number(float(line)) or 0.0
    except ValueError:
        return 0.0
