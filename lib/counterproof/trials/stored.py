"""The finished trials of a study where they lie: read one at a time, and those of one item without the others."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from operator import eq
from pathlib import Path
from typing import overload

from counterproof.domain.arm import Arm
from counterproof.domain.trial import Trial, TrialKey
from counterproof.store.digest import digest_of
from counterproof.store.records import read_record
from counterproof.store.study import OpenStudy
from counterproof.trials.trial_file import TrialFile

KEPT_BYTES = 64_000_000
"""So many bytes of records stay in memory once they were read; a larger study's are read again."""


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

    @property
    def work(self) -> Path:
        """The folder below which the files lie."""
        return self._study.layout.work

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
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(self.files)

    def __repr__(self) -> str:
        return f"StoredTrials({len(self)} trials of {self._study.study.study!r})"

    def where(self, holds: Callable[[TrialFile], bool]) -> tuple[Trial, ...]:
        """The trials of those files for which something holds; the others are not read."""
        return tuple(self._read(file) for file in self.files if holds(file))

    @property
    def by_digest(self) -> Mapping[str, Trial]:
        """Each trial by its digest, read when it is asked for."""
        return _ByDigest(self._read, {file.digest[:16]: file for file in self.files})

    def _read(self, file: TrialFile) -> Trial:
        known = self._kept.get(file.name)
        if known is not None:
            return known
        path = self.work / file.name
        trial = read_record(path, Trial)
        size = path.stat().st_size
        if self._bytes + size <= KEPT_BYTES:
            self._kept[file.name] = trial
            self._bytes += size
        return trial


class _ByDigest(Mapping[str, Trial]):
    def __init__(self, read: Callable[[TrialFile], Trial], files: Mapping[str, TrialFile]) -> None:
        self._read, self._files = read, files

    def __getitem__(self, digest: str) -> Trial:
        return self._read(self._files[digest])

    def __contains__(self, digest: object) -> bool:
        return digest in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


def by_digest(trials: Iterable[Trial]) -> Mapping[str, Trial]:
    """Trials by the first 16 letters of the digest of their keys, as in a trial table."""
    if isinstance(trials, StoredTrials):
        return trials.by_digest
    return {digest_of(trial.key)[:16]: trial for trial in trials}


def trials_of(
    trials: Sequence[Trial],
    *,
    items: Collection[str] | None = None,
    agents: Collection[str] | None = None,
    variants: Collection[str] | None = None,
    replicate: int | None = None,
) -> tuple[Trial, ...]:
    """Those trials that are of these items, agents and variants and of this replicate; null takes all of them."""
    return _where(
        trials,
        lambda one: (
            (items is None or one.item in items)
            and (agents is None or one.agent in agents)
            and (variants is None or one.variant in variants)
            and (replicate is None or one.replicate == replicate)
        ),
    )


def first_replicates(trials: Sequence[Trial], *, item: str) -> tuple[Trial, ...]:
    """The trials on one item that are of their agent's first replicate there."""
    first: dict[str, int] = {}
    for one in trials.files if isinstance(trials, StoredTrials) else [trial.key for trial in trials]:
        if one.item == item:
            first[one.agent] = min(one.replicate, first.get(one.agent, one.replicate))
    return _where(trials, lambda one: one.item == item and one.replicate == first[one.agent])


def _where(trials: Sequence[Trial], holds: Callable[[TrialFile | TrialKey], bool]) -> tuple[Trial, ...]:
    if isinstance(trials, StoredTrials):
        return trials.where(holds)
    return tuple(trial for trial in trials if holds(trial.key))


def ran_of_each(trials: Sequence[Trial]) -> Counter[str]:
    """How many of the trials each agent ran here; imported ones are not counted."""
    if isinstance(trials, StoredTrials):
        return Counter(file.agent for file in trials.files if not file.imported)
    return Counter(trial.key.agent for trial in trials if trial.imported is None)
