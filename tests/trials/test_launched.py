import json
import sys
import zipfile

import pytest
from model_service import KEY, dropping, hanging, plain

from counterproof.domain.trial import Trial
from counterproof.evaluators.run import reply_in_text
from counterproof.store.records import read_record
from counterproof.trials.execute import execute
from counterproof.trials.kept import kept_path
from counterproof.trials.plan import planned_trials
from counterproof.trials.run import run_trials

ANSWER = '{"answer": "B", "confidence": 70, "data_support": "full", "evidence": "NKG7 is highest."}'
ASK = """
import json, sys, urllib.error, urllib.request
url, body = sys.argv[1] + "/v1/messages", b'{"model": "m"}'
request = urllib.request.Request(url, data=body, headers={"x-api-key": sys.argv[2]})
try:
    print(urllib.request.urlopen(request).read().decode())
    open("answer.json", "w").write(sys.argv[3])
except urllib.error.HTTPError as error:
    print(error.read().decode())
"""
MESSAGE = {"usage": {"input_tokens": 1000, "output_tokens": 100}, "content": []}


def command(program, **fields):
    return {"name": "told", "kind": "command", "argv": ["sh", "-c", program], **fields}


def asking():
    return command("", model="m", endpoint="one") | {"argv": ["python", "-c", ASK, "{endpoint}", "{token}", ANSWER]}


@pytest.fixture
def one(little, tmp_path, walls):
    """Execute the trial of one agent on the original data; the record and what is kept stand beside each other."""

    def run(agent, **settings):
        case = little(items=1, agents=[agent], **settings)
        planned = planned_trials(case.study, case.made)[0]
        trial = execute(planned, scratch=tmp_path, layout=case.study.layout, read_text=reply_in_text)
        with zipfile.ZipFile(kept_path(case.study.layout.trial(planned.key))) as kept:
            files = {name: kept.read(name).decode() for name in kept.namelist()}
        return trial, files

    return run


def served(service, **settings):
    address = f"http://127.0.0.1:{service.server_address[1]}"
    return {"endpoints": {"one": {"dialect": "anthropic", "base_url": address, "key_env": "KEY_OF_TEST"}}, **settings}


def test_a_command_reads_the_prompt_and_writes_the_answer(one):
    trial, files = one(command(f"grep -q 'marks NK' prompt.md && ls data.h5ad && echo '{ANSWER}' > answer.json"))
    assert (trial.outcome, trial.answer.choice, trial.answer.confidence) == ("answered", ("B",), 70)
    assert (trial.launched.exit_code, trial.launched.sandbox, trial.launched.survivors) == (0, "bubblewrap", 0)
    assert trial.launched.requests == 0
    assert trial.launched.cost_usd is None
    assert files["stdout"] == "data.h5ad\n"
    assert json.loads(files["answer.json"])["answer"] == "B"


@pytest.mark.parametrize(
    ("program", "outcome", "reason"),
    [
        ("exit 3", "no_answer", "exit code 3"),
        ("echo '{' > answer.json", "invalid", "answer.json"),
        ("no-such-program", "config_error", "not found"),
        ("ln -s /etc/passwd answer.json", "invalid", "no plain file"),
        ("sleep 30", "timeout", "of 1.5 s"),
        ("yes", "no_answer", "limit of output_mb"),
    ],
)
def test_what_is_no_answer_has_its_outcome_and_reason(one, program, outcome, reason):
    trial, _ = one(command(program), limits={"seconds": 1.5, "output_mb": 3})
    assert trial.outcome == outcome
    assert reason in trial.reason
    assert trial.answer is None


def test_the_agents_own_tagged_words_count_where_there_is_no_file(one):
    line = json.dumps({"kind": "message", "text": f"So: <answer>{ANSWER}</answer>"})
    trial, _ = one(command(f"echo '{line}'"))
    assert (trial.outcome, trial.answer.choice) == ("answered", ("B",))
    assert trial.trajectory.steps[0].text.startswith("So:")


def test_the_file_decides_even_where_the_words_would_read_better(one):
    line = json.dumps({"kind": "message", "text": f"<answer>{ANSWER}</answer>"})
    trial, _ = one(command(f"echo '{line}'; echo no > answer.json"))
    assert trial.outcome == "invalid"


