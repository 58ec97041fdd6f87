import os
import resource
import subprocess
from pathlib import Path

import pytest

from counterproof.domain.study import Limits
from counterproof.sandbox.walls import PROC_HIDDEN, PROC_READ_ONLY, limit_command, process_limit


def test_limits_stand_for_every_process_of_a_command_and_no_core_is_left():
    limits = Limits(cpu_seconds=7.2, output_mb=3, memory_mb=400)
    said = subprocess.run(
        [*limit_command(limits), "sh", "-c", "sh -c 'cat /proc/self/limits'"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    found = {line[:26].strip(): line[26:].split()[:2] for line in said.splitlines()[1:]}
    # Rounded up, and a second between the two: in it a signal tells which limit it was.
    assert found["Max cpu time"] == ["8", "9"]
    assert found["Max file size"] == ["3000000", "3000000"]
    assert found["Max data size"] == ["400000000", "400000000"]
    assert found["Max core file size"] == ["0", "0"]


def test_an_agent_goes_first_when_memory_runs_out_and_has_no_more_tasks_than_it_may():
    said = subprocess.run(
        [*limit_command(Limits()), *process_limit(), "sh", "-c", "cat /proc/self/oom_score_adj /proc/self/limits"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    first, *table = said.splitlines()
    _, allowed = resource.getrlimit(resource.RLIMIT_NPROC)
    most = 4096 if allowed == resource.RLIM_INFINITY else min(allowed, 4096)
    assert first == "1000"
    assert next(line.split()[2:4] for line in table if line.startswith("Max processes")) == [str(most)] * 2
    assert int(Path("/proc/self/oom_score_adj").read_text()) < 1000


def test_the_walls_carry_both_limits(walled):
    ran = walled("cat /proc/self/oom_score_adj; grep 'Max processes' /proc/self/limits")
    assert (ran.out.split()[0], int(ran.out.split()[3]) <= 4096) == ("1000", True)


def test_the_kernel_refuses_an_ordinary_user_more_tasks_than_that(walls):
    if os.geteuid() != 0:
        pytest.skip("only root can become somebody else")
    bombed = [
        *("setpriv", "--reuid", "54321", "--regid", "54321", "--clear-groups"),
        *("bwrap", "--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--ro-bind", "/", "/"),
        *("prlimit", "--nproc=20", "--", "sh", "-c", "for i in $(seq 30); do sleep 5 & done; wait"),
    ]
    ran = subprocess.run(bombed, capture_output=True, text=True, check=False)
    assert "Cannot fork" in ran.stderr


def test_an_agent_is_a_user_without_rights_on_a_machine_without_a_name(walled):
    ran = walled("id -u; id -g; hostname; grep -E '^(CapEff|NoNewPrivs)' /proc/self/status")
    assert ran.out.split() == ["1000", "1000", "sandbox", "CapEff:", "0" * 16, "NoNewPrivs:", "1"]


def test_only_its_two_folders_and_what_is_gone_afterwards_can_be_written(walled):
    ran = walled(
        "for place in / /etc /usr /opt /opt/env /run/model /proc/sys/kernel /workspace /home/agent /tmp; do "
        "touch $place/of-test 2> /dev/null && echo $place; done; true"
    )
    assert ran.out.split() == ["/workspace", "/home/agent", "/tmp"]
    assert list(ran.left) == ["of-test"]


def test_what_the_kernel_tells_root_is_shut(walled):
    closed = [name for name in PROC_HIDDEN if Path("/proc", name).exists()]
    settings = [name for name in PROC_READ_ONLY if Path("/proc", name).exists()]
    sizes = walled(f"for name in {' '.join(closed)}; do head -c 1 /proc/$name | wc -c; done")
    assert sizes.out.split() == ["0"] * len(closed)
    # What is mounted last is what is seen.
    mounts = walled(f'for name in {" ".join(settings)}; do grep " /proc/$name " /proc/self/mounts | tail -n 1; done')
    assert [line.split()[3].split(",")[0] for line in mounts.out.splitlines()] == ["ro"] * len(settings)


def test_a_tool_is_there_and_cannot_be_changed(walled, tmp_path):
    tool = tmp_path / "tool"
    tool.write_text("as it was")
    ran = walled("cat /opt/tool; echo other > /opt/tool", tools={"/opt/tool": tool})
    assert (ran.out, ran.ended.exit_code) == ("as it was", 2)
    assert tool.read_text() == "as it was"


def test_nothing_of_our_environment_is_inside(walled, monkeypatch):
    monkeypatch.setenv("OF_TEST_KEY", "secret-of-test")
    ran = walled("env; cat /proc/1/environ /proc/1/cmdline", env={"ONLY": "this", "PATH": os.defpath})
    assert "ONLY=this" in ran.out
    assert "of-test" not in ran.out.lower()
