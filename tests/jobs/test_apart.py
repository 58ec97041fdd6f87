import operator
import os
import signal
import time
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from counterproof.domain.problem import InputError, Problem
from counterproof.jobs import apart
from counterproof.jobs.apart import mapped_apart


def met(folder, number):
    """Both processes have come when this returns: neither takes all tasks before the other has started."""
    (folder / str(os.getpid())).touch()
    deadline = time.monotonic() + 60
    while len(list(folder.iterdir())) < 2:
        assert time.monotonic() < deadline, "the other process has not come"
        time.sleep(0.01)
    return number


def process_of(folder, number):
    return met(folder, number), os.getpid()


def slow_elsewhere(here, number):
    time.sleep(0.001 if os.getpid() == here else 0.2)
    return number, os.getpid()


def group_of(folder, number):
    return os.getpgrp(), process_of(folder, number)[1]


def refuse(folder, who, number):
    if (met(folder, number) and os.getpid() == who[0]) == who[1]:
        raise InputError([Problem(file="a", wrong="is one of these")])
    return number


def die(folder, here, number):
    if met(folder, number) and os.getpid() != here:
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(autouse=True)
def two_processors(monkeypatch):
    monkeypatch.setattr(apart.os, "cpu_count", lambda: 2)


def test_the_results_are_those_of_each_task_in_their_order():
    for n in (0, 1, 2, 3, 127, 128, 129, 1000):
        assert mapped_apart(partial(operator.add, 1), list(range(n)), worth=2) == list(range(1, n + 1))


def test_few_tasks_are_done_here_and_many_by_two_processes(tmp_path):
    few, both = tmp_path / "few", tmp_path / "both"
    few.mkdir()
    both.mkdir()
    (few / "the other, which does not come").touch()
    assert {process for _, process in mapped_apart(partial(process_of, few), range(9), worth=10)} == {os.getpid()}
    many = mapped_apart(partial(process_of, both), range(300), worth=10)
    assert [number for number, _ in many] == list(range(300))
    assert len({process for _, process in many}) == 2


def test_who_is_held_up_takes_fewer():
    counted = Counter(process for _, process in mapped_apart(partial(slow_elsewhere, os.getpid()), range(200), worth=2))
    assert counted[os.getpid()] > 150


def test_ctrl_c_reaches_this_process_alone(tmp_path):
    groups = {process: group for group, process in mapped_apart(partial(group_of, tmp_path), range(200), worth=2)}
    assert groups.pop(os.getpid()) == os.getpgrp()
    assert os.getpgrp() not in groups.values()


@pytest.mark.parametrize("here", [True, False])
def test_an_error_is_told_wherever_it_was_raised(tmp_path, here):
    with pytest.raises(InputError, match="is one of these"):
        mapped_apart(partial(refuse, tmp_path, (os.getpid(), here)), range(1, 200), worth=2)


def test_a_process_that_is_killed_is_told(tmp_path):
    with pytest.raises(RuntimeError, match="ended with -9"):
        mapped_apart(partial(die, tmp_path, os.getpid()), range(1, 200), worth=2)


def test_nothing_stays_open(tmp_path):
    before = len(list(Path("/proc/self/fd").iterdir()))
    mapped_apart(partial(process_of, tmp_path), range(200), worth=2)
    assert len(list(Path("/proc/self/fd").iterdir())) == before
