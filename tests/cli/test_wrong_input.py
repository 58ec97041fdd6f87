"""Every command with wrong input: one clear message, exit code 2, no traceback, nothing written."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from counterproof.cli import app

BUNDLED = Path(__file__).parents[2] / "data" / "studies" / "pbmc"
ITEM = min(path.stem for path in (BUNDLED / "items").glob("*.yaml"))
IN_PROC = "cannot be made: nothing can be put into /proc"

CASES = {
    "audit: no such folder": (["audit", "nowhere"], "nowhere: no such study"),
    "audit: a file": (["audit", "file.txt"], "file.txt: is no study.yaml"),
    "audit: an empty folder": (["audit", "empty"], "empty: the folder has no study.yaml"),
    "audit: a broken study": (["audit", "broken"], "study.yaml: line 2: is not YAML"),
    "audit: no study at all": (["audit"], "Missing argument 'STUDY'"),
    "audit: no such notebook": (["audit", BUNDLED, "--only", "99"], "99"),
    "audit: jobs as a word": (["audit", BUNDLED, "--jobs", "many"], "'--jobs': Input should be a valid integer"),
    "audit: no jobs": (["audit", BUNDLED, "--jobs", "0"], "'--jobs': Input should be greater than or equal to 1"),
    "audit: an unknown option": (["audit", BUNDLED, "--fast"], "No such option: --fast"),
    "audit: out is a file": (["audit", BUNDLED, "--out", "file.txt"], "is a file"),
    "run: no such folder": (["run", "nowhere"], "nowhere: no such study"),
    "run: a broken study": (["run", "broken"], "study.yaml: line 2: is not YAML"),
    "run: an outcome that stays": (["run", BUNDLED, "--retry", "answered"], "--retry: no outcome that is tried again"),
    "run: jobs as a word": (["run", BUNDLED, "--jobs", "many"], "'--jobs': Input should be a valid integer"),
    "show: no such folder": (["show", "nowhere", "x"], "nowhere: no such study"),
    "show: a file": (["show", "file.txt", "x"], "file.txt: is no study.yaml"),
    "show: no such item": (["show", BUNDLED, "x"], "no such item (seen: x)"),
    "show: no such agent": (["show", BUNDLED, ITEM, "--agent", "x"], "no such agent (seen: x)"),
    "plan: no such folder": (["plan", "nowhere"], "nowhere: no such study"),
    "plan: a file": (["plan", "file.txt"], "file.txt: is no study.yaml"),
    "plan: less than no tokens": (["plan", BUNDLED, "--input-tokens", "-1"], "'--input-tokens': Input should be"),
    "plan: a correlation of 2": (["plan", BUNDLED, "--between-items", "2"], "'--between-items': Input should be less"),
    "new: no kind": (["new", "made", "empty"], "Missing option '--from'"),
    "new: an unknown kind": (["new", "made", "empty", "--from", "x"], "'--from'"),
    "new: no such files": (["new", "made", "nowhere", "--from", "latch"], "nowhere: no such file or folder"),
    "new: an empty folder": (["new", "made", "empty", "--from", "labbench"], "empty: holds no .jsonl file"),
    "new: another file": (["new", "made", "file.txt", "--from", "baisbench"], "file.txt: is no .xlsx file"),
    "new: another file as table": (["new", "made", "file.txt", "--from", "biomni_eval"], "it has no column task_name"),
    "new: another file as evals": (["new", "made", "file.txt", "--from", "latch"], "none of its 1 rows is an item"),
    "new: another file as problems": (["new", "made", "file.txt", "--from", "genebench"], "holds no problem"),
    "new: no such data": (["new", "made", "file.txt", "--from", "latch", "--data", "no"], "no: no such file or folder"),
    "new: a study that is there": (["new", "full", "good.jsonl", "--from", "labbench"], "full: is there already"),
    "new: a study that is a file": (["new", "file.txt", "good.jsonl", "--from", "labbench"], "is there already"),
    "score: no such folder": (["score", "nowhere", "good.csv"], "nowhere: no such study"),
    "score: no such list": (["score", BUNDLED, "no.csv"], "no.csv: cannot be read: No such file or directory"),
    "score: a folder as list": (["score", BUNDLED, "empty"], "empty: cannot be read: Is a directory"),
    "score: no such column": (["score", BUNDLED, "file.txt"], "has no column item, answer"),
    "score: no such item": (["score", BUNDLED, "good.csv"], "no such item (seen: x)"),
    "doctor: no such folder": (["doctor", "nowhere"], "nowhere: no such study"),
    "doctor: a broken study": (["doctor", "broken"], "study.yaml: line 2: is not YAML"),
    "import: no such study": (["import", "nowhere", "empty"], "nowhere: no such study"),
    "import: no such runs": (["import", BUNDLED, "nowhere", "--out", "out"], "nowhere: no such folder or file"),
    "import: no such mapping": (["import", BUNDLED, "empty", "--map", "no.yaml"], "no.yaml: cannot be read"),
    "export: no such study": (["export", "nowhere", "logs"], "nowhere: no such study"),
    "export: no trials": (["export", BUNDLED, "logs", "--out", "out"], "there is no such trial"),
    "export: the folder is a file": (["export", BUNDLED, "file.txt"], "is a file"),
    "score: the verdicts are a folder": (["score", BUNDLED, "good.csv", "--write", "empty"], "is a directory"),
    "audit: a number without end": (["audit", "endless"], "study.yaml: holds a value that cannot be read"),
    "run: out leads to itself": (["run", BUNDLED, "--out", "loop"], "loop: is a symbolic link that leads to itself"),
    "import: out below a file": (["import", BUNDLED, "empty", "--out", "file.txt/x"], "Not a directory fix: choose"),
    "plan: tokens without end": (["plan", BUNDLED, "--input-tokens", "1e400"], "input_tokens: must be a finite number"),
    "check-judge: no name": (["check-judge", ""], "check-judge: model: is empty"),
    "check-judge: no name of a variable": (["check-judge", "m", "--key-env", "1"], "and starts with no digit"),
    "check-judge: no key": (["check-judge", "m", "--key-env", "NO_SUCH_KEY"], "NO_SUCH_KEY is not set"),
    "new: another file as questions": (["new", "made", "file.txt", "--from", "own"], "has no column id, question, key"),
    "new: a folder as questions": (["new", "made", "empty", "--from", "own"], "empty: is a folder"),
    "new: a study that leads to itself": (["new", "loop", "good.jsonl", "--from", "labbench"], "leads nowhere"),
    "new: a study below a file": (["new", "file.txt/x", "good.jsonl", "--from", "labbench"], "file.txt: cannot be"),
    "new: a place that takes no files": (["new", "/proc/x", "good.jsonl", "--from", "labbench"], f"/proc/x: {IN_PROC}"),
    "run: out takes no files": (["run", BUNDLED, "--out", "/proc/x"], f"/proc/x: {IN_PROC} fix: choose another place"),
    "import: out takes no files": (["import", BUNDLED, "empty", "--out", "/proc/x"], f"/proc/x: {IN_PROC} fix: choose"),
    "score: nothing to score": (["score", BUNDLED], "every item has a registration"),
    "no such command": (["audti", "x"], "No such command 'audti'"),
}


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "note").touch()
    (tmp_path / "broken" / "items").mkdir(parents=True)
    (tmp_path / "broken" / "study.yaml").write_text("study: [x\n")
    (tmp_path / "endless").mkdir()
    (tmp_path / "endless" / "study.yaml").write_text(f"study: x\nseed: {'9' * 5000}\n")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "file.txt").write_text("words\n")
    (tmp_path / "good.csv").write_text("item,answer\nx,A\n")
    row = '{"id": "1", "question": "Which?", "ideal": "a", "distractors": ["b"]}\n'
    (tmp_path / "good.jsonl").write_text(row)
    return tmp_path


@pytest.mark.parametrize(("words", "told"), CASES.values(), ids=CASES.keys())
def test_it_is_told_in_plain_words_with_exit_code_2(place, words, told):
    before = sorted(place.rglob("*"))
    done = CliRunner().invoke(app, [str(word) for word in words], env={"COLUMNS": "200", "NO_COLOR": "1"})
    assert done.exit_code == 2, done.output
    assert told in " ".join(done.output.split())
    assert "Traceback" not in done.output
    assert sorted(place.rglob("*")) == before


def test_nothing_but_the_message_is_on_the_terminal(place):
    code = "from counterproof.cli import app; app()"
    done = subprocess.run([sys.executable, "-c", code, "plan", "nowhere"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("1 problem in the input:\n\nnowhere: no such study")


def test_an_import_that_finds_nothing_says_what_it_looks_for(place):
    done = CliRunner().invoke(app, ["import", str(BUNDLED), "empty", "--out", "out"])
    assert done.exit_code == 1
    assert "no run was found there" in done.output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_a_full_disk_is_told_in_a_line_and_not_by_a_stack():
    program = [sys.executable, "-c", "from counterproof.cli import app; app()", "doctor"]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(program, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "what is being written: cannot be read or written: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr
