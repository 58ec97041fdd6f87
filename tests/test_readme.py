"""The README's blocks, run as a newcomer would, on an item, a list and runs that the README does not contain."""

import ast
import csv
import json
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest
import yaml
from typer.main import get_command

from counterproof.benchmarks.loaders import LOADERS
from counterproof.benchmarks.own import open_study
from counterproof.cli import app
from counterproof.construct.run import construct, read_constructions
from counterproof.domain.agent import DIALECTS_OF
from counterproof.domain.variant import VARIANTS
from counterproof.matter.source import locate
from counterproof.trials.imports.mapping import read_map
from counterproof.trials.read import read_trials

PROJECT = Path(__file__).resolve().parents[1]
README = (PROJECT / "README.md").read_text(encoding="utf-8")
PICTURE = PROJECT / "reports" / "example.png"
PROGRAM = ".venv/bin/counterproof"

RUN = {
    "id,question,A,B,C,D,key,data": "test_a_list_of_questions_is_audited",
    ".venv/bin/counterproof new mine questions.csv --from own": "test_a_list_of_questions_is_audited",
    "# runs.yaml": "test_runs_are_imported_by_the_mapping",
    ".venv/bin/counterproof import mine runs --map runs.yaml": "test_runs_are_imported_by_the_mapping",
    "# study.yaml": "test_a_study_by_hand_is_constructed_and_run",
    "# items/nk_marker.yaml: the file has the name of the item": "test_a_study_by_hand_is_constructed_and_run",
    "evaluators:": "test_what_is_added_to_study_yaml_is_valid",
    "arms:": "test_what_is_added_to_study_yaml_is_valid",
    "agents:": "test_what_is_added_to_study_yaml_is_valid",
    ".venv/bin/counterproof doctor path/to/mine": "test_a_study_by_hand_is_constructed_and_run",
    ".venv/bin/counterproof new bais --from baisbench BAISBench_task2.xlsx --data h5ad_files": (
        "test_another_benchmark_is_read_and_scored"
    ),
    ".venv/bin/dask scheduler": "test_the_commands_of_dask_are_there_with_their_options",
    "from dask_jobqueue import SLURMCluster": "test_the_example_for_slurm_calls_what_is_there",
}
"""By a block's first command or line, the test that runs it or checks that it is valid."""

NOT_RUN = {
    ".venv/bin/dask scheduler": "it runs until it is stopped; tests/jobs and tests/trials start the same programs",
    "from dask_jobqueue import SLURMCluster": "there is no Slurm here, and the text says so",
    "make audit": "it makes the environment in which these tests run; tests/test_setup.py reads the Makefile's targets",
}
"""By a block's first command or line, why no test runs it."""

ONLY_HERE = {"tcp://HOST:8786": "there is no such cluster; tests/jobs and tests/trials run on a real one"}
"""Words that stand for something that no test has, and why a line with them is only parsed."""

ITEM = {
    "id": "b_cell_marker",
    "question": "Which gene marks CD19+ B cells most strongly?",
    "options": {"A": "LYZ", "B": "NKG7", "C": "CD79A", "D": "CD3D"},
    "key": "C",
}


class Block(NamedTuple):
    """A block of code: its language, its lines, and the heading above it."""

    language: str
    lines: tuple[str, ...]
    heading: str

    @property
    def name(self):
        return self.lines[0].partition("  #")[0].strip()


def _blocks():
    heading, inside, found = "", None, []
    for line in README.splitlines():
        if line.startswith("```"):
            found += [] if inside is None else [Block(inside[0], tuple(inside[1]), heading)]
            inside = (line[3:], []) if inside is None else None
        elif inside is not None:
            inside[1].append(line)
        elif line.startswith("#"):
            heading = line.lstrip("# ")
    return found


BLOCKS = _blocks()


def block(start):
    (found,) = [each for each in BLOCKS if each.name == start]
    return "\n".join(found.lines) + "\n"


def commands(start):
    """The commands of a block, without what is said beside them."""
    lines = (line.partition("  #")[0].strip() for line in block(start).splitlines())
    return [line for line in lines if line and not line.startswith("#")]


