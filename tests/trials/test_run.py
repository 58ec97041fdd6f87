import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from counterproof.domain.problem import InputError
from counterproof.domain.trial import Trial
from counterproof.store.digest import digest_of
from counterproof.store.records import read_record, write_record
from counterproof.trials.plan import planned_trials
from counterproof.trials.run import run_trials

OUTCOMES = {"abstained": 6, "answered": 44}
"""Of two items and five variants: the analyst abstains on withdraw and no_data, the eliminator on no_data."""


def records(trials):
    return {path: path.read_bytes() for path in trials.rglob("*.json")}


def count(trials):
    return sum(1 for _ in trials.rglob("*.json"))


def living(marker):
    """Processes whose command line or environment names a folder: a run and its workers."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            told = (process / "cmdline").read_bytes() + (process / "environ").read_bytes()
            dead = (process / "stat").read_text().rpartition(")")[2].split()[0] == "Z"
        except OSError:
            continue
        if str(marker).encode() in told and int(process.name) != os.getpid() and not dead:
            found.append(int(process.name))
    return found


@pytest.fixture
def started(tmp_path):
    """Start a run in a process group of its own; it and its workers carry the folder's name in their environment."""
    runs = []

    def start(command):
        environment = os.environ | {"RUN_MARK": str(tmp_path)}
        pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        runs.append(subprocess.Popen(command, env=environment, start_new_session=True, **pipes))
        return runs[-1]

    yield start
    for run in runs:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
        run.communicate()


def wait_until(true, *, seconds=60.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.03)


def test_all_trials_run_and_are_counted(little):
    case = little()
    summary = run_trials(case.study, case.made)
    assert (summary.planned, summary.skipped, summary.ran) == (50, 0, 50)
    assert summary.outcomes == OUTCOMES
    assert summary.seconds > 0


def test_files_are_named_by_the_digest_of_their_key(little):
    case = little()
    run_trials(case.study, case.made)
    for path in records(case.trials):
        key = read_record(path, Trial).key
        assert path.name == f"{key.variant}-r{key.replicate}-{digest_of(key)[:16]}.json"
        assert path.parent == case.trials / key.agent / key.item


def test_a_second_run_repeats_nothing(little):
    case = little()
    run_trials(case.study, case.made)
    before = records(case.trials)
    summary = run_trials(case.study, case.made)
    assert (summary.skipped, summary.ran) == (50, 0)
    assert summary.outcomes == OUTCOMES
    assert records(case.trials) == before


def test_force_runs_all_again(little):
    case = little(items=1)
    run_trials(case.study, case.made)
    before = records(case.trials)
    assert run_trials(case.study, case.made, force=True).ran == 25
    after = records(case.trials)
    assert after.keys() == before.keys()
    assert not [path for path in after if after[path] == before[path]]


def test_a_damaged_record_and_a_failure_of_ours_are_run_again(little):
    case = little(items=1)
    run_trials(case.study, case.made)
    damaged, failed, *_ = sorted(records(case.trials))
    damaged.write_text("{")
    ended = read_record(failed, Trial).outcome
    write_record(failed, read_record(failed, Trial).model_copy(update={"outcome": "infra_error", "answer": None}))
    assert run_trials(case.study, case.made).ran == 2
    assert read_record(failed, Trial).outcome == ended
    assert read_record(damaged, Trial)


def test_a_changed_variant_file_is_refused_before_anything_runs(little):
    case = little()
    path = case.study.layout.variant("item01", "flip")
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(InputError, match=r"item01/flip.h5ad: the variant's file is not the one that was verified"):
        run_trials(case.study, case.made)
    assert not records(case.trials)


def test_every_missing_variant_file_is_named(little):
    case = little()
    for name in ("original", "flip"):
        case.study.layout.variant("item00", name).unlink()
    with pytest.raises(InputError) as error:
        run_trials(case.study, case.made)
    assert [problem.seen for problem in error.value.problems] == ["no file", "no file"]


