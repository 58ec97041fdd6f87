"""Calls of agents that are programs: walled in, answered by a scripted model, read one reply an instance."""

import json
import sys
import zipfile
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parent))

from identity_made_up import opened
from model_service import KEY, dropping, plain
from scripted_model import Run, Say, scripted_model

from counterproof.benchmarks.invented import invented_instances
from counterproof.domain.problem import InputError
from counterproof.evaluators.run import reply_in_text, run_identity_agents
from counterproof.trials.call_execute import execute_call
from counterproof.trials.call_run import read_calls
from counterproof.trials.calls import planned_calls
from counterproof.trials.kept import kept_path

CASES = invented_instances(4, seed=1, outside=0, nonexistent=0)
ANSWER = '{"answer": "B", "confidence": 70, "data_support": "full", "evidence": "It says so."}'
TWO = {"answers": [json.loads(ANSWER) | {"task": str(task)} for task in (1, 2)]}
FIRST_LETTER = """
import json, re
prompt = open("prompt.md").read()
letter = re.search(r"^([A-Z])[.] ", prompt, re.M).group(1)
told = {"answer": letter, "confidence": 50, "data_support": "full", "evidence": "It is first."}
json.dump(told, open("answer.json", "w"))
"""
ASK = """
import json, sys, urllib.error, urllib.request
body = json.dumps({"model": "m", "tools": [{"type": "web_search_20250305", "name": "web_search"}]}).encode()
request = urllib.request.Request(sys.argv[1] + "/v1/messages", data=body, headers={"x-api-key": sys.argv[2]})
try:
    print(urllib.request.urlopen(request).read().decode())
    open("answer.json", "w").write(sys.argv[3])
except urllib.error.HTTPError as error:
    print(error.read().decode())
"""
MESSAGE = {"usage": {"input_tokens": 1000, "output_tokens": 100}, "content": []}
ASKING = ["python", "-c", ASK, "{endpoint}", "{token}", ANSWER]


def command(*argv, **fields):
    return {"name": "told", "kind": "command", "argv": argv, **fields}


@pytest.fixture
def call_of(tmp_path, walls):
    """Run the first call of a study with one agent; the call and what is kept beside its record."""

    def run(agent, **options):
        study = opened(tmp_path, instances=CASES, **({"conditions": ["named"], "agents": [agent]} | options))
        planned = planned_calls(study).calls[0]
        call = execute_call(planned, study=study, handout={}, scratch=tmp_path, read_text=reply_in_text)
        with zipfile.ZipFile(kept_path(study.call(planned.key))) as kept:
            return call, {name: kept.read(name).decode() for name in kept.namelist()}

    return run


def served(service, **settings):
    address = f"http://127.0.0.1:{service.server_address[1]}"
    endpoint = {"dialect": "anthropic", "base_url": address, "key_env": "KEY_OF_TEST"}
    return {"endpoints": {"one": endpoint}, **settings}


def test_a_command_answers_from_the_prompt_in_the_sandbox(call_of):
    call, files = call_of(command("python", "-c", FIRST_LETTER))
    (reply,) = call.replies
    assert (reply.outcome, reply.answer.choice, reply.answer.confidence) == ("answered", ("A",), 50), files
    assert (call.launched.sandbox, call.launched.exit_code, call.launched.requests) == ("bubblewrap", 0, 0)
    assert call.retrievals == 0
    assert json.loads(files["answer.json"])["evidence"] == "It is first."


@pytest.mark.parametrize(
    ("program", "outcome", "reason"),
    [
        ("exit 3", "no_answer", "exit code 3"),
        ("no-such-program", "config_error", "not found"),
        ("sleep 30", "timeout", "s"),
    ],
)
def test_without_a_file_all_instances_of_a_call_end_alike(call_of, program, outcome, reason):
    call, _ = call_of(command("sh", "-c", program), instances_per_call=3, limits={"seconds": 1.5})
    assert [reply.outcome for reply in call.replies] == [outcome] * 3
    assert all(reason in reply.reason for reply in call.replies)


def test_what_a_file_does_not_answer_has_no_answer_and_the_others_count(call_of):
    call, _ = call_of(command("sh", "-c", f"echo '{json.dumps(TWO)}' > answer.json"), instances_per_call=3)
    assert [reply.outcome for reply in call.replies] == ["answered", "answered", "no_answer"]


