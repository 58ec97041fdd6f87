import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from counterproof import __version__
from counterproof.benchmarks.own import open_study
from counterproof.cli import app
from counterproof.construct.run import construct
from counterproof.trials.run import run_trials

BUNDLED = Path(__file__).parents[1] / "data" / "studies" / "pbmc"
HEAVY = {"pandas", "numpy", "anndata", "scanpy", "altair", "distributed", "h5py", "pydantic", "scipy", "papermill"}


def run(*words, width=120):
    return CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": str(width), "NO_COLOR": "1"})


def test_help_costs_no_heavy_import():
    code = "import sys, counterproof.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & HEAVY


def test_help_tells_a_newcomer_what_it_is_for_and_where_to_start():
    done = run("--help")
    assert done.exit_code == 0
    text = " ".join(done.output.split())
    assert "Does an AI agent's answer follow the data it was given?" in text
    assert "counterproof audit data/studies/pbmc" in text
    assert "audit" in text
    assert "show" in text


def test_no_command_shows_the_help():
    assert "Usage: counterproof" in run().output


def test_the_version_is_told():
    done = run("--version")
    assert (done.exit_code, done.output) == (0, f"counterproof {__version__}\n")


@pytest.mark.parametrize("command", ["audit", "show"])
def test_every_option_of_a_command_is_explained(command):
    done = run(command, "--help")
    assert done.exit_code == 0
    assert "--out" in done.output


@pytest.mark.parametrize("words", [["show", "missing", "x"], ["audit", "missing"]])
def test_a_study_that_does_not_exist_ends_with_2_and_plain_words(words):
    done = run(*words)
    assert done.exit_code == 2
    assert done.stderr.startswith("1 problem in the input:\n\nmissing: no such study")
    assert "fix: give a folder that holds a study.yaml" in done.stderr
    assert "Traceback" not in done.output


def test_every_problem_of_a_study_is_printed(tmp_path):
    (tmp_path / "items").mkdir()
    (tmp_path / "items" / "x.yaml").write_text("id: y\n")
    (tmp_path / "study.yaml").write_text("studdy: x\n")
    done = run("show", tmp_path, "x")
    assert done.exit_code == 2
    assert "items/x.yaml: id: the file's name differs from the item's id (seen: y)" in done.stderr
    assert "study.yaml: studdy: unknown key (seen: x)\n    fix: did you mean 'study'?" in done.stderr
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["items", "study.yaml", "x.yaml"]


def test_a_misspelt_item_is_answered_with_the_item_meant(tmp_path):
    done = run("show", BUNDLED, "marker_nk_nkg", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "did you mean 'marker_nk_nkg7'?" in done.stderr


def test_a_misspelt_agent_is_answered_with_the_agent_meant(tmp_path):
    done = run("show", BUNDLED, "marker_nk_nkg7", "--agent", "analist", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "did you mean 'analyst'?" in done.stderr


def test_an_item_that_was_not_audited_yet_says_what_to_run(tmp_path):
    done = run("show", BUNDLED, "marker_nk_nkg7", "--out", tmp_path / "out")
    assert done.exit_code == 2
    assert "the item has no variants yet" in done.stderr
    assert "counterproof audit" in done.stderr


@pytest.fixture(scope="module")
def audited(tmp_path_factory):
    """A study of two items, one decidable and one not, with the trials of three agents."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "items").mkdir()
    for name in ("marker_nk_nkg7", "marker_cytotoxic_cd8a"):
        shutil.copy(BUNDLED / "items" / f"{name}.yaml", folder / "items")
    agents = ", ".join(f"{{name: {route}, route: {route}}}" for route in ("analyst", "reciter", "fallback"))
    (folder / "study.yaml").write_text(f"study: small\nagents: [{agents}]\nreplicates: 2\nbootstraps: 20\nseed: 1\n")
    study = open_study(folder)
    run_trials(study, construct(study, progress=False), jobs=1)
    return folder


def test_show_lays_the_data_and_the_answers_of_one_item_beside_each_other(audited):
    done = run("show", audited, "marker_nk_nkg7")
    assert done.exit_code == 0
    rows = [line.split() for line in done.output.splitlines()]
    assert ["B", "NKG7", "(key)"] in rows
    assert ["supported", "B", "B", "no", "effect", "A"] in rows
    assert ["variant", "analyst", "reciter", "fallback"] in rows
    assert ["original", *["B", "x2"] * 3] in rows
    assert ["withdraw", "-?", "x2", "B", "x2", "B", "x2"] in rows
    assert ["flip", "A", "x2", "B", "x2", "A", "x2"] in rows
    assert ["route", "derived", "x2", "recall", "x2", "elimination", "x2"] in rows


def test_show_of_one_agent_leaves_the_others_out(audited):
    done = run("show", audited, "marker_nk_nkg7", "--agent", "reciter")
    assert "recall x2" in done.output
    assert "analyst" not in done.output


def test_show_of_an_excluded_item_says_why(audited):
    done = run("show", audited, "marker_cytotoxic_cd8a")
    assert done.exit_code == 0
    assert "Excluded: stronger alternative (GNLY leads;" in done.output


def test_show_fits_a_narrow_terminal(audited):
    done = run("show", audited, "marker_nk_nkg7", width=80)
    assert max(map(len, done.output.splitlines())) <= 80


def test_fewer_than_one_job_is_refused():
    assert run("audit", "x", "--jobs", "0").exit_code == 2
