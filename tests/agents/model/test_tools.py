import time

import pytest

from counterproof.agents.model.tools import BASH, PYTHON, run_tool, shortened


def test_a_command_runs_in_the_folder_and_both_its_outputs_are_read(tmp_path):
    ran = run_tool(BASH, "pwd; echo wrong >&2; exit 3", folder=tmp_path, seconds=10)
    assert (ran.output, ran.exit_code, ran.failed) == (f"{tmp_path}\nwrong\n", 3, True)


def test_a_program_runs_in_a_python_that_does_not_see_the_loops_own_code(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    code = "import os; print(os.environ.get('PYTHONPATH'), 6 * 7)"
    assert run_tool(PYTHON, code, folder=tmp_path, seconds=60).output == "None 42\n"


def test_what_takes_too_long_is_ended_with_all_that_it_started(tmp_path):
    started = time.monotonic()
    ran = run_tool(BASH, "echo begun; sleep 60 & sleep 60", folder=tmp_path, seconds=0.5)
    assert time.monotonic() - started < 20
    assert ran.exit_code is None
    assert ran.output == "begun\n\n[ended after 0.5 s]"


def test_bytes_that_are_no_text_are_replaced(tmp_path):
    assert run_tool(BASH, r"printf 'a\377b'", folder=tmp_path, seconds=10).output == "a\ufffdb"


def test_of_a_long_output_the_model_reads_the_beginning_and_the_end():
    assert shortened("a" * 60 + "b" * 60, chars=20) == f"{'a' * 10}\n[... 100 characters left out ...]\n{'b' * 10}"
    assert shortened("short", chars=20) == "short"


@pytest.mark.parametrize("length", [19, 20, 21, 1000])
def test_nothing_is_left_out_unsaid(length):
    text = shortened("x" * length, chars=20)
    assert ("left out" in text) == (length > 20)
