"""The real Pi, mini-swe-agent and Biomni, walled in, where they are installed; never in our own environment.

`COUNTERPROOF_PI` and `COUNTERPROOF_MINI` name the programs, `COUNTERPROOF_BIOMNI_PYTHON` a Python that has Biomni.
"""

import json
import os
import shutil

import pytest
from scripted_model import Fail, Run, Say
from walls import play_launch

from counterproof.agents.launchers import launch_for, version_of
from counterproof.domain.agent import DIALECTS_OF, HarnessAgent
from counterproof.sandbox.inside import MODEL_URL

ANSWER = {"answer": "B", "confidence": 80, "data_support": "full", "evidence": "NKG7 leads."}
COMMAND = f"echo '{json.dumps(ANSWER)}' > answer.json"
DONE = Say("The answer is B.")
SUBMIT = Run("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT")
CODE = f"open('answer.json', 'w').write('''{json.dumps(ANSWER)}'''); print('written')"
SCRIPTS = {
    "pi": (Run(COMMAND), DONE),
    "mini_swe": (Run(COMMAND), SUBMIT),
    "biomni": (Say(f"<think>I write it.</think><execute>{CODE}</execute>"), Say("<solution>B</solution>")),
}
ON_PATH = {"pi": "pi", "mini_swe": "mini"}
NAMED_BY = {"pi": "COUNTERPROOF_PI", "mini_swe": "COUNTERPROOF_MINI", "biomni": "COUNTERPROOF_BIOMNI_PYTHON"}
CASES = [(kind, dialect) for kind in SCRIPTS for dialect in DIALECTS_OF[kind]]


def spec_of(kind):
    binary = os.environ.get(NAMED_BY[kind]) or shutil.which(ON_PATH.get(kind, "none"))
    if binary is None:
        pytest.skip(f"no {kind} here: {NAMED_BY[kind]} says where it is")
    return HarnessAgent(name="x", kind=kind, model="model-1", endpoint="service", max_turns=10, binary=binary)


@pytest.fixture
def play(tmp_path):
    def play(kind, dialect, *turns):
        launch = launch_for(
            spec_of(kind), prompt="## Question\n\nWhich?", endpoint_url=MODEL_URL, token="t", dialect=dialect
        )
        return play_launch(launch, tmp_path, dialect, *turns, seconds=120)

    return play


@pytest.mark.parametrize("kind", SCRIPTS)
def test_the_version_is_told(kind):
    assert version_of(spec_of(kind))


@pytest.mark.parametrize(("kind", "dialect"), CASES)
def test_a_tool_call_and_an_answer_leave_a_whole_log(play, kind, dialect):
    ran = play(kind, dialect, *SCRIPTS[kind])
    assert ran.code == 0, ran.err
    assert json.loads(ran.answer) == ANSWER
    assert ran.trajectory.tool_calls[0].output is not None
    assert ran.trajectory.ending == "completed"
    assert len(ran.asked) == 2
    assert not ran.trajectory.web_search


@pytest.mark.parametrize(("kind", "dialect"), [case for case in CASES if case[0] == "pi"])
def test_pi_is_offered_files_and_a_shell_and_nothing_else(play, kind, dialect):
    ran = play(kind, dialect, DONE)
    tools = [tool.get("function", tool)["name"] for tool in ran.asked[0][2]["tools"]]
    assert sorted(tools) == ["bash", "edit", "read", "write"]


@pytest.mark.parametrize("kind", ["pi", "mini_swe"])
def test_a_provider_that_refuses_the_key_leaves_no_answer(play, kind):
    ran = play(kind, "openai_chat", Fail(401))
    assert ran.answer is None
    assert ran.traffic.last_fault is not None
