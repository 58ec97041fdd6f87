"""The finished trials of a study where they lie: read one at a time, and those of one item without the others."""

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple, overload

from counterproof.domain.arm import Arm
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy

KEPT_BYTES = 64_000_000
"""So many bytes of records stay in memory once they were read; a larger study's are read again."""


class TrialFile(NamedTuple):
    """The record of one trial: its path below the work folder, and of which trial it is.

    `digest` is the first 16 letters of that of the trial's key, as in a trial table.
    """

    name: str
    item: str
    agent: str
    variant: VariantName
    replicate: int
    digest: str


class StoredTrials(Sequence[Trial]):
    """All trials of one arm, in the order of their files, each read when it is asked for.

    A hundred thousand trials do not fit into memory with all that their agents did. Reading one raises `InputError` if
    its file is damaged.
    """

    def __init__(self, study: OpenStudy, files: Sequence[TrialFile], *, arm: Arm) -> None:
        self.files = tuple(files)
        self.arm = arm
        self._study = study
        self._kept: dict[str, Trial] = {}
        self._bytes = 0

    def __len__(self) -> int:
        return len(self.files)

    @overload
    def __getitem__(self, place: int) -> Trial: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Trial, ...]: ...
    def __getitem__(self, place: int | slice) -> Trial | tuple[Trial, ...]:
        if isinstance(place, slice):
            return tuple(self._read(file) for file in self.files[place])
        return self._read(self.files[place])

    def __iter__(self) -> Iterator[Trial]:
        return map(self._read, self.files)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(_same, self, other))

    def __hash__(self) -> int:
        return hash(self.files)

    def __repr__(self) -> str:
        return f"StoredTrials({len(self)} trials of {self._study.study.study!r})"

    def where(self, holds: Callable[[TrialFile], bool]) -> tuple[Trial, ...]:
        """The trials of those files for which something holds; the others are not read."""
        return tuple(self._read(file) for file in self.files if holds(file))

    def _read(self, file: TrialFile) -> Trial:
        known = self._kept.get(file.name)
        if known is not None:
            return known
        path = self._study.layout.work / file.name
        trial = read_record(path, Trial)
        size = path.stat().st_size
        if self._bytes + size <= KEPT_BYTES:
            self._kept[file.name] = trial
            self._bytes += size
        return trial


def trials_of(
    trials: Sequence[Trial],
    *,
    items: Collection[str] | None = None,
    agents: Collection[str] | None = None,
    variants: Collection[str] | None = None,
    replicate: int | None = None,
) -> tuple[Trial, ...]:
    """Those trials that are of these items, agents and variants and of this replicate; null takes all of them."""

    def holds(one: Any) -> bool:
        return (
            (items is None or one.item in items)
            and (agents is None or one.agent in agents)
            and (variants is None or one.variant in variants)
            and (replicate is None or one.replicate == replicate)
        )

    if isinstance(trials, StoredTrials):
        return trials.where(holds)
    return tuple(trial for trial in trials if holds(trial.key))


def _same(one: Trial, other: object) -> bool:
    return one == other
