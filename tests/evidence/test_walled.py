"""Real walls around an analysis: bubblewrap of this machine."""

import json
import socket
import time
from functools import partial
from pathlib import Path

import pytest

from counterproof.domain.study import Limits
from counterproof.domain.table_registration import ReferenceAnalysis
from counterproof.evidence.numeric import analyse_table
from counterproof.evidence.process import Call, returned
from counterproof.evidence.walled import in_walls
from counterproof.sandbox.processes import living
from counterproof.store.digest import file_digest

LIMITS = Limits(memory_mb=2000, output_mb=5)


@pytest.fixture
def call(walls, tmp_path):
    def run(code, *, seconds=60.0, limits=LIMITS):
        folder = tmp_path / "given"
        folder.mkdir()
        (folder / "analysis.py").write_text(code, encoding="utf-8")
        (folder / "data.csv").write_text("a\n1\n", encoding="utf-8")
        return in_walls(Call(folder, "it", "data.csv", seconds), limits=limits)

    return run


PROBE = """
import json, os, socket, sys
def tried(what):
    try:
        return what() or True
    except Exception:
        return False
def connected(port):
    with socket.socket() as one:
        one.settimeout(1)
        one.connect(("127.0.0.1", port))
def it(path):
    folder = os.path.dirname(path)
    return {
        "given": sorted(os.listdir(folder)),
        "table": open(path).read(),
        "written": [tried(lambda name=name: open(name, "a").close()) for name in (path, __file__, "/etc/x", "/x")],
        "network": tried(lambda: connected(%(port)d)),
        "study": tried(lambda: os.listdir(%(study)r)),
        "library": tried(lambda: __import__("counterproof")),
        "secret": os.environ.get("SECRET"),
        "isolated": sys.flags.isolated,
        "numpy": __import__("numpy").__version__ and True,
    }
"""


def test_an_analysis_finds_its_table_and_its_packages_and_reaches_nothing_else(call, tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "1")
    with socket.create_server(("127.0.0.1", 0)) as server:
        ended = call(PROBE % {"port": server.getsockname()[1], "study": str(tmp_path)})
    assert ended.code == 0, ended.said
    assert returned(ended) == {
        "given": ["analysis.py", "data.csv"],
        "table": "a\n1\n",
        "written": [False] * 4,
        "network": False,
        "study": False,
        "library": False,
        "secret": None,
        "isolated": 1,
        "numpy": True,
    }


def test_the_table_cannot_be_told_by_the_name_or_place_of_its_file(walls, tmp_path):
    (tmp_path / "analysis.py").write_text(
        "def it(path):\n"
        "    seen = open('/proc/self/mountinfo').read() + ' '.join(open('/proc/1/cmdline').read().split('\\0'))\n"
        "    return {'n': int('flip' in seen)}\n",
        encoding="utf-8",
    )
    (tmp_path / "flip.csv").write_text("a\n1\n", encoding="utf-8")
    sha256 = file_digest(tmp_path / "analysis.py")
    analysis = ReferenceAnalysis(reference="analysis.py:it", sha256=sha256, seconds=60.0)
    run = partial(in_walls, limits=LIMITS)
    found = analyse_table(tmp_path / "flip.csv", analysis, study=tmp_path, fields=["n"], run=run)
    assert found.values == {"n": 0}, found.reason


@pytest.mark.parametrize(
    ("body", "seconds", "limit", "said"),
    [
        ("time.sleep(60)", 1.0, "seconds", ""),
        ("open('/workspace/big', 'wb').write(bytes(9_000_000))", 60.0, None, "File too large"),
        ("bytearray(3_000_000_000)", 60.0, None, "MemoryError"),
    ],
)
def test_time_and_memory_and_files_are_limited(call, body, seconds, limit, said):
    ended = call(f"import time\ndef it(path):\n    {body}\n", seconds=seconds)
    assert ended.limit == limit
    assert (ended.code is None) == (limit is not None)
    assert ended.code != 0
    assert said in ended.said


def test_nothing_is_alive_afterwards_and_nothing_is_left(call, tmp_path):
    code = (
        "import subprocess\ndef it(path):\n"
        "    subprocess.Popen(['setsid', 'sh', '-c', 'sleep 60 # after-the-analysis'])\n    return 1\n"
    )
    clock = time.monotonic()
    assert returned(call(code)) == 1
    assert time.monotonic() - clock < 40
    assert living(lambda pid: b"after-the-analysis" in Path(f"/proc/{pid}/cmdline").read_bytes()) == ()


def test_a_link_in_the_place_of_a_result_leads_nowhere(call, tmp_path):
    (tmp_path / "secret.json").write_text(json.dumps([4711]), encoding="utf-8")
    ended = call(
        f"import os\ndef it(path):\n    os.symlink({str(tmp_path / 'secret.json')!r}, 'result.json'); os._exit(0)\n"
    )
    assert (ended.code, ended.result) == (0, None)
