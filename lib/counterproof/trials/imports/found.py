"""A run that was found, and one that cannot be imported."""

from dataclasses import dataclass

from counterproof.domain.record import Record
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Imported
from counterproof.domain.variant import VariantName


@dataclass(frozen=True)
class FoundRun:
    """A run as its files tell it, with its place in the study.

    `item` is the id in the study. `answer_file` holds the bytes of the file that the agent wrote its answer to, None
    where there is none. `seconds` is wall time, None where nobody recorded it. `sha256` is of all its files.
    """

    imported: Imported
    item: str
    agent: str
    variant: VariantName
    replicate: int
    trajectory: Trajectory
    answer_file: bytes | None
    seconds: float | None
    timed_out: bool
    sha256: str


class Refused(Record):
    """A run, or a file that may be one, that was not imported, and why."""

    source: str
    reason: str
