"""The real Claude Code and Codex, walled in, with a scripted model behind the socket."""

import importlib.util
import json
import os
from pathlib import Path

import pytest
from scripted_model import Cut, Fail, Hang, Run, Say
from walls import KEY, play_launch, required

from counterproof.agents.launchers import launch_for, version_of
from counterproof.domain.agent import DIALECTS_OF, HarnessAgent
from counterproof.sandbox.inside import MODEL_URL

VERSIONS = {"claude_code": "2.1.332", "codex": "0.163.0"}
PACKAGES = {"claude_code": "claude_agent_sdk", "codex": "codex_cli_bin"}
ANSWER = {"answer": "B", "confidence": 80, "data_support": "full", "evidence": "NKG7 leads."}
WRITE = Run(f"echo '{json.dumps(ANSWER)}' > answer.json")
DONE = Say("The answer is B.")
PROMPT = "## Question\n\nWhich gene marks NK cells? - answer in answer.json"
TOKEN = "trial-token"


@pytest.fixture(params=sorted(VERSIONS))
def spec(request):
    kind = request.param
    if importlib.util.find_spec(PACKAGES[kind]) is None:
        required(f"no {PACKAGES[kind]}: install the extra `agents` to test the real {kind}")
    return HarnessAgent(name="x", kind=kind, model="model-1", endpoint="service", max_turns=10)


@pytest.fixture
def play(spec, tmp_path):
    """Run the agent on a script of the model; what it left, with its trajectory and the requests that it made."""

    def play(*turns, seconds=30):
        launch = launch_for(spec, prompt=PROMPT, endpoint_url=MODEL_URL, token=TOKEN)
        return play_launch(launch, tmp_path, DIALECTS_OF[spec.kind][0], *turns, seconds=seconds)

    return play


def test_the_version_is_the_one_that_is_pinned(spec):
    assert version_of(spec) == VERSIONS[spec.kind]


def test_a_tool_call_and_an_answer_take_less_than_five_seconds(play):
    ran = play(WRITE, DONE)
    assert ran.code == 0, ran.err
    assert json.loads(ran.answer) == ANSWER
    assert [step.kind for step in ran.trajectory.steps] == ["tool_call", "message"]
    assert (ran.trajectory.totals.input_tokens, ran.trajectory.totals.output_tokens) == (200, 40)
    assert ran.trajectory.ending == "completed"
    assert ran.trajectory.final_texts[-1] == DONE.text
    # A machine that is busy with something else may be slow at times, not each time.
    again = (play(WRITE, DONE).seconds for _ in range(4))
    assert ran.seconds < 5 or any(seconds < 5 for seconds in again)


def test_the_model_is_asked_the_prompt_under_the_real_key_and_offered_no_web(play):
    ran = play(DONE)
    _, headers, body = ran.asked[0]
    given = {name.lower(): value for name, value in headers.items()}
    assert given.get("x-api-key", given.get("authorization")) in {KEY, f"Bearer {KEY}"}
    assert TOKEN not in json.dumps(ran.asked)
    assert json.dumps(PROMPT)[1:-1] in json.dumps(body)
    offered = {str(tool.get("name") or tool.get("type")).lower() for tool in body["tools"]}
    assert not [name for name in offered for part in ("web", "search", "fetch", "agent", "task") if part in name]
    assert len(ran.asked) == 1
    assert not ran.trajectory.web_search


@pytest.mark.parametrize("status", [401, 500])
def test_a_provider_that_refuses_or_fails_is_an_infra_error(play, status):
    ran = play(Fail(status))
    assert ran.code != 0
    assert ran.answer is None
    assert ran.trajectory.ending == "infra_error"


@pytest.mark.parametrize("status", [429, 500, 529])
def test_a_service_that_is_busy_or_fails_once_is_asked_again(play, status):
    ran = play([Fail(status), WRITE], DONE)
    assert json.loads(ran.answer) == ANSWER
    assert ran.trajectory.ending == "completed"


def test_a_stream_that_is_cut_is_tried_again(play):
    ran = play([Cut(), WRITE], DONE)
    assert json.loads(ran.answer) == ANSWER
    assert len(ran.trajectory.tool_calls) == 1


def test_a_stream_that_is_always_cut_ends_without_an_answer(play):
    assert play(Cut()).answer is None


def test_a_model_that_never_answers_runs_into_the_time_limit_and_its_log_is_read(play):
    ran = play(WRITE, Hang(), seconds=4)
    assert (ran.code, ran.limit) == (None, "seconds")
    assert [step.kind for step in ran.trajectory.steps] == ["tool_call"]
    assert ran.trajectory.ending in {"no_final_event", "killed"}
    assert ran.trajectory.totals.cost_usd is None


def test_a_tool_call_that_tries_the_network_reaches_nothing(play):
    tries = """getent hosts example.org || echo no-names
        curl -sS -m 2 http://1.1.1.1 2>&1 || echo no-address
        python3 -c 'import socket; socket.create_connection(("127.0.0.1", 22), 1)' 2>&1 || echo no-loopback"""
    ran = play(Run(tries), DONE)
    output = ran.trajectory.tool_calls[0].output
    assert all(said in output for said in ("no-names", "no-address", "no-loopback"))


def test_a_child_of_a_fork_bomb_is_dead_when_the_trial_has_ended(play, tmp_path):
    mark = f"3{os.getpid()}.5"
    bomb = f"for i in 1 2 3; do setsid sh -c 'sleep {mark} & sleep {mark}' > /dev/null 2>&1 & done; echo sown"
    ran = play(Run(bomb), DONE)
    assert "sown" in ran.trajectory.tool_calls[0].output
    assert ran.survivors == 0
    assert not [path for path in Path("/proc").glob("[0-9]*/cmdline") if mark.encode() in _read(path)]


def test_nothing_can_be_written_outside_the_working_folder_and_the_home(play):
    places = ["/usr", "/usr/bin", "/opt/env", "/etc", "/root", "/run/model", "/proc", "/sys"]
    tries = "; ".join(f"touch {place}/mark 2>/dev/null && echo wrote {place}" for place in places)
    ran = play(Run(f"{tries}; mount -o remount,rw /usr && echo wrote; echo tried"), DONE)
    output = ran.trajectory.tool_calls[0].output
    assert "tried" in output
    assert "wrote" not in output


def test_the_agents_python_has_what_its_code_needs(play):
    ran = play(Run("python -c 'import anndata, pandas, h5py; print(\"found\", anndata.__version__)'"), DONE, seconds=60)
    assert "found" in ran.trajectory.tool_calls[0].output


def _read(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""
