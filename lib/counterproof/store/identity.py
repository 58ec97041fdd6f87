"""An identity study that was read and checked, together with its folders."""

from dataclasses import dataclass
from pathlib import Path

from counterproof.domain.call import CallKey
from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.instance import Instance
from counterproof.domain.problem import Problem
from counterproof.store.digest import digest_of
from counterproof.store.layout import Layout


@dataclass(frozen=True)
class OpenIdentity:
    """What every later step starts from. `refused` tells which rows of the source are no instance, and why."""

    study: IdentityStudy
    instances: tuple[Instance, ...]
    layout: Layout
    refused: tuple[Problem, ...] = ()

    @property
    def calls(self) -> Path:
        """Folder of finished calls."""
        return self.layout.work / "calls"

    def call(self, key: CallKey) -> Path:
        """The record of one call: readable by its folders, found by its digest."""
        return self.calls / key.agent / key.condition / f"r{key.replicate}-{digest_of(key)[:16]}.json"