def typed(line, *, folder, also=()):
    """What becomes of one line that a newcomer types in `folder`; `also` is added so that a test does not take long."""
    ours = [sys.executable, "-c", "from counterproof.cli import app; app()", *line.split()[1:], *also]
    command = ours if line.startswith(PROGRAM) else ["bash", "-euc", line]
    env = os.environ | {"COLUMNS": "120", "NO_COLOR": "1"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def succeeded(done):
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_every_block_is_run_or_its_reason_stands_here():
    names = {each.name: f"{each.name!r} under {each.heading!r}" for each in BLOCKS}
    unknown = [told for name, told in names.items() if name not in RUN | NOT_RUN]
    assert not unknown, f"no test knows of these blocks: {'; '.join(unknown)}. Add each to RUN, or to NOT_RUN with why"
    gone = [name for name in RUN | NOT_RUN if name not in names]
    assert not gone, f"the README has no such block any more: {gone}"
    assert not [test for test in RUN.values() if test not in globals()]


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    """A study made of a list of questions as the README says, its draft accepted; and what each command told."""
    folder = tmp_path_factory.mktemp("newcomer")
    header = block("id,question,A,B,C,D,key,data").splitlines()[0].split(",")
    row = {**ITEM["options"], **ITEM, "data": "scanpy:pbmc68k_reduced"}
    with (folder / "questions.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([header, [row[name] for name in header]])
    new, accept, *rest = commands(".venv/bin/counterproof new mine questions.csv --from own")
    told = {line: succeeded(typed(line, folder=folder)) for line in (new, accept)}
    return folder, rest, told


@pytest.mark.slow
def test_a_list_of_questions_is_audited(started):
    folder, rest, told = started
    assert "1 drafted, to be read and accepted:\n  b_cell_marker" in next(iter(told.values()))
    plan, audit = rest
    assert "1 item" in succeeded(typed(plan, folder=folder))
    succeeded(typed(audit, folder=folder, also=("--only", "04", "--jobs", "1")))
    assert (folder / "mine" / "reports" / "index.html").is_file()
    (made,) = read_constructions(open_study(folder / "mine"))
    assert made.excluded is None, made.detail


@pytest.mark.slow
def test_runs_are_imported_by_the_mapping(started):
    folder, _, _ = started
    mapping = block("# runs.yaml").replace("nk_marker", ITEM["id"]).replace("DE01", "T7")
    (folder / "runs.yaml").write_text(mapping, encoding="utf-8")
    assert read_map(folder / "runs.yaml").items == {"T7": ITEM["id"]}
    for variant, letter in (("original", "C"), ("reversed", "A")):
        run = folder / "runs" / "ours" / "T7" / f"{variant}-r1"
        run.mkdir(parents=True)
        (run / "log.jsonl").write_text(json.dumps({"kind": "message", "text": "Done."}) + "\n", encoding="utf-8")
        (run / "answer.json").write_text(json.dumps({"answer": letter}), encoding="utf-8")
    imported, audit, export = commands(".venv/bin/counterproof import mine runs --map runs.yaml")
    assert "2 runs imported into study mine: 2 new" in succeeded(typed(imported, folder=folder))
    succeeded(typed(audit, folder=folder, also=("--only", "03", "--jobs", "1")))
    study = open_study(folder / "mine")
    trials = [one for one in read_trials(study, read_constructions(study)) if one.key.agent == "ours"]
    assert [(one.key.variant, one.answer.given) for one in trials] == [("flip", ("A",)), ("original", ("C",))]
    assert "ours.eval" in succeeded(typed(export, folder=folder))


@pytest.fixture(scope="module")
def by_hand(tmp_path_factory):
    """A study written by hand as the README says, with another item on data of its own file."""
    folder = tmp_path_factory.mktemp("by_hand") / "mine"
    (folder / "items").mkdir(parents=True)
    (folder / "study.yaml").write_text(block("# study.yaml"), encoding="utf-8")
    shutil.copy(locate("scanpy:pbmc68k_reduced", study=folder, sources=folder), folder / "cells.h5ad")
    item = yaml.safe_load(block("# items/nk_marker.yaml: the file has the name of the item")) | ITEM
    item["registration"]["ask"]["group"] = {"bulk_labels": "CD19+ B"}
    (folder / "items" / f"{ITEM['id']}.yaml").write_text(yaml.safe_dump(item), encoding="utf-8")
    return folder


@pytest.mark.slow
def test_a_study_by_hand_is_constructed_and_run(by_hand):
    (made,) = construct(open_study(by_hand), progress=False)
    assert made.excluded is None, made.detail
    assert {check.variant for check in made.verifications if check.passed} >= {"original", "null", "withdraw", "flip"}
    for line in commands(".venv/bin/counterproof doctor path/to/mine"):
        asked = line.replace("path/to/mine", "mine")
        if not any(word in line for word in ONLY_HERE):
            told = succeeded(typed(asked, folder=by_hand.parent))
    assert "30 kept from before" in told


@pytest.mark.parametrize("start", ["evaluators:", "arms:", "agents:"])
def test_what_is_added_to_study_yaml_is_valid(start, by_hand, tmp_path):
    added = yaml.safe_load(block(start))
    study = yaml.safe_load(block("# study.yaml")) | added
    shutil.copytree(by_hand / "items", tmp_path / "items")
    shutil.copy(by_hand / "cells.h5ad", tmp_path)
    study["variants"] = ["null" if name is None else name for name in study["variants"]]
    (tmp_path / "study.yaml").write_text(yaml.safe_dump(study), encoding="utf-8")
    opened = open_study(tmp_path).study
    names = [one if isinstance(one, str) else one["name"] for one in added[start.strip(":")]]
    assert [one if isinstance(one, str) else one.name for one in getattr(opened, start.strip(":"))] == names


def test_another_benchmark_is_read_and_scored(shared, tmp_path):
    shutil.copy(next((shared / "data" / "baisbench").glob("*.xlsx")), tmp_path / "BAISBench_task2.xlsx")
    (tmp_path / "h5ad_files").mkdir()
    new, score = commands(".venv/bin/counterproof new bais --from baisbench BAISBench_task2.xlsx --data h5ad_files")
    assert "193 items" in succeeded(typed(new, folder=tmp_path))
    (tmp_path / "answers.csv").write_text("item,answer\nbais_01_q1,A\n", encoding="utf-8")
    assert "1 of 193 items are answered" in succeeded(typed(score, folder=tmp_path))


def test_the_commands_of_dask_are_there_with_their_options():
    for line in commands(".venv/bin/dask scheduler"):
        if not line.startswith(PROGRAM):
            program, command, *words = line.split()
            asked = [str(Path(sys.executable).with_name(Path(program).name)), command, "--help"]
            told = subprocess.run(asked, capture_output=True, text=True, check=True).stdout
            assert not [word for word in words if word.startswith("--") and word not in told]


def test_the_example_for_slurm_calls_what_is_there():
    # There is no Slurm here: what it gives to our own program is looked at, not run.
    tree = ast.parse(block("from dask_jobqueue import SLURMCluster"))
    ours = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module.startswith("counterproof")]
    assert all(hasattr(import_module(node.module), name.name) for node in ours for name in node.names)
    (given,) = [node.args[0].elts for node in ast.walk(tree) if getattr(getattr(node, "func", None), "id", "") == "app"]
    words = [word.value for word in given if isinstance(word, ast.Constant)]
    known = {option for param in get_command(app).commands[words[0]].params for option in param.opts}
    assert not [word for word in words if word.startswith("--") and word not in known]


def _mentioned():
    """Every command of ours that the README names, in a block or in a sentence."""
    inline = re.findall(r"`(?:\.venv/bin/)?counterproof ([^`]+)`", README)
    inside = [line for each in BLOCKS if each.language == "sh" for line in commands(each.name)]
    return sorted({*inline, *(line.removeprefix(PROGRAM).strip() for line in inside if line.startswith(PROGRAM))})


@pytest.mark.parametrize("line", _mentioned())
def test_a_command_that_is_named_is_there_with_its_options(line):
    group = get_command(app)
    name, *words = line.split()
    assert name in group.commands, f"there is no command {name!r}"
    known = {option for param in group.commands[name].params for option in param.opts}
    assert not [word for word in words if word.startswith("--") and word not in known]


def test_the_tables_name_what_is_there():
    assert set(re.findall(r"^\| `(\w+)` \| ", _part("Bring another benchmark"), flags=re.MULTILINE)) == set(LOADERS)
    kinds = re.findall(r"^\| [^|]+ \| `(\w+)` \|", _part("Audit the agents that you use"), flags=re.MULTILINE)
    assert set(kinds) - {"kind"} == {*DIALECTS_OF, "model", "command"}
    assert set(re.findall(r"`(\w+)`", _part("The versions of an item"))) >= set(VARIANTS)
    titles = [f"| {path.stem[:2]} {_title(path)} |" for path in sorted((PROJECT / "notebooks").glob("*.ipynb"))]
    assert not [title for title in titles if title not in README]


def test_the_places_that_it_names_are_there():
    lib = PROJECT / "lib" / "counterproof"
    code = re.findall(r"`([a-z_/]+(?:\.py|/))`", _part("Where the numbers come from"))
    assert len(code) > 10
    assert not [place for place in code if not ((lib / place).exists() or (PROJECT / place).exists())]
    modules = re.findall(r"`counterproof\.([a-z_.]+)`", README)
    assert not [name for name in modules if not (lib / f"{name.replace('.', '/')}.py").is_file()]


def test_it_shows_one_small_picture_of_a_report_and_says_what_is_on_it():
    (picture,) = re.findall(r"!\[([^\]]*)\]\(([^)]+)\)", README)
    assert (PROJECT / picture[1], len(picture[0]) > 60) == (PICTURE, True)
    assert PICTURE.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert PICTURE.stat().st_size < 200_000


def _part(heading):
    return README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def _title(path):
    first = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
    return first.splitlines()[0].removeprefix("# ")[3:]
