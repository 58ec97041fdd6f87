import shutil
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from counterproof.cli import app

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "pbmc"
ANSWER = '{"answer": "A", "confidence": 50, "data_support": "full", "evidence": "It is highest."}'


def run(*words):
    return CliRunner().invoke(app, ["run", *map(str, words)], env={"COLUMNS": "120", "NO_COLOR": "1"})


@pytest.fixture
def study(tmp_path):
    """The bundled study with one item, and one agent that is a shell without walls."""
    folder = tmp_path / "study"
    shutil.copytree(BUNDLED, folder, ignore=lambda _, names: [name for name in names if name == "items"])
    (folder / "items").mkdir()
    first = min((BUNDLED / "items").glob("marker*.yaml"))
    shutil.copy(first, folder / "items" / first.name)
    settings = yaml.safe_load((folder / "study.yaml").read_text())
    agent = {"name": "shell", "kind": "command", "argv": ["sh", "-c", f"echo '{ANSWER}' > answer.json"]}
    settings |= {"agents": [agent], "replicates": 1, "sandbox": "none", "arms": ["standard"]}
    (folder / "study.yaml").write_text(yaml.safe_dump(settings))
    return folder


@pytest.mark.slow
def test_a_study_is_run_and_a_second_run_repeats_nothing(study, tmp_path):
    done = run(study, "--out", tmp_path / "out", "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert "trials run, 0 kept from before, $0.00 spent in all" in done.output
    again = run(study, "--out", tmp_path / "out", "--jobs", 1)
    assert "0 trials run, " in again.output
    assert again.exit_code == 0


@pytest.fixture
def identity(tmp_path):
    """The bundled identity study with four instances, one condition, and one agent that is a shell without walls."""
    folder = tmp_path / "identity"
    shutil.copytree(BUNDLED.parent / "invented", folder)
    settings = yaml.safe_load((folder / "study.yaml").read_text())
    agent = {"name": "shell", "kind": "command", "argv": ["sh", "-c", f"echo '{ANSWER}' > answer.json"]}
    settings |= {
        "agents": [agent],
        "replicates": 1,
        "registered_replicate": 1,
        "instances_per_call": 1,
        "sandbox": "none",
    }
    settings["source"]["limit"] = 4
    (folder / "study.yaml").write_text(yaml.safe_dump(settings | {"conditions": ["named"]}))
    return folder


def test_the_calls_of_an_identity_study_are_run_and_not_repeated(identity, tmp_path):
    done = run(identity, "--out", tmp_path / "out", "--jobs", 1)
    assert done.exit_code == 0, done.output
    assert "4 calls run, 0 kept from before, $0.00 spent in all\n  answered: 4" in done.output
    assert "0 calls run, 4 kept" in run(identity, "--out", tmp_path / "out", "--jobs", 1).output


@pytest.mark.parametrize("kind", ["study", "identity"])
def test_a_cluster_that_does_not_answer_is_told(request, kind):
    done = run(request.getfixturevalue(kind), "--scheduler", "nonsense")
    assert done.exit_code == 2
    assert "--scheduler: no dask scheduler answers there (seen: nonsense" in done.stderr


def test_only_failures_can_be_tried_again(study):
    done = run(study, "--retry", "answered")
    assert done.exit_code == 2
    assert "no outcome that is tried again" in done.stderr


def test_every_option_is_explained():
    done = run("--help")
    assert done.exit_code == 0
    for option in ("--retry", "--scheduler", "--jobs", "--force", "--out"):
        assert option in done.output
