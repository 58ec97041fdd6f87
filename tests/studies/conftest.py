"""Whole audits of the reference agents on real data, each study written anew in a folder of its own."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from counterproof.audit.findings import Findings, find
from counterproof.benchmarks.own import open_study
from counterproof.construct.run import construct
from counterproof.domain.construction import Construction
from counterproof.trials.read import read_trials
from counterproof.trials.run import run_trials


@dataclass(frozen=True)
class Audited:
    """What an audit made and found."""

    made: dict[str, Construction]
    findings: Findings

    @property
    def excluded(self) -> dict[str, str]:
        """The reason of each item that does not go to the agents."""
        return {name: one.excluded for name, one in self.made.items() if one.excluded is not None}

    @property
    def decidable(self) -> list[Construction]:
        """The items that go to the agents."""
        return [one for one in self.made.values() if one.excluded is None]


@pytest.fixture(scope="session")
def audited(tmp_path_factory):
    """The audit of a study of this folder, whose data lie beside its items under `data`."""

    def run(name: str, data: Path) -> Audited:
        folder = tmp_path_factory.mktemp("studies") / name
        shutil.copytree(Path(__file__).parent / name, folder)
        (folder / f"{name}.h5ad").symlink_to(data)
        study = open_study(folder)
        made = construct(study, progress=False)
        run_trials(study, made, jobs=1, progress=False)
        return Audited({one.item: one for one in made}, find(study, made, read_trials(study, made)))

    return run
