import sys
import time

import pytest

from counterproof.evidence.process import Call, Finished, in_own_process, returned


def call(folder, code, *, seconds=20.0):
    (folder / "analysis.py").write_text(code, encoding="utf-8")
    (folder / "data.csv").write_text("a\n1\n", encoding="utf-8")
    return in_own_process(Call(folder, "it", "data.csv", seconds))


def test_what_a_function_returns_comes_back_and_what_it_prints_does_not_get_in_the_way(tmp_path):
    ended = call(tmp_path, "def it(path):\n    print('{}')\n    return {'n': len(open(path).read())}\n")
    assert ended.code == 0
    assert returned(ended) == {"n": 4}


def test_the_interpreter_is_isolated(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "1")
    (tmp_path / "csv.py").write_text("raise RuntimeError('shadowed')\n", encoding="utf-8")
    code = "import csv, os, sys\ndef it(path):\n    return [sys.flags.isolated, os.environ.get('SECRET')]\n"
    assert returned(call(tmp_path, code)) == [1, None]


@pytest.mark.parametrize(("wait", "limit"), [("time.sleep(60)", "seconds"), ("pass", None)])
def test_what_a_process_started_ends_with_it(tmp_path, wait, limit):
    code = (
        "import subprocess, sys, time\n"
        "def it(path):\n"
        f"    subprocess.Popen([{sys.executable!r}, '-c', 'import time; time.sleep(3); open(\"late\", \"w\")'],\n"
        "        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        f"    {wait}\n"
    )
    clock = time.monotonic()
    ended = call(tmp_path, code, seconds=2.5)
    assert (ended.code, ended.limit) == (None if limit else 0, limit)
    assert time.monotonic() - clock < 20
    time.sleep(3)
    assert not (tmp_path / "late").exists()


def test_a_crash_is_told_by_its_last_words(tmp_path):
    ended = call(tmp_path, "def it(path):\n    raise ValueError('no rows')\n")
    assert ended.code == 1
    assert ended.said.endswith("ValueError: no rows")


def test_without_a_result_there_is_none():
    with pytest.raises(ValueError, match="left no result"):
        returned(Finished(0, ""))


def test_a_link_in_the_place_of_a_result_is_not_followed(tmp_path):
    (tmp_path / "secret.json").write_text("[4711]", encoding="utf-8")
    code = f"import os\ndef it(path):\n    os.symlink({str(tmp_path / 'secret.json')!r}, 'aside'); os._exit(0)\n"
    ended = call(tmp_path, code.replace("aside", "result.json"))
    assert (ended.code, ended.result) == (0, None)
