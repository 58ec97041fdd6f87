import operator
import os
import signal
from functools import partial

import pytest

from counterproof.domain.problem import InputError, Problem
from counterproof.jobs import apart
from counterproof.jobs.apart import mapped_apart


def process_of(number):
    return number, os.getpid()


def group_of(_number):
    return os.getpgrp()


def refuse(number):
    if number == 11:
        raise InputError([Problem(file="a", wrong="is eleven")])
    return number


def die(number):
    if number == 11:
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture(autouse=True)
def two_processors(monkeypatch):
    monkeypatch.setattr(apart.os, "cpu_count", lambda: 2)


def test_the_results_are_those_of_each_task_in_their_order():
    for n in range(6):
        assert mapped_apart(partial(operator.add, 1), list(range(n)), worth=2) == list(range(1, n + 1))


def test_few_tasks_are_done_here_and_many_by_two_processes():
    assert {process for _, process in mapped_apart(process_of, range(9), worth=10)} == {os.getpid()}
    many = mapped_apart(process_of, range(10), worth=10)
    assert [number for number, _ in many] == list(range(10))
    assert len({process for _, process in many}) == 2


def test_ctrl_c_reaches_this_process_alone():
    here, other = mapped_apart(group_of, range(2), worth=2)
    assert here == os.getpgrp() != other


@pytest.mark.parametrize("many", [range(12), range(1, 13)])
def test_an_error_is_told_wherever_it_was_raised(many):
    with pytest.raises(InputError, match="is eleven"):
        mapped_apart(refuse, many, worth=2)


def test_a_process_that_is_killed_is_told():
    with pytest.raises(RuntimeError, match="ended with -9"):
        mapped_apart(die, range(12), worth=2)
