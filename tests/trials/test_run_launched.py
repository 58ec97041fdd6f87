"""Runs of agents that are programs: killed, stopped, side by side, out of money."""

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest
from model_service import plain

from counterproof.domain.problem import InputError
from counterproof.domain.trial import Trial
from counterproof.sandbox.processes import living
from counterproof.store.records import read_record
from counterproof.trials.run import run_trials

ANSWER = '{"answer": "B", "confidence": 70, "data_support": "full", "evidence": "NKG7."}'
MARK = f"agent-of-test-{os.getpid()}"
PROGRAM = f"setsid sleep 300 & sleep 0.02; echo '{ANSWER}' > answer.json # {MARK}"


def agent(program=PROGRAM, **fields):
    return {"name": "told", "kind": "command", "argv": ["sh", "-c", program], **fields}


def records(trials):
    return {path: path.read_bytes() for path in trials.rglob("*.json")}


def left_over(folder):
    """Processes of the run, its workers and its agents."""
    words = (str(folder).encode(), MARK.encode())

    def own(pid):
        told = Path(f"/proc/{pid}/cmdline").read_bytes() + Path(f"/proc/{pid}/environ").read_bytes()
        return pid != os.getpid() and any(word in told for word in words)

    return living(own)


def wait_until(true, *, seconds=120.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.02)


