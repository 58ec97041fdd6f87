import os
import signal

import pytest

from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared


def told_by(task):
    held_back = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, set())
    return task, os.getpid(), "MALLOC_TRIM_THRESHOLD_" in os.environ, held_back


def failing(task):
    msg = f"task {task} failed"
    raise ValueError(msg)


@pytest.fixture
def pool(tmp_path):
    with Pool(Shared(tmp_path), jobs=2, scratch=tmp_path) as pool:
        yield pool


def test_few_tasks_and_one_job_are_done_here(pool, tmp_path):
    assert {process for _, process, *_ in pool.each(told_by, range(3), few=3)} == {os.getpid()}
    assert {process for _, process, *_ in Pool(Shared(tmp_path)).each(told_by, range(9))} == {os.getpid()}
    assert list(pool.each(told_by, ())) == []


@pytest.mark.slow
def test_every_task_is_done_once_in_another_process_that_ctrl_c_does_not_reach(pool, monkeypatch):
    # A cluster of dask's own settings, which another test may have started, leaves this behind.
    monkeypatch.delenv("MALLOC_TRIM_THRESHOLD_", raising=False)
    found = list(pool.each(told_by, range(6)))
    assert sorted(task for task, *_ in found) == list(range(6))
    assert os.getpid() not in {process for _, process, *_ in found}
    assert {(trims, held_back) for *_, trims, held_back in found} == {(False, True)}
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())
    # The same workers do what comes next.
    with pytest.raises(ValueError, match="task 1 failed"):
        list(pool.each(failing, [1]))
