import json
import os
import sys
from pathlib import Path

import nbformat
import pytest

from counterproof.domain.problem import InputError
from counterproof.reports.notebooks import run_notebook
from counterproof.reports.outcome import run_of

PARAMETERS = 'study: str = "pbmc"\nn: int = 1'


def outputs_of(copy: Path) -> str:
    return json.dumps([cell.get("outputs") for cell in nbformat.read(copy, as_version=4).cells])


def test_a_run_leaves_its_copy_with_the_parameters_and_done(written, tmp_path):
    source = written("study * n", "import sys; sys.executable", parameters=PARAMETERS)
    before = source.read_bytes()
    run = run_notebook(source, copy=tmp_path / "out" / "small.ipynb", parameters={"study": "ab", "n": 2})
    assert (run.status, run.reason, run.title) == ("done", None, "A small question")
    assert "'abab'" in outputs_of(run.copy)
    assert sys.executable in outputs_of(run.copy)
    assert source.read_bytes() == before


def test_a_kernel_named_python3_elsewhere_is_not_used(written, tmp_path, monkeypatch):
    spec = tmp_path / "jupyter" / "kernels" / "python3"
    spec.mkdir(parents=True)
    (spec / "kernel.json").write_text('{"argv": ["false"], "display_name": "x", "language": "python"}')
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path / "jupyter"))
    assert run_notebook(written("1"), copy=tmp_path / "copy.ipynb", parameters={}).status == "done"


def test_a_failed_cell_leaves_the_copy_and_the_error(written, tmp_path):
    run = run_notebook(written("print('so far')", "1 / 0", "2"), copy=tmp_path / "copy.ipynb", parameters={})
    assert (run.status, run.reason) == ("failed", "cell 2: ZeroDivisionError: division by zero")
    assert "so far" in outputs_of(run.copy)


def test_a_cell_is_counted_as_its_reader_counts_them(written, tmp_path):
    source = written("1 / 0", parameters=PARAMETERS)
    run = run_notebook(source, copy=tmp_path / "copy.ipynb", parameters={"n": 3})
    assert run.reason == "cell 2: ZeroDivisionError: division by zero"


def test_a_dead_kernel_is_a_failure_with_its_place(written, tmp_path):
    run = run_notebook(written("1", "import os; os._exit(3)"), copy=tmp_path / "copy.ipynb", parameters={})
    assert run.status == "failed"
    assert run.reason is not None
    assert run.reason.startswith("cell 2: the kernel died")
    assert "Stopped" in outputs_of(run.copy)


def test_a_cell_over_its_time_is_a_failure(written, tmp_path):
    source = written("import time; time.sleep(60)")
    run = run_notebook(source, copy=tmp_path / "copy.ipynb", parameters={}, cell_seconds=1)
    assert (run.status, run.reason) == ("failed", "cell 1: a cell ran longer than 1 seconds")


def test_a_wrong_parameter_writes_nothing(written, tmp_path):
    with pytest.raises(InputError, match="unknown parameter"):
        run_notebook(written("1", parameters=PARAMETERS), copy=tmp_path / "copy.ipynb", parameters={"m": 1})
    assert not (tmp_path / "copy.ipynb").exists()


def test_an_interrupted_run_is_never_done(written, tmp_path, monkeypatch):
    def interrupt(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("papermill.execute_notebook", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_notebook(written("1"), copy=tmp_path / "copy.ipynb", parameters={})
    assert run_of(tmp_path / "copy.ipynb")[2:4] == ("failed", "the run was interrupted")


def test_a_folder_with_braces_and_spaces_is_only_a_folder(written, tmp_path):
    copy = tmp_path / "a {b} c" / "copy.ipynb"
    assert run_notebook(written("1"), copy=copy, parameters={}).copy == copy
    assert copy.exists()


def test_the_kernel_works_in_the_folder_asked_for(written, tmp_path):
    (tmp_path / "here").mkdir()
    source = written("import os; os.getcwd()")
    before = Path.cwd()
    run = run_notebook(source, copy=tmp_path / "copy.ipynb", parameters={}, folder=tmp_path / "here")
    assert f"{os.sep}here" in outputs_of(run.copy)
    assert Path.cwd() == before


def test_a_run_is_quiet(written, tmp_path, capfd):
    run_notebook(written("print('x')", "import os; os._exit(1)"), copy=tmp_path / "copy.ipynb", parameters={})
    assert capfd.readouterr() == ("", "")


def test_a_missing_copy_was_not_run(tmp_path):
    assert run_of(tmp_path / "none.ipynb").status == "not run"


def test_a_broken_copy_failed(tmp_path):
    (tmp_path / "broken.ipynb").write_text("{")
    assert run_of(tmp_path / "broken.ipynb").status == "failed"


def test_a_run_tells_what_its_notebook_asks(tmp_path):
    asks = nbformat.v4.new_markdown_cell("# 04 Score\n\nQuestion: how much follows?\n\nReads trials.")
    nbformat.write(nbformat.v4.new_notebook(cells=[asks]), tmp_path / "04.ipynb")
    assert run_of(tmp_path / "04.ipynb")[-1] == "How much follows?"
    nbformat.write(nbformat.v4.new_notebook(cells=[]), tmp_path / "05.ipynb")
    assert not run_of(tmp_path / "05.ipynb").question
