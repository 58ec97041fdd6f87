import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from counterproof.cli import app

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "pbmc"
ITEM = min(path.stem for path in (BUNDLED / "items").glob("*.yaml"))


def run(*words):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "120", "NO_COLOR": "1"})


@pytest.fixture
def runs(tmp_path):
    for item in (ITEM, "unheard_of"):
        folder = tmp_path / "runs" / item / "anthropic" / "claude" / "mini" / "r1"
        folder.mkdir(parents=True)
        (folder / "eval_answer.json").write_text(json.dumps({"answer": "B"}))
    return tmp_path / "runs"


def test_runs_are_imported_and_those_refused_are_told_with_the_reason(runs, tmp_path):
    done = run("import", BUNDLED, runs, "--out", tmp_path / "out")
    assert "1 runs imported into study pbmc: 1 new, 0 renewed, 0 as they were" in done.output
    assert "  mini-claude: 1" in done.output
    assert "unheard_of/anthropic/claude/mini/r1: the study has no item 'unheard_of'" in done.output
    assert done.exit_code == 1


def test_a_mapping_places_the_runs_and_importing_again_changes_nothing(runs, tmp_path):
    mapping = tmp_path / "map.yaml"
    mapping.write_text(
        f"items: {{unheard_of: {ITEM}}}\nruns:\n  - path: unheard_of/*/*/*/r1\n    variant: flip\n    "
        "item: unheard_of\n    agent: other\n"
    )
    words = ("import", BUNDLED, runs, "--map", mapping, "--out", tmp_path / "out")
    assert [run(*words).exit_code, run(*words).exit_code] == [0, 0]
    assert "2 runs imported into study pbmc: 0 new, 0 renewed, 2 as they were" in run(*words).output
    names = sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*-r1.json"))
    assert names == [
        f"out/work/imported/mini-claude/{ITEM}/original-r1.json",
        f"out/work/imported/other/{ITEM}/flip-r1.json",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["import", BUNDLED, "nowhere"], "nowhere: no such folder or file"),
        (["import", "nowhere", "runs"], "no such study"),
        (["import", BUNDLED, ".", "--map", "nowhere.yaml"], "nowhere.yaml: cannot be read"),
        (["export", BUNDLED, "evals"], "there is no such trial"),
    ],
)
def test_what_is_wrong_is_told_with_exit_code_2(words, told, tmp_path):
    done = run(*words, "--out", tmp_path / "out")
    assert (done.exit_code, told in done.output) == (2, True), done.output


def test_what_passed_an_items_own_grader_is_told(tmp_path):
    folder = tmp_path / "study"
    (folder / "items").mkdir(parents=True)
    grader = {
        "type": "numeric_tolerance",
        "config": {"ground_truth": {"n": 10}, "tolerances": {"n": {"type": "absolute", "value": 2}}},
    }
    item = {
        "id": "count",
        "family": "none",
        "benchmark": "latch",
        "source_id": "count",
        "question": "How many?",
        "background": "",
        "grader": grader,
    }
    (folder / "items" / "count.yaml").write_text(json.dumps(item))
    study = {"study": "graded", "agents": [{"name": "analyst", "route": "analyst"}], "seed": 1}
    (folder / "study.yaml").write_text(json.dumps(study))
    for number, answer in enumerate(({"n": 11}, {"n": 14}, "many"), 1):
        place = tmp_path / "runs" / "count" / "openai" / "gpt" / "pi" / f"r{number}"
        place.mkdir(parents=True)
        (place / "eval_answer.json").write_text(json.dumps(answer))
    done = run("import", folder, tmp_path / "runs")
    assert done.exit_code == 0, done.output
    assert "  pi-gpt: 3, passed 1 of 3 by the items' own graders" in done.output
