import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from counterproof.sandbox.together import doomed_group

RUNNER = """
import subprocess, sys, time
from counterproof.sandbox.together import doomed_group
child = subprocess.Popen(["sleep", "300"], process_group=doomed_group())
print(child.pid, flush=True)
time.sleep(300)
"""


def is_alive(pid):
    try:
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def test_what_is_in_the_group_dies_with_a_runner_that_is_killed():
    runner = subprocess.Popen([sys.executable, "-c", RUNNER], stdout=subprocess.PIPE, text=True)
    child = int(runner.stdout.readline())
    assert is_alive(child)
    runner.kill()
    runner.communicate()
    end = time.monotonic() + 20
    while is_alive(child):
        assert time.monotonic() < end
        time.sleep(0.02)


def test_one_group_serves_all_and_a_new_one_is_made_when_it_is_gone():
    first = doomed_group()
    assert doomed_group() == first
    os.kill(first, signal.SIGKILL)
    while is_alive(first):
        time.sleep(0.02)
    assert doomed_group() != first