def test_words_count_of_a_call_that_asks_one_instance_for_an_option(call_of):
    line = json.dumps({"kind": "message", "text": f"So: <answer>{ANSWER}</answer>"})
    agent = command("sh", "-c", f"echo '{line}'")
    assert call_of(agent)[0].replies[0].answer.choice == ("B",)
    assert {reply.outcome for reply in call_of(agent, instances_per_call=2)[0].replies} == {"no_answer"}


def test_a_real_model_answers_several_instances_in_one_call(call_of, monkeypatch):
    monkeypatch.setenv("KEY_OF_TEST", KEY)
    agent = {"name": "any", "kind": "model", "model": "m-1", "endpoint": "one"}
    with scripted_model(Run(f"echo '{json.dumps(TWO)}' > answer.json"), Say("Done.")) as (script, url):
        endpoint = {"dialect": "openai_chat", "base_url": f"{url}/v1", "key_env": "KEY_OF_TEST"}
        prices = {"m-1": {"input": 3, "output": 15}}
        call, files = call_of(agent, endpoints={"one": endpoint}, prices=prices, instances_per_call=2)
    assert [reply.outcome for reply in call.replies] == ["answered", "answered"], (call.replies, files)
    assert [len(call.key.instances), call.launched.requests, call.retrievals] == [2, 2, 0]
    assert call.launched.cost_usd > 0
    assert call.trajectory.totals.cost_usd == call.launched.cost_usd
    assert len(call.trajectory.tool_calls) == 1
    assert "# Task 2" in json.dumps(script.asked[0][2])


def test_a_request_that_lets_the_provider_search_is_a_retrieval(call_of, service, monkeypatch):
    monkeypatch.setenv("KEY_OF_TEST", KEY)
    service.script = [plain(200, MESSAGE)]
    call, _ = call_of(command(*ASKING, model="m", endpoint="one"), **served(service))
    assert (call.retrievals, call.launched.hosted_tools) == (1, ("web_search_20250305",))


def test_nobody_could_look_at_an_agent_without_walls(call_of):
    call, _ = call_of(command("sh", "-c", f"echo '{ANSWER}' > answer.json"), sandbox="none")
    assert (call.replies[0].outcome, call.launched.sandbox, call.retrievals) == ("answered", "none", None)


def test_a_failed_call_is_made_again_only_when_asked_for_and_no_file_holds_the_key(
    tmp_path, walls, service, monkeypatch
):
    monkeypatch.setenv("KEY_OF_TEST", KEY)
    monkeypatch.setattr("counterproof.trials.gateway.forward.TRIES", 1)
    service.script = [dropping, plain(200, MESSAGE | {"echo": KEY})]
    agents = [command(*ASKING, model="m", endpoint="one"), {"name": "reader", "route": "reader"}]
    study = opened(tmp_path, instances=CASES[:1], conditions=["named"], agents=agents, **served(service))
    assert run_identity_agents(study).outcomes == {"answered": 1, "infra_error": 1}
    assert run_identity_agents(study).ran == 0
    again = run_identity_agents(study, retry=["infra_error"])
    assert (again.ran, again.outcomes) == (1, {"answered": 2})
    assert len(read_calls(study)) == 2
    assert KEY in str(service.asked)
    for path in (tmp_path / "work").rglob("*"):
        told = path.read_bytes() if path.is_file() else b""
        if path.suffix == ".zip":
            with zipfile.ZipFile(path) as kept:
                told += b"".join(kept.read(name) for name in kept.namelist())
        assert KEY.encode() not in told, path


def test_a_call_that_the_study_cannot_pay_is_left(tmp_path, walls, service, monkeypatch):
    monkeypatch.setenv("KEY_OF_TEST", KEY)
    service.script = [plain(200, MESSAGE)]
    money = {"prices": {"m": {"input": 2, "output": 10}}, "limits": {"study_usd": 0.002}}
    agents = [command(*ASKING, model="m", endpoint="one")]
    study = opened(tmp_path, instances=CASES[:2], conditions=["named"], agents=agents, **served(service, **money))
    summary = run_identity_agents(study)
    assert (summary.ran, summary.spent_usd) == (1, pytest.approx(0.003))
    assert summary.left == summary.planned - 1 > 0


def test_an_agent_without_its_key_is_told_before_the_first_call(tmp_path, service, walls, monkeypatch):
    monkeypatch.delenv("KEY_OF_TEST", raising=False)
    study = opened(tmp_path, n=1, agents=[command("true", model="m", endpoint="one")], **served(service))
    with pytest.raises(InputError, match="KEY_OF_TEST holds no key"):
        run_identity_agents(study)
