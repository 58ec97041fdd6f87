"""A study over a real cluster: a scheduler and two workers on the loopback, one of them killed in the middle."""

import shutil
import signal

import pytest
from identity_made_up import opened

from counterproof.domain.problem import InputError
from counterproof.domain.trial import Trial
from counterproof.jobs.lost import ClusterLostError
from counterproof.store.records import read_record
from counterproof.trials.call_run import read_calls, run_calls
from counterproof.trials.elsewhere import cluster_for
from counterproof.trials.plan import planned_trials
from counterproof.trials.run import run_trials

pytestmark = pytest.mark.slow

ANSWER = '{"answer": "B", "confidence": 70, "data_support": "full", "evidence": "NKG7."}'


def records(trials):
    return sorted(path for path in trials.rglob("*.json"))


def program(**fields):
    return {"name": "told", "kind": "command", "argv": ["sh", "-c", f"echo '{ANSWER}' > answer.json"], **fields}


def test_200_trials_are_there_once_though_a_worker_is_killed_in_the_middle(little, cluster):
    case = little(items=2, replicates=4)
    victim, other = cluster.workers

    def kill(done, planned):
        if done >= planned // 4 and victim.poll() is None:
            victim.send_signal(signal.SIGKILL)
            victim.wait()

    summary = run_trials(case.study, case.made, scheduler=cluster.address, progress=kill)
    assert (victim.returncode, other.poll()) == (-signal.SIGKILL, None)
    assert (summary.planned, summary.ran) == (200, 200)
    assert set(summary.outcomes) == {"answered", "abstained"}
    kept = [read_record(path, Trial).key for path in records(case.trials)]
    assert len(kept) == len(set(kept)) == 200
    left = [path.name for path in case.study.layout.work.rglob(".*") if path.name != ".running"]
    assert left == []
    again = run_trials(case.study, case.made, scheduler="tcp://127.0.0.1:9")
    assert (again.ran, again.skipped) == (0, 200)


def test_when_the_scheduler_dies_what_was_done_stays_and_the_next_run_goes_on(little, cluster):
    case = little(items=2, replicates=4)

    def kill(done, planned):
        if done >= planned // 4:
            cluster.scheduler.kill()

    with pytest.raises(ClusterLostError, match=r"went away in the middle.*run the same again to go on"):
        run_trials(case.study, case.made, scheduler=cluster.address, progress=kill)
    before = {path: path.read_bytes() for path in records(case.trials)}
    assert len(before) >= 50
    summary = run_trials(case.study, case.made)
    assert summary.ran + summary.skipped == 200
    assert summary.skipped >= 50
    assert all(path.read_bytes() == told for path, told in before.items())


def test_a_worker_without_the_agents_program_or_key_is_told_by_name_before_any_record_goes(
    little, walls, standing_cluster, tmp_path, monkeypatch
):
    monkeypatch.setenv("KEY_OF_TEST", "here only")
    tool = tmp_path / "only here"
    tool.mkdir()
    fields = {"model": "m", "endpoint": "one", "tools": {"/opt/mine": str(tool)}}
    endpoints = {"one": {"dialect": "anthropic", "base_url": "http://127.0.0.1:9", "key_env": "KEY_OF_TEST"}}
    case = little(items=1, agents=[program(**fields)], endpoints=endpoints)
    old = case.trials / "told" / "item00"
    old.mkdir(parents=True)
    todo = planned_trials(case.study, case.made)
    kept = case.study.layout.trial(todo[0].key)
    kept.write_text("{}")
    with pytest.raises(InputError, match=r"on .*KEY_OF_TEST holds no key"):
        run_trials(case.study, case.made, scheduler=standing_cluster.address, force=True)
    assert kept.read_text() == "{}"


def test_the_local_model_is_not_asked_from_another_machine(little, walls, standing_cluster):
    case = little(
        items=1, agents=[{"name": "tiny", "kind": "model", "model": "SmolLM2-135M-Instruct", "endpoint": "local"}]
    )
    todo = planned_trials(case.study, case.made)
    elsewhere = [
        shutil.which("bwrap"),
        "--die-with-parent",
        "--dev-bind",
        "/",
        "/",
        "--unshare-uts",
        "--hostname",
        "elsewhere",
    ]
    with (
        standing_cluster.added(within=elsewhere),
        pytest.raises(InputError, match="served on one machine only") as told,
        cluster_for(todo, scheduler=standing_cluster.address, work=case.study.layout.work),
    ):
        pass
    (problem,) = told.value.problems
    assert problem.place == "on elsewhere; endpoint local"


def test_agents_run_on_workers_in_their_walls(little, walls, standing_cluster):
    case = little(items=1, agents=[program()], replicates=2)
    summary = run_trials(case.study, case.made, scheduler=standing_cluster.address)
    assert summary.outcomes == {"answered": 10}


def test_an_identity_studys_calls_run_on_workers_as_they_do_here(tmp_path, standing_cluster):
    here, there = (opened(tmp_path / name, n=4, conditions=["named", "blind"]) for name in ("here", "there"))
    run_calls(here)
    summary = run_calls(there, scheduler=standing_cluster.address)
    assert (summary.planned, summary.ran, summary.outcomes) == (40, 40, {"answered": 40})
    told = [[(call.key, call.replies) for call in read_calls(study)] for study in (here, there)]
    assert told[0] == told[1]
