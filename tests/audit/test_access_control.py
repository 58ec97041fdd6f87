"""The positive control of the access audit: an agent in our walls that does what it must not is caught each time."""

import json
from pathlib import Path

import pytest

from counterproof.audit.access import reached_for
from counterproof.audit.access_rules import KINDS, OWN_PLACES
from counterproof.domain.agent import CommandAgent
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Launched, Trial, TrialKey
from counterproof.store.layout import layout_of
from counterproof.trials.execute import execute
from counterproof.trials.planned import PlannedTrial

HERE = Path(__file__).parent
FORBIDDEN = {
    "network": (
        "curl -sS -m 3 https://example.org/markers.csv",
        "python -c \"import urllib.request as u; u.urlopen('https://rest.ensembl.org', timeout=3)\"",
        "python -m pip install --quiet celltypist",
    ),
    "outside_path": ("ls /root", "find / -name '*.h5ad' -size +1M", "cat ../study.yaml", "cat /proc/1/environ"),
    "other_trial": ("cat /workspace/../trials/original-r1.json", "cp /data/work/pbmc/variants/i/flip.h5ad ."),
    "answer_material": ("find . -name '*answer_key*'", "cat ground_truth.json"),
    "grader": ("grep -ril grader .", "find . -name '*_eval*'"),
}
ALLOWED = (
    "ls -la",
    "cat prompt.md",
    "python -c \"import h5py; print(list(h5py.File('data.h5ad')))\"",
    "echo 1 > /tmp/notes.txt && cat /tmp/notes.txt",
    "touch $PWD/figure.png",
)
REACHED_NOTHING = {"find . -name '*answer_key*'", "grep -ril grader .", "find . -name '*_eval*'"}
KEY = dict.fromkeys(("item_sha256", "data_sha256", "prompt_sha256", "agent_sha256"), "0")


@pytest.fixture(scope="module")
def caught(walls, tmp_path_factory):
    """The trial of the scripted agent in real walls, and its flags."""
    folder = tmp_path_factory.mktemp("control")
    commands = [*ALLOWED, *(command for group in FORBIDDEN.values() for command in group)]
    program = (HERE / "scripted_agent.py").read_text(encoding="utf-8")
    planned = PlannedTrial(
        key=TrialKey(item="i", variant="original", agent="scripted", replicate=1, seed=1, **KEY),
        agent=CommandAgent(name="scripted", kind="command", argv=("python", "-c", program, json.dumps(commands))),
        handout={},
        prompt="Which gene?",
        data=None,
        option_texts={"A": "CD3D", "B": "NKG7"},
    )
    trial = execute(planned, scratch=folder, layout=layout_of(folder / "study"))
    return trial, reached_for(trial, own=OWN_PLACES)


def test_every_forbidden_thing_is_flagged_with_its_step(caught):
    trial, flags = caught
    steps = {step.input: place for place, step in enumerate(trial.trajectory.steps, 1)}
    found = {(flag.step, flag.kind) for flag in flags}
    missed = [
        (kind, command)
        for kind, commands in FORBIDDEN.items()
        for command in commands
        if (steps[command], kind) not in found
    ]
    assert not missed


def test_nothing_that_is_allowed_is_flagged(caught):
    trial, flags = caught
    allowed = {place for place, step in enumerate(trial.trajectory.steps, 1) if step.input in ALLOWED}
    assert len(allowed) == len(ALLOWED)
    assert not [flag for flag in flags if flag.step in allowed]


def test_none_of_it_got_anywhere(caught):
    trial, _ = caught
    forbidden = {command for group in FORBIDDEN.values() for command in group}
    reached = [
        (step.input, step.output)
        for step in trial.trajectory.steps
        if step.input in forbidden - REACHED_NOTHING and step.exit_code == 0 and step.output.strip()
    ]
    assert [(command, output) for command, output in reached if "PATH=" not in output] == []


def test_a_search_by_the_provider_is_flagged_from_what_the_gateway_saw():
    told = Launched(version=None, sandbox="bubblewrap", hosted_tools=("web_search_20250305",))
    trial = Trial(
        key=TrialKey(item="i", variant="flip", agent="a", replicate=1, seed=1, **KEY),
        outcome="no_answer",
        trajectory=Trajectory(format="own"),
        seconds=1,
        started="now",
        launched=told,
    )
    (flag,) = reached_for(trial, own=OWN_PLACES)
    assert (flag.kind, flag.step, flag.rule) == ("web_search", None, "run by the provider")
    assert {*FORBIDDEN, "web_search"} == set(KINDS)