def test_progress_is_told_trial_by_trial(little):
    case = little(items=1)
    told = []
    run_trials(case.study, case.made, progress=lambda done, planned: told.append((done, planned)))
    assert told == [(number, 25) for number in range(1, 26)]


def test_the_bar_counts_what_was_there_before(little, capsys):
    case = little(items=1)
    run_trials(case.study, case.made, progress=True)
    assert "25/25" in capsys.readouterr().err


@pytest.mark.slow
def test_workers_give_the_same_trials_as_one_process(little, command):
    case = little(replicates=8)
    run = subprocess.run(command(case, jobs=2), capture_output=True, text=True, check=True)
    assert run.stderr == ""
    summary = json.loads(run.stdout.splitlines()[-1])
    assert (summary["ran"], summary["outcomes"]) == (400, {name: 8 * n for name, n in OUTCOMES.items()})
    planned = planned_trials(case.study, case.made)
    assert {case.study.layout.trial(trial.key) for trial in planned} == set(records(case.trials))


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_run_loses_no_finished_trial_repeats_none_and_leaves_no_process(
    little, command, started, tmp_path, jobs
):
    case = little(replicates=16)
    chance = random.Random(jobs)
    before = {}
    for _ in range(3):
        run = started(command(case, jobs=jobs))
        enough = len(before) + chance.randint(1, 60)
        wait_until(lambda enough=enough: count(case.trials) >= enough)
        run.kill()
        run.communicate()
        wait_until(lambda: not living(tmp_path))
        after = records(case.trials)
        assert all(after.get(path) == content for path, content in before.items())
        assert [read_record(path, Trial) for path in after]
        before = after
    summary = run_trials(case.study, case.made)
    assert (summary.skipped, summary.ran) == (len(before), 800 - len(before))
    after = records(case.trials)
    assert len(after) == 800
    assert all(after[path] == content for path, content in before.items())
    assert not list(case.trials.rglob("*.part"))


PATIENCE = 60
"""Replicates, 50 trials each: more than a run can finish before this test's Ctrl-C, however busy the machine."""


@pytest.mark.slow
@pytest.mark.parametrize(("jobs", "trials"), [(1, 40), (2, 0), (2, 40)])
def test_ctrl_c_stops_quietly_and_keeps_what_is_done(little, command, started, tmp_path, jobs, trials):
    case = little(replicates=PATIENCE)
    run = started(command(case, jobs=jobs))
    # With no trial done yet, the moment is when both workers and the resource tracker are starting.
    wait_until(lambda: count(case.trials) >= trials and len(living(tmp_path)) >= (1 if jobs == 1 else 4))
    os.killpg(run.pid, signal.SIGINT)
    _, errors = run.communicate(timeout=60)
    assert run.returncode == -signal.SIGINT
    assert errors.count("Traceback") == 1, errors
    assert errors.rstrip().endswith("KeyboardInterrupt"), errors
    wait_until(lambda: not living(tmp_path))
    done = records(case.trials)
    assert len(done) < 50 * PATIENCE
    assert len([read_record(path, Trial) for path in done]) >= trials
    assert not list(case.trials.rglob("*.part"))


@pytest.mark.slow
def test_a_killed_worker_loses_and_repeats_nothing(little, command, started, tmp_path):
    case = little(replicates=16)
    run = started(command(case, jobs=2))
    wait_until(lambda: count(case.trials) >= 20)
    before = records(case.trials)
    worker = next(pid for pid in living(tmp_path) if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes())
    os.kill(worker, signal.SIGKILL)
    out, errors = run.communicate(timeout=60)
    assert run.returncode == 0, errors
    assert json.loads(out.splitlines()[-1])["ran"] == 800
    after = records(case.trials)
    assert len(after) == 800
    assert all(after[path] == content for path, content in before.items())
