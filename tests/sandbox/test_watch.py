import os
import secrets
import signal
import subprocess
import time

import pytest

from counterproof.domain.study import Limits
from counterproof.sandbox.processes import living, with_mark
from counterproof.sandbox.walls import limit_command
from counterproof.sandbox.watch import Watch

MARK = "MARK_OF_TEST"


@pytest.fixture
def watched(tmp_path):
    """Keep a real shell program company to its end; what it said lies in the folder of the test."""

    def watch(program, **limits):
        mark, asked = secrets.token_hex(8), Limits(**{"seconds": 30} | limits)
        process = subprocess.Popen(
            [*limit_command(asked), "sh", "-c", program],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={"PATH": os.defpath, MARK: mark},
            start_new_session=True,
        )
        with process:
            belongs = with_mark(f"{MARK}={mark}")
            ended = Watch(process, belongs=belongs, limits=asked, logs=tmp_path).to_the_end()
            assert living(belongs) == (), "nothing is alive when a watch ends"
        return ended

    return watch


def test_the_code_of_a_program_and_both_its_outputs_are_kept(watched, tmp_path):
    assert watched("echo out; echo err >&2; exit 4")[:1] == (4,)
    assert ((tmp_path / "stdout").read_text(), (tmp_path / "stderr").read_text()) == ("out\n", "err\n")


def test_a_signal_is_told_as_a_shell_tells_it(watched):
    assert watched("kill -TERM $$").exit_code == 128 + signal.SIGTERM


def test_a_signal_of_a_limit_names_the_limit(watched):
    ended = watched("while :; do :; done", cpu_seconds=1)
    assert (ended.exit_code, ended.limit) == (128 + signal.SIGXCPU, "cpu_seconds")
    assert 0.5 < ended.cpu_seconds < 3


def test_an_agent_that_is_stopped_has_no_code_of_its_own(watched):
    ended = watched("sleep 60", seconds=0.3)
    assert (ended.exit_code, ended.limit) == (None, "seconds")
    assert 0.3 <= ended.seconds < 20


def test_what_is_said_beyond_the_limit_fills_no_disk(watched, tmp_path):
    assert watched("yes", output_mb=1).limit == "output_mb"
    assert (tmp_path / "stdout").stat().st_size <= 2_000_000


def test_an_output_that_a_child_holds_open_is_read_to_the_end_of_the_program_alone(watched, tmp_path):
    began = time.monotonic()
    ended = watched("echo said; sleep 60 & exit 0")
    assert (ended.exit_code, ended.survivors) == (0, 1)
    assert time.monotonic() - began < 20
    assert (tmp_path / "stdout").read_text() == "said\n"


def test_a_watch_that_is_broken_off_leaves_nothing_alive(tmp_path):
    """An error in the runner, here of a full disk, ends the agent as well."""
    mark = secrets.token_hex(8)
    process = subprocess.Popen(
        ["sh", "-c", "sleep 60 & while :; do echo more; done"],
        stdout=subprocess.PIPE,
        env={"PATH": os.defpath, MARK: mark},
    )
    (tmp_path / "stdout").symlink_to("/dev/full")
    belongs = with_mark(f"{MARK}={mark}")
    with process, pytest.raises(OSError, match="No space left"):
        Watch(process, belongs=belongs, limits=Limits(seconds=30), logs=tmp_path).to_the_end()
    assert living(belongs) == ()
