"""The trials of a plan that differ in their replicate alone: what they share is worked out once."""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from functools import cached_property

from counterproof.domain.arm import Arm
from counterproof.store.digest import canonical_json
from counterproof.store.layout import trial_name
from counterproof.trials.planned import PlannedTrial
from counterproof.trials.trial_file import TrialFile

VARYING = '"replicate":0,"seed":0'
"""What differs in the canonical text of their keys. Inside a text of a key no quotation mark stands bare."""


class ManyTrials:
    """The replicates of one agent on one variant of an item in one arm.

    `one` is what they share, with replicate and seed 0 in its key; `seeds` are the seeds of the replicates that run.
    """

    def __init__(self, one: PlannedTrial, seeds: Mapping[int, int]) -> None:
        self._one, self._seeds = one, list(seeds.items())

    def __len__(self) -> int:
        return len(self._seeds)

    @property
    def arm(self) -> Arm:
        """The arm that they are of."""
        return self._one.key.arm

    @cached_property
    def files(self) -> list[TrialFile]:
        """The files of the replicates, in their order.

        A hundred thousand keys take seconds to become records and be digested; their texts differ in two numbers.
        """
        key = self._one.key
        which = (key.item, key.agent, key.variant, key.arm)
        before, after = canonical_json(key).split(VARYING)
        head = hashlib.sha256(before.encode())
        found = []
        for replicate, seed in self._seeds:
            text = head.copy()
            text.update(f'"replicate":{replicate},"seed":{seed}{after}'.encode())
            digest = text.hexdigest()
            name = trial_name(key, replicate=replicate, digest=digest)
            found.append(TrialFile(name, digest, *which, replicate))
        return found

    def trial(self, place: int) -> PlannedTrial:
        """One of the replicates, by its place among the files."""
        replicate, seed = self._seeds[place]
        return replace(self._one, key=self._one.key.model_copy(update={"replicate": replicate, "seed": seed}))


def files_of(plan: Iterable[ManyTrials]) -> tuple[TrialFile, ...]:
    """Where the record of each of these trials lies, in their order."""
    return tuple(file for many in plan for file in many.files)


def trials_without(plan: Iterable[ManyTrials], names: Collection[str]) -> tuple[PlannedTrial, ...]:
    """These trials in their order, but those whose file has one of the names (`TrialFile.name`)."""
    return tuple(many.trial(place) for many in plan for place, file in enumerate(many.files) if file.name not in names)
