import json
import shutil
import subprocess
import sys
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
import typer
from made_up_runs import made_up_study, write_trials

from counterproof.cli.errors import plain_errors
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.evaluators.imports import import_runs
from counterproof.trajectories import read_samples
from counterproof.trials.exports import export_trials
from counterproof.trials.read import read_trials


@pytest.fixture
def case(tmp_path):
    study, constructions = made_up_study(tmp_path, items=2, agents=2, replicates=2)
    write_trials(study, constructions, calls=60, seed=1)
    registrations = [construction.registration for construction in constructions]
    return study, constructions, read_trials(study, constructions), registrations


def said(trajectory):
    """What a trajectory holds, without the places in its log."""
    return [(step.kind, step.text, step.tool, step.output, step.error) for step in trajectory.steps]


def test_our_own_reader_reads_every_trial_back(case, tmp_path):
    study, _, trials, registrations = case
    paths = export_trials(study, trials, tmp_path / "eval", registrations=registrations)
    assert [path.name for path in paths] == ["agent0.eval", "agent1.eval"]
    samples = {
        (sample.metadata["counterproof"]["agent"], sample.sample_id, sample.epoch): sample
        for path in paths
        for sample in read_samples(path)
    }
    assert len(samples) == len(trials) == 40
    for trial in trials:
        sample = samples[trial.key.agent, f"{trial.key.item}/{trial.key.variant}", trial.key.replicate]
        assert said(sample.trajectory) == said(trial.trajectory)
        inputs = [json.loads(call.input)["input"] for call in sample.trajectory.tool_calls]
        assert inputs == [call.input for call in trial.trajectory.tool_calls]
        assert json.loads(sample.trajectory.result_text)["answer"] == trial.answer.choice[0]
        assert sample.trajectory.totals.seconds == trial.seconds
        assert sample.target == {"withdraw": "none", "flip": "A"}.get(trial.key.variant, "B")


def test_an_exported_log_can_be_imported_into_another_study(case, tmp_path):
    study, constructions, trials, _ = case
    paths = export_trials(study, trials, tmp_path / "eval")
    other, _ = made_up_study(tmp_path / "other", items=2, agents=1, replicates=1)
    renamed = other.study.agents[0].model_copy(update={"name": "x"})
    other = replace(other, study=other.study.model_copy(update={"agents": (renamed,)}))
    summary = import_runs(other, paths)
    assert (summary.new, summary.refused) == (40, ())

    def answers(found):
        return {
            (trial.key.agent, trial.key.item, trial.key.variant, trial.key.replicate): (trial.outcome, trial.answer)
            for trial in found
        }

    assert answers(read_trials(other, constructions)) == answers(trials)


def test_the_same_trials_give_the_same_bytes(case, tmp_path):
    study, _, trials, registrations = case
    first, again = (export_trials(study, trials, tmp_path / name, registrations=registrations) for name in ("a", "b"))
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in again]


@pytest.mark.parametrize(
    ("outcome", "fields", "ending"),
    [
        ("timeout", {"limit": {"type": "time", "limit": 20}}, "limits"),
        ("infra_error", {"error": {"message": "ValueError: x", "traceback": "", "traceback_ansi": ""}}, "infra_error"),
        ("no_answer", {}, "completed"),
    ],
)
def test_a_trial_that_failed_is_a_sample_that_failed(case, tmp_path, outcome, fields, ending):
    study, _, trials, _ = case
    steps = (
        Step(kind="tool_call", tool="bash", input='{"command": "ls"}', output="no", error=True),
        Step(kind="thinking"),
    )
    changed = {"outcome": outcome, "answer": None, "reason": "ValueError: x", "seconds": 20}
    trial = trials[0].model_copy(update={**changed, "trajectory": Trajectory(format="own", steps=steps)})
    (path,) = export_trials(study, [trial], tmp_path)
    (sample,) = read_samples(path)
    assert (sample.trajectory.ending, sample.trajectory.result_text) == (ending, None)
    assert said(sample.trajectory) == said(trial.trajectory)
    assert sample.trajectory.tool_calls[0].input == '{"command": "ls"}'
    with zipfile.ZipFile(path) as archive:
        assert fields.items() <= json.loads(archive.read("samples/item000_original_epoch_1.json")).items()


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("/proc/x", "/proc/x: cannot be made: nothing can be put into /proc"),
        ("file.txt/logs", "file.txt/logs: cannot be read or written: Not a directory"),
        ("n" * 300, ": cannot be read or written: File name too long"),
        ("taken", "taken/agent0.eval: cannot be read or written: it is there and is no file"),
    ],
)
def test_a_place_that_takes_no_export_is_told(case, tmp_path, monkeypatch, capsys, place, told):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file.txt").touch()
    (tmp_path / "taken" / "agent0.eval").mkdir(parents=True)
    with pytest.raises(typer.Exit), plain_errors():
        export_trials(case[0], case[2], Path(place))
    said = capsys.readouterr().err
    assert told in said
    assert "fix: choose another place" in said


def test_a_read_only_folder_that_takes_no_export_is_told_by_the_name_that_was_asked_for(tmp_path):
    if (bwrap := shutil.which("bwrap")) is None:
        pytest.skip("bubblewrap is not installed")
    code = (
        "from pathlib import Path\n"
        "from counterproof.cli.errors import plain_errors\n"
        "from counterproof.store.atomic import write_text\n"
        f"with plain_errors(): write_text(Path({str(tmp_path / 'agent0.eval')!r}), '')"
    )
    command = [bwrap, "--dev-bind", "/", "/", "--ro-bind", str(tmp_path), str(tmp_path), sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert f"{tmp_path}/agent0.eval: cannot be read or written: Read-only file system" in done.stderr
