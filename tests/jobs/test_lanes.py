import threading
import time
from contextlib import closing

import pytest
from dask_cluster import wait_until
from distributed import Client, LocalCluster

from counterproof.jobs.lanes import in_lanes

UNDER_WAY = []
LOCK = threading.Lock()


def slow(task):
    """The most tasks of this one's lane that were under way at once."""
    with LOCK:
        UNDER_WAY.append(task[0])
        most = UNDER_WAY.count(task[0])
    time.sleep(0.02)
    with LOCK:
        UNDER_WAY.remove(task[0])
    return task[0], most


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    # Threads of this process: they share what is counted.
    settings = {"scheduler_kwargs": {"dashboard": False}, "dashboard_address": "127.0.0.1:0", "protocol": "tcp"}
    folder = str(tmp_path_factory.mktemp("dask"))
    with (
        LocalCluster(n_workers=1, threads_per_worker=8, processes=False, local_directory=folder, **settings) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_no_lane_is_wider_than_it_may_be_and_each_task_is_done_once(client):
    tasks = [(name, number) for name in ("narrow", "wide", "free") for number in range(12)]
    landed = list(in_lanes(client, slow, tasks, lane=lambda task: task[0], widths={"narrow": 1, "wide": 3}))
    most = {
        name: max(many for lane, many in (each.result for each in landed) if lane == name)
        for name in ("narrow", "wide")
    }
    assert len(landed) == 36
    assert most["narrow"] == 1
    assert most["wide"] <= 3
    assert landed[-1].under_way == 0


def test_what_waits_is_dropped_when_the_caller_stops(client):
    tasks = [("one", number) for number in range(500)]
    with closing(in_lanes(client, slow, tasks, lane=lambda task: task[0], widths={"one": 2})) as landed:
        next(landed)
    wait_until(lambda: not UNDER_WAY)
    time.sleep(0.1)
    assert UNDER_WAY == []