def test_a_model_is_reached_counted_and_paid(one, service, monkeypatch):
    monkeypatch.setenv("KEY_OF_TEST", KEY)
    service.script = [plain(200, MESSAGE)]
    trial, files = one(asking(), **served(service, prices={"m": {"input": 2, "output": 10}}))
    assert trial.outcome == "answered", files
    told = trial.launched
    assert (told.requests, told.retries, told.input_tokens, told.output_tokens) == (1, 0, 1000, 100)
    assert told.cost_usd == pytest.approx(0.003)
    assert service.asked[0][1]["x-api-key"] == KEY
    (exchange,) = [json.loads(line) for line in files["exchanges.jsonl"].splitlines()]
    assert json.loads(exchange["response"]) == MESSAGE


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [
        (plain(401, {"error": f"bad key {KEY}"}), "config_error"),
        (plain(404, {"error": "no such model"}), "config_error"),
        (plain(400, {"error": "too long"}), "no_answer"),
    ],
)
def test_an_error_of_the_service_has_the_outcome_of_its_fault(one, service, monkeypatch, answer, outcome):
    monkeypatch.setenv("KEY_OF_TEST", KEY)
    service.script = [answer]
    trial, files = one(asking(), **served(service))
    assert trial.outcome == outcome
    assert KEY not in trial.model_dump_json() + str(files)


def test_a_service_that_fails_to_the_end_is_an_error_of_the_machinery(one, service, monkeypatch):
    monkeypatch.setattr("counterproof.trials.gateway.forward.TRIES", 2)
    service.script = [dropping]
    trial, _ = one(asking(), **served(service))
    assert (trial.outcome, trial.launched.retries) == ("infra_error", 1)
    assert "provider" in trial.reason


def test_a_service_that_never_answers_is_not_the_agents_time(one, service):
    service.script = [hanging]
    trial, _ = one(asking(), **served(service, limits={"seconds": 5}))
    assert trial.outcome == "infra_error"
    assert "no reply for" in trial.reason


def test_a_spent_budget_ends_the_way_to_the_model(one, service):
    service.script = [plain(200, MESSAGE)]
    twice = asking()
    twice["argv"][2] = ASK.replace("print(urllib", "urllib.request.urlopen(request); print(urllib")
    trial, files = one(twice, **served(service, prices={"m": {"input": 2, "output": 10}}, limits={"usd": 0.002}))
    assert (trial.outcome, trial.launched.limit) == ("no_answer", "usd"), (trial.reason, files)
    assert "budget" in trial.reason


def test_without_walls_the_agent_runs_on_this_machine_and_the_record_says_so(one, service):
    service.script = [plain(200, MESSAGE)]
    agent = asking()
    agent["argv"][0] = sys.executable
    trial, files = one(agent, sandbox="none", **served(service))
    assert trial.outcome == "answered", files
    assert trial.launched.sandbox == "none"
    trial, _ = one(command("setsid sleep 600 & sleep 0.2"), sandbox="none")
    assert trial.launched.survivors == 1


def test_a_planted_key_is_in_no_file_of_the_study(little, service, monkeypatch, tmp_path, walls):
    monkeypatch.setenv("KEY_OF_TEST", KEY)
    service.script = [plain(200, MESSAGE | {"echo": KEY}), plain(401, {"error": f"Incorrect API key: {KEY}"})]
    agents = [asking(), asking() | {"name": "loud"}]
    agents[1]["argv"] = ["sh", "-c", "env; cat /proc/*/environ; ls -R / 2>/dev/null | head -100"]
    case = little(items=1, agents=agents, **served(service))
    summary = run_trials(case.study, case.made)
    assert summary.ran == 10
    assert sum(KEY in str(asked) for asked in service.asked) >= 1
    for path in (tmp_path / "out").rglob("*"):
        if path.is_file():
            told = path.read_bytes()
            if path.suffix == ".zip":
                with zipfile.ZipFile(path) as kept:
                    told += b"".join(kept.read(name) for name in kept.namelist())
            assert KEY.encode() not in told, path
    assert {read_record(path, Trial).outcome for path in case.trials.rglob("*.json")} == {
        "answered",
        "config_error",
        "no_answer",
    }
