import signal
import subprocess
import sys

import pytest

from counterproof.jobs.interrupts import interrupts_arrive

DROPPED = """
import contextlib, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started us with Ctrl-C ignored
from counterproof.jobs.interrupts import interrupts_arrive

class Destroyed:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

with interrupts_arrive() if sys.argv[1] == "ours" else contextlib.nullcontext():
    Destroyed()
    time.sleep(5 if sys.argv[1] == "ours" else 0.2)
print("went on")
"""


def run(whose):
    command = [sys.executable, "-c", DROPPED, whose]
    return subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)


def test_a_ctrl_c_that_falls_into_a_destructor_still_ends_the_work():
    ended = run("ours")
    assert ended.returncode == -signal.SIGINT
    assert ended.stderr.count("Traceback") == 1
    assert "Exception ignored" not in ended.stderr


def test_python_alone_drops_it():
    ended = run("theirs")
    assert (ended.returncode, ended.stdout) == (0, "went on\n")
    assert "Exception ignored" in ended.stderr


class Faulty:
    def __del__(self):
        raise ZeroDivisionError


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_other_errors_are_told_as_before_and_the_hook_is_put_back():
    told, before = [], sys.unraisablehook
    sys.unraisablehook = told.append
    try:
        with interrupts_arrive():
            Faulty()
        assert [each.exc_type for each in told] == [ZeroDivisionError]
        assert sys.unraisablehook == told.append
    finally:
        sys.unraisablehook = before
