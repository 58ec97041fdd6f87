import os
import signal

import pytest

from counterproof.jobs.cluster import over_workers


def told_by(task):
    held_back = signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, set())
    return task, os.getpid(), "MALLOC_TRIM_THRESHOLD_" in os.environ, held_back


def failing(task):
    msg = f"task {task} failed"
    raise ValueError(msg)


@pytest.mark.slow
def test_every_task_is_done_once_in_another_process_that_ctrl_c_does_not_reach(tmp_path, monkeypatch):
    # A cluster of dask's own settings, which another test may have started, leaves this behind.
    monkeypatch.delenv("MALLOC_TRIM_THRESHOLD_", raising=False)
    found = list(over_workers(told_by, range(6), workers=2, scratch=tmp_path))
    assert sorted(task for task, *_ in found) == list(range(6))
    assert os.getpid() not in {process for _, process, *_ in found}
    assert {(trims, held_back) for *_, trims, held_back in found} == {(False, True)}
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())


@pytest.mark.slow
def test_an_error_of_a_task_reaches_the_caller(tmp_path):
    with pytest.raises(ValueError, match="task 1 failed"):
        list(over_workers(failing, [1], workers=1, scratch=tmp_path))
