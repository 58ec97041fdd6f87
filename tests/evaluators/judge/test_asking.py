"""Judges asked by the workers of a real cluster."""

import json
import shutil
import signal
import threading
import time
from functools import partial

import pytest
from made_up_audit import made_up_trial
from scripted_judge import scores, serving

from counterproof.domain.judge import JudgeSpec, Verdict
from counterproof.domain.problem import InputError
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.evaluators.judge.asking import Asking, Question
from counterproof.evaluators.judge.prompts import Asked
from counterproof.evaluators.judge.replies import REPLIES
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


def asking_of(study):
    spec = study.study.judges[0]
    return Asking(
        spec=spec,
        seed=1,
        schema=partial(REPLIES.__getitem__, spec.prompt),
        kind=Verdict,
        verdict=partial(verdict_of, spec),
        log=verdict_log(study, spec),
    )


def verdict_of(spec, told, question, seconds):
    return Verdict(
        request=question.request,
        judge=spec.name,
        prompt=spec.prompt,
        trial=question.trial,
        status=told.read.status,
        requests=told.requests,
        seconds=seconds,
        at="2026-01-01T00:00:00+00:00",
    )


def test_the_log_is_read_only_where_a_worker_took_the_same_questions_before(study_with, tmp_path):
    with serving(lambda *_: scores(5)) as server:
        asking = asking_of(study_with(judge(server)))
        questions = [Question(f"request{number}", "trial", Asked("read this", "a trial")) for number in range(3)]
        first = asking.some(questions[:2], at_once=2, begun=tmp_path, since=0)
        assert ([one.request for one in first.verdicts], first.stopped) == (["request0", "request1"], None)
        # Taken again, as after a worker's death: what it wrote is kept, and only the rest is asked.
        again = asking.some([questions[0], questions[2]], at_once=2, begun=tmp_path, since=0)
        assert again.verdicts[0] == first.verdicts[0]
        assert len(server.requests) == 3
        # A line that is no verdict harms only who has to read it.
        with asking.log.open("a") as log:
            log.write("{}\n")
        assert len(asking.some(questions[1:], at_once=2, begun=tmp_path, since=0).verdicts) == 2
        with pytest.raises(InputError, match="is no Verdict"):
            asking.some(questions[1:], at_once=2, begun=tmp_path, since=0)


def test_a_worker_that_cannot_do_the_work_is_an_error_and_no_reason_of_the_judge(study_with, item, cluster):
    if (bwrap := shutil.which("bwrap")) is None:
        pytest.skip("bubblewrap is not installed")
    busy, alone, over = Busy(), threading.Event(), threading.Event()

    def stranger():
        # Its walls fall when the thread that started it ends.
        alone.wait()
        walls = ["--die-with-parent", "--dev-bind", "/", "/", "--tmpfs", str(study.layout.work)]
        cluster.start(within=[bwrap, *walls])
        over.wait()

    def leave_the_stranger_alone(number):
        if number == 10:
            alone.set()
            for worker in cluster.workers[:2]:
                worker.send_signal(signal.SIGKILL)

    busy.hook = leave_the_stranger_alone
    with serving(busy) as server:
        study = study_with(judge(server, at_once=2))
        threading.Thread(target=stranger, daemon=True).start()
        with pytest.raises(InputError, match="is not the folder that it is here"):
            judge_trials(study, many(item, 40), scheduler=cluster.address)
        over.set()
        assert 0 < len(server.requests) < 20
