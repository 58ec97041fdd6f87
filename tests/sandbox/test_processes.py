import os
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

import pytest

from counterproof.sandbox.processes import held, in_namespace, living, namespace_of, on_machine, with_mark

HOLDS = "import sys, time; held = bytearray(b'1') * 50_000_000; print('ready', flush=True); time.sleep(60)"


@contextmanager
def marked(mark, program="import time; print('ready', flush=True); time.sleep(60)"):
    """A real process that was started with this mark, once it runs."""
    env = {"MARK": mark}
    with subprocess.Popen([sys.executable, "-S", "-c", program], env=env, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"ready\n"
        try:
            yield process
        finally:
            process.kill()


def test_a_process_is_known_by_the_words_it_was_started_with():
    with marked("one-of-test") as one, marked("other-of-test"):
        assert living(with_mark("MARK=one-of-test")) == (one.pid,)
        assert living(with_mark("MARK=third-of-test")) == ()


def test_one_that_has_ended_is_no_longer_living_though_nobody_has_asked_for_its_end():
    belongs = with_mark("MARK=zombie-of-test")
    with marked("zombie-of-test") as process:
        os.kill(process.pid, 9)
        end = time.monotonic() + 10
        while living(belongs) and time.monotonic() < end:
            time.sleep(0.01)
        assert living(belongs) == ()
        assert os.path.exists(f"/proc/{process.pid}")  # noqa: PTH110, a zombie still stands there


def test_what_processes_hold_is_their_own_memory_added_up():
    with marked("held-of-test", HOLDS), marked("held-of-test", HOLDS):
        holding = held(with_mark("MARK=held-of-test"))
    assert holding.processes == 2
    assert 100 < holding.memory_mb < 140


def test_no_more_are_counted_than_are_asked_for():
    with marked("many-of-test"), marked("many-of-test"), marked("many-of-test"):
        belongs = with_mark("MARK=many-of-test")
        assert [held(belongs, at_most=most).processes for most in (1, 2, 3, 4, None)] == [1, 2, 3, 3, 3]


def test_all_processes_and_threads_of_the_machine_are_counted():
    there = sum(len(list(tasks)) for tasks in (each.glob("task/*") for each in Path("/proc").glob("[0-9]*")))
    # Others come and go meanwhile.
    assert there / 2 < on_machine() < there * 2


def test_nothing_holds_nothing():
    assert held(lambda pid: False) == (0, 0)  # noqa: ARG005, nobody belongs


def test_a_process_is_in_the_namespace_of_its_parent_unless_walls_gave_it_another(walls):
    assert in_namespace(namespace_of(os.getpid()))(os.getppid())
    command = ["bwrap", "--dev-bind", "/", "/", "--unshare-pid", "--die-with-parent", "--info-fd", "1", "sleep", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        try:
            told = process.stdout.readline() + process.stdout.readline()
            child = int(told.split(b'"child-pid":')[1].split(b",")[0].split(b"\n")[0])
            assert namespace_of(child) != namespace_of(os.getpid())
            assert child in living(in_namespace(namespace_of(child)))
            assert os.getpid() not in living(in_namespace(namespace_of(child)))
        finally:
            process.kill()


def test_a_process_that_is_gone_is_in_no_namespace():
    with subprocess.Popen(["true"]) as process:
        process.wait()
    with pytest.raises(FileNotFoundError):
        namespace_of(process.pid)
