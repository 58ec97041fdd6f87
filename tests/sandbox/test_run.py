import json
import os
import socket
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest

from counterproof.domain.study import Limits
from counterproof.sandbox.environment import base_env
from counterproof.sandbox.place import new_place
from counterproof.sandbox.processes import living
from counterproof.sandbox.run import WallsError, run_walled

PROBE = (Path(__file__).parent / "probe.py").read_text()


def naming(word):
    """Processes of this machine whose command line holds a word."""
    return living(lambda pid: word.encode() in Path(f"/proc/{pid}/cmdline").read_bytes() and pid != os.getpid())


def wait_until(true, *, seconds=30.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.02)


def test_a_probe_reaches_nothing_outside(walled, tmp_path, monkeypatch):
    monkeypatch.setenv("PLANTED_KEY", "planted-secret-4711")
    (tmp_path / "study").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as abstract:
        abstract.bind("\0probe-of-walls")
        abstract.listen()
        port = server.getsockname()[1]
        given = [str(port), "planted-secret-4711", str(tmp_path / "study"), "probe-of-walls"]
        ran = walled("", argv=["python", "-c", PROBE, *given], limits={"seconds": 120})
    told = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.ended.exit_code == 0, ran.err
    assert len(told) == 36
    assert [line for line in told if line[1]] == []


def test_its_own_folder_home_and_tools_are_what_an_agent_finds(walled, tmp_path):
    (tmp_path / "tool").mkdir()
    (tmp_path / "tool" / "say").write_text("#!/bin/sh\necho said\n")
    (tmp_path / "tool" / "say").chmod(0o755)
    program = (
        "pwd; echo $HOME $FROM; id -u; ls -A $HOME; /opt/tool/say; echo x > answer.json; echo y > $HOME/y; ls /home"
    )
    ran = walled(program, env=base_env() | {"FROM": "here"}, tools={"/opt/tool": tmp_path / "tool"})
    assert ran.out.split() == ["/workspace", "/home/agent", "here", "1000", "said", "agent"], ran.err
    assert ran.left == {"answer.json": b"x\n"}
    assert not ran.folder.exists()


def test_the_agents_python_reads_the_data_as_ours_does(walled):
    program = (
        "import sys, scanpy, anndata, pandas; from importlib.metadata import version\n"
        "print(sys.prefix, version('scanpy'), version('anndata'))"
    )
    ran = walled("", argv=["python", "-c", program], limits={"seconds": 200})
    assert ran.out.split() == ["/opt/env", version("scanpy"), version("anndata")], ran.err
    assert sys.prefix not in ran.out


def test_the_end_tells_code_time_and_what_was_used(walled):
    ran = walled("python -c 'sum(range(10**7)); x = bytearray(60_000_000)'; exit 7")
    assert (ran.ended.exit_code, ran.ended.limit, ran.ended.survivors) == (7, None, 0)
    assert 0.05 < ran.ended.cpu_seconds < 20
    assert 60 < ran.ended.peak_mb < 120
    assert ran.ended.seconds > 0


def test_outputs_are_kept_apart_and_whole(walled):
    ran = walled("head -c 300000 /dev/zero | tr '\\0' a; echo wrong >&2")
    assert (len(ran.out), ran.err) == (300_000, "wrong\n")


@pytest.mark.parametrize(
    ("limits", "program", "limit"),
    [
        ({"seconds": 0.5}, "sleep 60", "seconds"),
        ({"seconds": 0.5}, "trap '' TERM INT HUP; while :; do sleep 1; done", "seconds"),
        ({"cpu_seconds": 1}, "while :; do :; done", "cpu_seconds"),
        ({"output_mb": 2}, "exec head -c 5000000 /dev/zero > big", "output_mb"),
        ({"output_mb": 2}, "yes", "output_mb"),
        (
            {"memory_mb": 150},
            "for i in 1 2 3; do python -c 'x = b\"1\" * 70_000_000; import time; time.sleep(60)' & done; sleep 60",
            "memory_mb",
        ),
        ({}, "i=0; while [ $i -lt 700 ]; do sleep 60 & i=$((i+1)); done; wait", "processes"),
    ],
)
def test_a_limit_ends_the_agent_and_is_named(walled, limits, program, limit):
    ran = walled(program, limits={"seconds": 60} | limits)
    assert ran.ended.limit == limit
    assert ran.ended.survivors == 0


def test_memory_that_a_process_asks_for_beyond_its_limit_is_refused(walled):
    ran = walled("python -c 'bytearray(300_000_000)'", limits={"memory_mb": 200})
    assert ran.ended.exit_code == 1
    assert "MemoryError" in ran.err


def test_a_fork_bomb_ends_with_its_trial(walled):
    bomb = "import os, time\nwhile True:\n    os.fork()\n    time.sleep(0.01)  # bomb-of-test"
    ran = walled("", argv=["python", "-c", bomb], limits={"seconds": 20})
    assert ran.ended.limit == "processes"
    assert naming("bomb-of-test") == ()


def test_a_child_that_left_its_session_does_not_survive_and_writes_nothing_later(walled, tmp_path):
    late = "setsid sh -c 'sleep 1; echo late > late.txt; sleep 60 # late-of-test' > /dev/null 2>&1 &"
    with new_place(tmp_path) as place:
        ended = run_walled(["sh", "-c", f"{late} echo early > early.txt"], place=place, limits=Limits(seconds=30))
        assert (ended.exit_code, ended.survivors) == (0, 0)
        assert naming("late-of-test") == ()
        time.sleep(1.5)
        assert [path.name for path in place.workspace.iterdir()] == ["early.txt"]


def test_a_place_is_removed_whatever_the_agent_did_to_it(walled):
    ran = walled("mkdir -p a/b && touch a/b/c && chmod 0 a/b a && ln -s / root && chmod 0 .")
    assert ran.ended.exit_code == 0
    assert not ran.folder.exists()


def test_a_runner_that_is_killed_takes_its_agent_with_it(walls, tmp_path):
    script = (
        "import sys; from pathlib import Path; from counterproof.domain.study import Limits\n"
        "from counterproof.sandbox.place import new_place\n"
        "from counterproof.sandbox.run import run_walled\n"
        "with new_place(Path(sys.argv[1])) as place:\n"
        "    run_walled(['sh', '-c', 'setsid sleep 601 & sleep 602 # killed-of-test'], place=place, limits=Limits())\n"
    )
    with subprocess.Popen([sys.executable, "-c", script, str(tmp_path)]) as runner:
        wait_until(lambda: len(naming("killed-of-test")) >= 1)
        runner.kill()
    wait_until(lambda: not naming("killed-of-test") and not naming("sleep\x00601"), seconds=5)


def test_walls_that_cannot_be_built_are_an_error_in_their_own_words(walls, tmp_path):
    with new_place(tmp_path) as place, pytest.raises(WallsError, match=r"bwrap: Can't find source path /nowhere"):
        run_walled(["true"], place=place, limits=Limits(), tools={"/opt/tool": Path("/nowhere")})


def test_a_program_that_is_not_there_ends_with_the_shells_own_code(walled):
    assert walled("", argv=["no-such-program"]).ended.exit_code == 127
