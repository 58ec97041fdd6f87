"""What every format's parser does alike: take the entries of a log one by one, then give the trajectory."""

from abc import ABC, abstractmethod
from typing import Any

from counterproof.domain.trajectory import Trajectory
from counterproof.trajectories.recorder import Recorder
from counterproof.trajectories.source import EntryReader, Source, opened


class LogParser(ABC):
    """Reads one log of one format. No content makes it fail: what it does not know becomes a note."""

    def __init__(self) -> None:
        self.log = Recorder()

    @staticmethod
    @abstractmethod
    def claims(value: Any) -> bool:
        """Whether this value of a log can only be of this format."""

    @abstractmethod
    def event(self, value: dict[str, Any], *, at: int) -> bool:
        """Take one event of the log; false when it is of no known kind."""

    @abstractmethod
    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory of the events taken."""

    def parse(self, source: Source) -> Trajectory:
        """The trajectory of a whole log."""
        with opened(source) as stream:
            reader = EntryReader(stream)
            for entry in reader:
                if entry.stray is not None:
                    self.log.note(entry.stray, entry.text, at=entry.at)
                elif not isinstance(entry.value, dict) or not self.event(entry.value, at=entry.at):
                    self.log.note("unknown_event", entry.value, at=entry.at)
            return self.finish(replaced=reader.replaced)