def started(command, folder):
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command, env=os.environ | {"RUN_MARK": str(folder)}, start_new_session=True, **pipes)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_run_killed_twenty_times_loses_and_repeats_no_trial_and_leaves_no_process(
    little, walls, command, tmp_path, jobs
):
    kills = 20 if jobs == 1 else 3
    case = little(items=1, agents=[agent()], replicates=40)
    chance, before = random.Random(4), {}
    for _ in range(kills):
        run = started(command(case, jobs=jobs), tmp_path)
        enough = len(before) + chance.randint(0, 180 // kills)
        wait_until(lambda enough=enough: len(records(case.trials)) >= enough and left_over(tmp_path))
        time.sleep(chance.random() * 0.1)
        run.kill()
        run.communicate()
        wait_until(lambda: not left_over(tmp_path), seconds=30)
        after = records(case.trials)
        assert all(after.get(path) == content for path, content in before.items())
        assert [read_record(path, Trial) for path in after]
        before = after
    summary = run_trials(case.study, case.made)
    assert (summary.planned, summary.skipped, summary.ran) == (200, len(before), 200 - len(before))
    assert summary.outcomes == {"answered": 200}
    after = records(case.trials)
    assert len(after) == 200
    assert all(after[path] == content for path, content in before.items())
    assert not list(case.trials.rglob("*.part"))


@pytest.mark.slow
def test_a_killed_worker_loses_no_trial_and_leaves_no_agent(little, walls, command, tmp_path):
    case = little(items=1, agents=[agent()], replicates=40)
    run = started(command(case, jobs=2), tmp_path)
    wait_until(lambda: len(records(case.trials)) >= 10)
    before = records(case.trials)
    worker = next(pid for pid in left_over(tmp_path) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes())
    os.kill(worker, signal.SIGKILL)
    out, errors = run.communicate(timeout=240)
    assert run.returncode == 0, errors
    assert json.loads(out.splitlines()[-1])["outcomes"] == {"answered": 200}
    after = records(case.trials)
    assert len(after) == 200
    assert all(after[path] == content for path, content in before.items())
    assert not left_over(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_stops_the_agents_too(little, walls, command, tmp_path, jobs):
    case = little(items=1, agents=[agent()], replicates=200)
    run = started(command(case, jobs=jobs), tmp_path)
    wait_until(lambda: len(records(case.trials)) >= 5)
    os.killpg(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert errors.rstrip().endswith("KeyboardInterrupt"), errors
    wait_until(lambda: not left_over(tmp_path), seconds=10)
    assert 5 <= len(records(case.trials)) < 1000


def test_what_failed_by_the_machinery_is_run_again_only_when_asked(little, walls, service):
    service.script = [plain(401, {})]
    url = f"http://127.0.0.1:{service.server_address[1]}"
    program = "python -c \"import urllib.request as r; r.urlopen('{endpoint}/v1/messages', b'1')\""
    fields = {"model": "m", "endpoint": "one"}
    case = little(
        items=1, agents=[agent(program, **fields)], endpoints={"one": {"dialect": "anthropic", "base_url": url}}
    )
    assert run_trials(case.study, case.made).outcomes == {"config_error": 5}
    assert run_trials(case.study, case.made).ran == 0
    service.script = [plain(200, {})]
    summary = run_trials(case.study, case.made, retry=("config_error",))
    assert (summary.ran, summary.outcomes) == (5, {"no_answer": 5})


def test_no_trial_is_started_after_the_studys_money_is_spent(little, walls, service):
    service.script = [plain(200, {"usage": {"input_tokens": 1000, "output_tokens": 0}})]
    url = f"http://127.0.0.1:{service.server_address[1]}"
    program = (
        "python -c \"import urllib.request as r; r.urlopen('{endpoint}/v1/messages', b'1').read()\""
        f"; echo '{ANSWER}' > answer.json"
    )
    settings = {"prices": {"m": {"input": 1000, "output": 0}}, "limits": {"study_usd": 1.5}}
    case = little(
        items=1,
        agents=[agent(program, model="m", endpoint="one")],
        endpoints={"one": {"dialect": "anthropic", "base_url": url}},
        **settings,
    )
    summary = run_trials(case.study, case.made)
    assert (summary.ran, summary.left, summary.outcomes) == (2, 3, {"answered": 2})
    assert summary.spent_usd == pytest.approx(2)
    assert run_trials(case.study, case.made).left == 3


def test_everything_that_keeps_agents_from_starting_is_told_before_the_first(little, walls):
    endpoint = {"dialect": "anthropic", "base_url": "http://127.0.0.1:9", "key_env": "NO_SUCH_KEY_OF_TEST"}
    agents = [
        agent(name="a", model="m", endpoint="one", tools={"/opt/x": "/nowhere"}),
        {"name": "b", "kind": "claude_code", "model": "n", "endpoint": "one", "binary": "/nowhere/claude"},
    ]
    case = little(items=1, agents=agents, endpoints={"one": endpoint}, limits={"usd": 1})
    with pytest.raises(InputError) as told:
        run_trials(case.study, case.made)
    text = str(told.value)
    for words in ("/nowhere", "no such program", "NO_SUCH_KEY_OF_TEST holds no key", "its model has no price"):
        assert words in text
    assert not records(case.trials)


@pytest.mark.slow
def test_a_scheduler_that_runs_already_is_used(little, walls, tmp_path):
    from distributed import LocalCluster  # noqa: PLC0415, only this test pays for it

    case = little(items=1, agents=[agent()], replicates=2)
    with LocalCluster(
        n_workers=1,
        threads_per_worker=1,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        scheduler_kwargs={"dashboard": False},
        local_directory=str(tmp_path / "dask"),
        memory_limit=0,
    ) as cluster:
        summary = run_trials(case.study, case.made, scheduler=cluster.scheduler_address)
    assert summary.outcomes == {"answered": 10}


def test_a_scheduler_that_does_not_answer_is_told(little, walls, monkeypatch):
    monkeypatch.setattr("counterproof.jobs.joined.CONNECT_SECONDS", 0.5)
    case = little(items=1, agents=[agent()])
    with pytest.raises(InputError, match="no dask scheduler answers there"):
        run_trials(case.study, case.made, scheduler="tcp://127.0.0.1:9")


def test_the_line_tells_done_running_failed_and_spent(little, walls, capsys):
    case = little(items=1, agents=[agent()])
    run_trials(case.study, case.made, progress=True)
    told = capsys.readouterr().err
    assert "5/5" in told
    assert "1 running, 0 failed, $0.00 spent" in told
