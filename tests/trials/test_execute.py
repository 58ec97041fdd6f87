import dataclasses

import pytest

from counterproof.agents import files
from counterproof.construct.prompts import ANSWER_FILE, DATA_FILE
from counterproof.domain.study import Limits
from counterproof.store.layout import layout_of
from counterproof.trials.execute import _read_log, execute, execute_all
from counterproof.trials.plan import planned_trials


@pytest.fixture
def planned(little):
    case = little(items=1)
    return {(trial.key.agent, trial.key.variant): trial for trial in planned_trials(case.study, case.made)}


@pytest.mark.parametrize(
    ("agent", "variant", "outcome", "choice"),
    [
        ("analyst", "original", "answered", ("B",)),
        ("analyst", "flip", "answered", ("A",)),
        ("analyst", "withdraw", "abstained", ()),
        ("analyst", "no_data", "abstained", ()),
        ("reciter", "flip", "answered", ("B",)),
        ("fallback", "withdraw", "answered", ("B",)),
        ("eliminator", "withdraw", "answered", ("B",)),
    ],
)
def test_a_trial_ends_as_its_agent_answers(planned, tmp_path, agent, variant, outcome, choice):
    trial = execute(planned[agent, variant], scratch=tmp_path, layout=layout_of(tmp_path))
    assert (trial.outcome, trial.answer.choice) == (outcome, choice)
    assert trial.key == planned[agent, variant].key
    assert trial.handout == planned[agent, variant].handout
    assert trial.trajectory.steps[-1].tool == "write_file"
    assert 0 < sum(step.seconds for step in trial.trajectory.steps) <= trial.seconds


def test_nothing_in_a_record_of_the_agents_work_names_the_variant_or_a_path(planned, tmp_path):
    trial = execute(planned["analyst", "flip"], scratch=tmp_path, layout=layout_of(tmp_path))
    told = trial.trajectory.model_dump_json() + str(trial.handout)
    assert "flip" not in told
    assert str(tmp_path) not in told


def test_a_crash_of_the_agent_is_a_record_with_the_last_line_of_its_traceback(planned, tmp_path):
    handout = planned["analyst", "original"].handout
    brief = handout["brief"] | {"block": "layers/none"}
    broken = dataclasses.replace(planned["analyst", "original"], handout=handout | {"brief": brief})
    trial = execute(broken, scratch=tmp_path, layout=layout_of(tmp_path))
    assert trial.outcome == "infra_error"
    assert trial.reason == """KeyError: "the file has no block 'layers/none': it has X\""""
    assert trial.answer is None
    assert trial.trajectory.steps


def test_a_trial_over_its_limit_is_a_timeout(planned, tmp_path):
    trial = execute(
        dataclasses.replace(planned["analyst", "original"], limits=Limits(seconds=1e-6)),
        scratch=tmp_path,
        layout=layout_of(tmp_path),
    )
    assert trial.outcome == "timeout"
    assert trial.answer is None


def test_nothing_is_left_in_the_scratch_folder(planned, tmp_path):
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    execute(planned["analyst", "original"], scratch=scratch, layout=layout_of(tmp_path))
    assert not list(scratch.iterdir())


def test_a_batch_writes_every_trial_and_repeats_none_that_is_there(little, tmp_path):
    case = little(items=1)
    layout, batch = case.study.layout, planned_trials(case.study, case.made)[:4]
    first = execute_all(batch[:2], layout=layout, scratch=tmp_path)
    before = [layout.trial(trial.key).read_bytes() for trial in batch[:2]]
    again = execute_all(batch, layout=layout, scratch=tmp_path)
    assert again[:2] == first
    assert [layout.trial(trial.key).read_bytes() for trial in batch[:2]] == before
    assert all(layout.trial(trial.key).exists() for trial in batch)


def test_a_link_in_the_logs_place_and_no_log_at_all_are_empty_trajectories(tmp_path):
    (tmp_path / "elsewhere").write_text('{"kind": "message"}\n')
    (tmp_path / "trajectory.jsonl").symlink_to(tmp_path / "elsewhere")
    assert _read_log(tmp_path / "trajectory.jsonl").ending == "empty"
    assert _read_log(tmp_path / "none").ending == "empty"
    assert len(_read_log(tmp_path / "elsewhere").steps) == 1


def test_the_agents_and_the_prompt_name_the_same_files():
    assert (files.DATA, files.ANSWER) == (DATA_FILE, ANSWER_FILE)
