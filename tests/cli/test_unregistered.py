"""A study of another benchmark's questions as they are: agents asked, and scored, without any registration."""

import json
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from counterproof.benchmarks.own import open_study
from counterproof.cli import app
from counterproof.construct.run import construct
from counterproof.matter.source import locate
from counterproof.reports.terminal import tell_unregistered
from counterproof.trials.forecast import forecast
from counterproof.trials.read import read_trials
from counterproof.trials.unregistered import unregistered_trials

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "pbmc"
PROGRAM = 'test -f data.h5ad && letter=A || letter=B; echo "{\\"answer\\": \\"$letter\\"}" > answer.json'
ROWS = [
    ("with_data", "A", "cells.h5ad"),
    ("without_data", "A", ""),
    ("other_key", "B", ""),
    ("two_keys", '"A,B"', ""),
]


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "120", "NO_COLOR": "1"})


@pytest.fixture(scope="module")
def mine(tmp_path_factory):
    """A study of four questions that no statistic decides, with an agent that looks for the data and one of ours."""
    folder = tmp_path_factory.mktemp("mine")
    (folder / "cells.h5ad").symlink_to(locate("scanpy:pbmc68k_reduced", study=folder, sources=folder))
    rows = "".join(f"{name},How is the weather?,good,bad,{key},{data}\n" for name, key, data in ROWS)
    (folder / "list.csv").write_text("id,question,A,B,key,data\n" + rows, encoding="utf-8")
    made = run("new", folder / "mine", folder / "list.csv", "--from", "own")
    assert made.exit_code == 0, made.output
    path = folder / "mine" / "study.yaml"
    said = yaml.safe_load(path.read_text(encoding="utf-8"))
    looker = {"name": "looker", "kind": "command", "argv": ["sh", "-c", PROGRAM]}
    said |= {"agents": [looker, *said["agents"][:1]], "sandbox": "none", "replicates": 2}
    path.write_text(yaml.safe_dump(said), encoding="utf-8")
    return folder / "mine"


@pytest.fixture(scope="module")
def ran(mine):
    return run("run", mine, "--jobs", "1")


def test_programs_are_asked_with_the_data_and_without(ran, mine):
    assert ran.exit_code == 0, ran.output
    assert "8 trials run, 0 kept from before" in ran.output
    assert "4 items have no registration" in ran.output
    keys = [trial.key for trial in unregistered_trials(open_study(mine))]
    assert [(key.item, key.variant, key.replicate) for key in keys if key.replicate == 1] == [
        ("other_key", "no_data", 1),
        ("with_data", "original", 1),
        ("with_data", "no_data", 1),
        ("without_data", "no_data", 1),
    ]
    assert {key.agent for key in keys} == {"looker"}
    assert "0 trials run, 8 kept from before" in run("run", mine, "--jobs", "1").output


def test_their_accuracy_is_told_with_and_without_data_and_who_was_not_asked(ran, mine):
    done = run("score", mine)
    assert done.exit_code == 0, done.output
    rows = [line.split() for line in done.output.splitlines()]
    assert ["looker", "as", "published", "1.000*", "-", "1", "2", "0"] in rows
    assert next(row for row in rows if row[:2] == ["looker", "none"])[2] == "0.333*"
    assert "1 of 4 items are not asked: its key is not one option, and an answer is." in done.output
    assert "Accuracy alone does not show that an answer follows its data" in done.output


def test_runs_made_elsewhere_are_scored_too(ran, mine, tmp_path):
    for item, letter in (("without_data", "A"), ("with_data", "B")):
        folder = tmp_path / item / "provider" / "model" / "harness" / "r1"
        folder.mkdir(parents=True)
        (folder / "eval_answer.json").write_text(json.dumps({"answer": letter}))
    assert "2 runs imported" in run("import", mine, tmp_path).output
    rows = [line.split() for line in run("score", mine).output.splitlines()]
    assert next(row for row in rows if row[:1] == ["harness-model"])[3:5] == ["0.500*", "0.000"]


def test_no_table_of_the_versions_counts_them(ran, mine):
    study = open_study(mine)
    made = construct(study, progress=False)
    assert made == read_trials(study, made) == ()


def test_the_plan_counts_them(ran, mine):
    study = open_study(mine)
    looker, analyst = forecast(study, (), ()).agents
    asked = {name: count for name, count in looker.trials.items() if count}
    assert (asked, analyst.n_trials) == ({"original": 2, "no_data": 6}, 0)


def test_an_audit_names_them_and_says_what_can_be_done_without(mine):
    told = []
    tell_unregistered(open_study(mine), say=told.append)
    assert told == [
        "without a registration, and so without versions: other_key, two_keys, with_data, without_data",
    ]
    done = run("audit", mine, "--jobs", "1")
    assert done.exit_code == 2
    assert "`counterproof run` asks agents with the data and without" in " ".join(done.output.split())


def test_a_study_whose_items_are_all_registered_has_no_such_score(tmp_path):
    done = run("score", BUNDLED, "--out", tmp_path)
    assert done.exit_code == 2
    assert "every item has a registration" in done.output
