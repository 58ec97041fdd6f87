import time

import pytest
from distributed import Client, LocalCluster

from counterproof.jobs import empty
from counterproof.jobs.empty import told_while_empty


def said_within(capsys, words, *, seconds=240):
    """What was said on the terminal so far, once it holds these words, or the time is over."""
    said, end = "", time.monotonic() + seconds
    while words not in said and time.monotonic() < end:
        said += capsys.readouterr().err
        time.sleep(0.05)
    return said


@pytest.fixture
def scheduler(tmp_path):
    """A real scheduler of this machine that has no worker yet."""
    with LocalCluster(
        n_workers=0,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        memory_limit=0,
        local_directory=str(tmp_path),
    ) as cluster:
        yield cluster


@pytest.mark.slow
def test_it_is_told_once_that_there_is_no_worker_and_once_that_there_is_one_again(scheduler, capsys, monkeypatch):
    monkeypatch.setattr(empty, "LOOK_SECONDS", 0.1)
    with Client(scheduler) as client, told_while_empty(client, "tcp://one:8786"):
        said = said_within(capsys, "no worker")
        time.sleep(0.5)
        said += capsys.readouterr().err
        assert (
            said.count("the dask cluster at tcp://one:8786 has no worker: the work waits for one (Ctrl-C stops)") == 1
        )
        scheduler.scale(1)
        assert said_within(capsys, "again").count("the dask cluster at tcp://one:8786 has workers again") == 1


@pytest.mark.slow
def test_nothing_is_told_of_a_cluster_that_has_workers_or_of_one_that_is_gone(scheduler, capsys, monkeypatch):
    monkeypatch.setattr(empty, "LOOK_SECONDS", 0.1)
    scheduler.scale(1)
    with Client(scheduler) as client:
        client.wait_for_workers(1)
        with told_while_empty(client, "tcp://one:8786"):
            time.sleep(0.5)
        client.close()
        with told_while_empty(client, "tcp://one:8786"):
            time.sleep(0.3)
    assert "dask cluster" not in capsys.readouterr().err
