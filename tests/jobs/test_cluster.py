import os
import signal
from pathlib import Path

import pytest

from counterproof.jobs.cluster import own_client


def about_itself(_task):
    threads = os.environ.get("OMP_NUM_THREADS"), os.environ.get("OPENBLAS_NUM_THREADS")
    return os.getpid(), threads, signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, set())


def is_alive(pid):
    try:
        return b") Z " not in Path(f"/proc/{pid}/stat").read_bytes()
    except FileNotFoundError:
        return False


@pytest.mark.slow
def test_workers_are_processes_of_one_thread_that_ctrl_c_does_not_reach(tmp_path):
    with own_client(workers=2, scratch=tmp_path) as client:
        assert sorted(client.nthreads().values()) == [1, 1]
        found = client.gather(
            [client.submit(about_itself, task, workers=worker) for task, worker in enumerate(client.nthreads())]
        )
        assert {threads for _, threads, _ in found} == {("1", "1")}
        assert all(held_back for *_, held_back in found)
        assert len({pid for pid, *_ in found} | {os.getpid()}) == 3
        assert any(tmp_path.iterdir()), "workers keep what they need in the given folder"
    assert not any(is_alive(pid) for pid, *_ in found)
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, set())


@pytest.mark.slow
def test_an_error_stops_the_workers_too(tmp_path):
    pids = []

    def work():
        with own_client(workers=1, scratch=tmp_path) as client:
            pids.append(client.submit(about_itself, 0).result()[0])
            msg = "of test"
            raise ValueError(msg)

    with pytest.raises(ValueError, match="of test"):
        work()
    assert not is_alive(pids[0])


@pytest.mark.slow
def test_a_ctrl_c_while_workers_start_is_kept_until_they_have(tmp_path):
    """It arrives at the first moment: the workers must not be left half started."""
    before = signal.getsignal(signal.SIGINT)
    signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
    signal.setitimer(signal.ITIMER_REAL, 0.5)
    try:
        with pytest.raises(KeyboardInterrupt), own_client(workers=1, scratch=tmp_path) as client:
            client.submit(about_itself, 0).result()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
    assert signal.getsignal(signal.SIGINT) is before
