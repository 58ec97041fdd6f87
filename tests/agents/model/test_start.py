"""Our own loop as a program inside the walls."""

import json

import pytest
from scripted_model import Hang, Run, Say
from walls import KEY, play_launch

from counterproof import __version__
from counterproof.agents.launchers import launch_for, version_of
from counterproof.domain.agent import ModelAgent
from counterproof.sandbox.inside import MODEL_URL

SPEC = ModelAgent(name="x", kind="model", model="model-1", endpoint="service")
ANSWER = {"answer": "B", "confidence": 80, "data_support": "full", "evidence": "NKG7 leads."}
WRITE = Run(f"echo '{json.dumps(ANSWER)}' > answer.json")
DONE = Say("The answer is B.")


@pytest.fixture
def play(tmp_path):
    def play(*turns, dialect="openai_chat", seconds=200):
        launch = launch_for(SPEC, prompt="## Question", endpoint_url=MODEL_URL, token="t", dialect=dialect)
        return play_launch(launch, tmp_path, dialect, *turns, seconds=seconds)

    return play


@pytest.mark.parametrize("dialect", ["anthropic", "openai_responses", "openai_chat"])
def test_a_tool_call_and_an_answer_leave_a_whole_log(play, dialect):
    ran = play(WRITE, DONE, dialect=dialect)
    assert ran.code == 0, ran.err
    assert json.loads(ran.answer) == ANSWER
    assert [step.kind for step in ran.trajectory.steps] == ["tool_call", "message"]
    assert ran.trajectory.ending == "completed"
    assert (ran.trajectory.totals.input_tokens, ran.trajectory.totals.output_tokens) == (200, 40)
    assert KEY in json.dumps([headers for _, headers, _ in ran.asked])


def test_the_rest_of_this_library_is_not_there_to_read(play):
    ran = play(Run("ls /opt/loop/counterproof /opt/loop/counterproof/agents"), DONE)
    assert ran.trajectory.steps[0].output.split() == [
        *("/opt/loop/counterproof:", "__init__.py", "agents", "domain"),
        *("/opt/loop/counterproof/agents:", "__init__.py", "files.py", "model"),
    ]


def test_its_version_is_ours():
    assert version_of(SPEC) == __version__


def test_a_model_that_never_answers_runs_into_the_time_limit_with_its_steps_kept(play):
    ran = play(WRITE, Hang(), seconds=40)
    assert ran.limit == "seconds"
    assert [step.kind for step in ran.trajectory.steps] == ["tool_call"]


def test_its_tools_reach_no_network_and_see_nothing_of_ours(play):
    tries = "python -c 'import counterproof' || echo hidden; curl -sS -m 2 http://1.1.1.1 || echo no-network"
    output = play(Run(tries), DONE).trajectory.tool_calls[0].output
    assert "hidden" in output
    assert "no-network" in output
