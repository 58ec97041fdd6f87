import sys
import time

import pytest

from counterproof.evidence.process import call_command, in_own_process, read_result


def call(folder, code, *, seconds=20.0):
    (folder / "analysis.py").write_text(code, encoding="utf-8")
    (folder / "data.csv").write_text("a\n1\n", encoding="utf-8")
    command = call_command(folder / "analysis.py", "it", table=folder / "data.csv", out=folder / "out.json")
    return in_own_process(command, folder, seconds)


def test_what_a_function_returns_comes_back_and_what_it_prints_does_not_get_in_the_way(tmp_path):
    ended = call(tmp_path, "def it(path):\n    print('{}')\n    return {'n': len(open(path).read())}\n")
    assert ended.code == 0
    assert read_result(tmp_path / "out.json") == {"n": 4}


def test_the_interpreter_is_isolated(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "1")
    (tmp_path / "csv.py").write_text("raise RuntimeError('shadowed')\n", encoding="utf-8")
    code = "import csv, os, sys\ndef it(path):\n    return [sys.flags.isolated, os.environ.get('SECRET')]\n"
    assert call(tmp_path, code).code == 0
    assert read_result(tmp_path / "out.json") == [1, None]


def test_a_process_that_takes_too_long_is_stopped_with_what_it_started(tmp_path):
    code = (
        "import subprocess, sys, time\n"
        "def it(path):\n"
        f"    subprocess.Popen([{sys.executable!r}, '-c', 'import time; time.sleep(3); open(\"late\", \"w\")'])\n"
        "    time.sleep(60)\n"
    )
    clock = time.monotonic()
    ended = call(tmp_path, code, seconds=1.5)
    assert ended.code is None
    assert time.monotonic() - clock < 20
    time.sleep(3)
    assert not (tmp_path / "late").exists()


def test_a_crash_is_told_by_its_last_words(tmp_path):
    ended = call(tmp_path, "def it(path):\n    raise ValueError('no rows')\n")
    assert ended.code == 1
    assert ended.said.endswith("ValueError: no rows")


def test_without_a_result_there_is_none(tmp_path):
    with pytest.raises(ValueError, match="left no result"):
        read_result(tmp_path / "out.json")
