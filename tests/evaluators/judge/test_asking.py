"""Judges asked by the workers of a real cluster."""

import json
import signal
import threading
import time

import pytest
from made_up_audit import made_up_trial
from scripted_judge import scores, serving

from counterproof.domain.judge import JudgeSpec, Verdict
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.evaluators.judge.run import judge_trials, verdict_log
from counterproof.store.records import read_log

pytestmark = pytest.mark.slow


def many(item, count):
    """Trials that each say something else."""
    return [
        made_up_trial(
            item,
            agent="reciter",
            variant="original",
            replicate=number + 1,
            trajectory=Trajectory(format="own", steps=(Step(kind="message", text=f"number {number}"),)),
        )
        for number in range(count)
    ]


class Busy:
    """A model that takes its time and remembers how many asked it at once."""

    def __init__(self):
        self.lock, self.now, self.most, self.hook = threading.Lock(), 0, 0, print

    def __call__(self, _body, number):
        with self.lock:
            self.now += 1
            self.most = max(self.most, self.now)
        self.hook(number)
        time.sleep(0.1)
        with self.lock:
            self.now -= 1
        return scores(5)


def judge(server, **more):
    return JudgeSpec(name="judge", model="scripted", base_url=server.base_url, seconds=20, **more)


def test_workers_ask_about_each_trial_once_and_no_more_at_once_than_the_judge_allows(
    study_with, item, standing_cluster
):
    busy = Busy()
    with serving(busy) as server:
        study = study_with(judge(server, at_once=3))
        (summary,) = judge_trials(study, many(item, 40), scheduler=standing_cluster.address)
        assert (summary.asked, summary.statuses, summary.stopped) == (40, {"ok": 40}, None)
        assert len(server.requests) == 40
        assert busy.most <= 3
        (again,) = judge_trials(study, many(item, 40), scheduler=standing_cluster.address)
        assert (again.asked, again.kept, len(server.requests)) == (0, 40, 40)
    log = read_log(verdict_log(study, study.study.judges[0]), Verdict)
    assert len({verdict.request for verdict in log}) == len(log) == 40


def test_what_a_killed_worker_had_written_is_not_asked_again(study_with, item, cluster):
    busy, victim = Busy(), cluster.workers[0]

    def kill(number):
        if number == 20:
            victim.send_signal(signal.SIGKILL)

    busy.hook = kill
    with serving(busy) as server:
        study = study_with(judge(server, at_once=2))
        (summary,) = judge_trials(study, many(item, 40), scheduler=cluster.address)
        assert victim.wait() == -signal.SIGKILL
        assert (summary.asked, summary.statuses) == (40, {"ok": 40})
        # Only what it was waiting for is asked once more.
        assert 40 <= len(server.requests) <= 42


def test_a_key_that_a_worker_lacks_stops_the_judge_and_names_the_machine(
    study_with, item, standing_cluster, monkeypatch
):
    monkeypatch.setenv("KEY_OF_TEST", "here only")
    with serving(lambda *_: json.dumps({})) as server:
        study = study_with(judge(server, key_env="KEY_OF_TEST"))
        (summary,) = judge_trials(study, many(item, 3), scheduler=standing_cluster.address)
        assert summary.stopped.startswith("KEY_OF_TEST is not set on ")
        assert (summary.asked, server.requests) == (0, [])
