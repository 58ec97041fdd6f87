"""A study over a real cluster: a scheduler and two workers on the loopback, one of them killed in the middle."""

import signal

import pytest

from counterproof.domain.trial import Trial
from counterproof.store.records import read_record
from counterproof.trials.run import run_trials

pytestmark = pytest.mark.slow


@pytest.fixture
def cluster(tmp_path):
    from dask_cluster import cluster  # noqa: PLC0415, distributed takes a second to import

    with cluster(tmp_path / "cluster", workers=2) as made:
        yield made


def records(trials):
    return sorted(path for path in trials.rglob("*.json"))


def test_200_trials_are_there_once_though_a_worker_is_killed_in_the_middle(little, cluster):
    case = little(items=2, replicates=4)
    assert len(case.study.study.agents) == 5

    def kill(done, planned):
        if done >= planned // 4 and cluster.workers[0].poll() is None:
            cluster.workers[0].send_signal(signal.SIGKILL)
            cluster.workers[0].wait()

    summary = run_trials(case.study, case.made, scheduler=cluster.address, progress=kill)
    assert cluster.workers[0].returncode == -signal.SIGKILL
    assert cluster.workers[1].poll() is None
    assert (summary.planned, summary.ran, summary.outcomes) == (200, 200, {"answered": 200})
    kept = [read_record(path, Trial).key for path in records(case.trials)]
    assert len(kept) == len(set(kept)) == 200
    assert not list(case.study.layout.work.rglob("*.part"))
    assert not list(case.study.layout.work.glob(".workers-*"))
    again = run_trials(case.study, case.made, scheduler=cluster.address)
    assert (again.ran, again.skipped) == (0, 200)
