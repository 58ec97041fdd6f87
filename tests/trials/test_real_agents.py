"""The real Claude Code and Codex as whole trials: planned, walled in, answered by a scripted model, recorded."""

import importlib.util
import os

import pytest
from scripted_model import Fail, Hang, Run, Say, scripted_model

from counterproof.domain.agent import DIALECTS_OF
from counterproof.evaluators.run import reply_in_text
from counterproof.trials.execute import execute
from counterproof.trials.plan import planned_trials

PACKAGES = {"claude_code": "claude_agent_sdk", "codex": "codex_cli_bin"}
ANSWER = '{"answer": "B", "confidence": 80, "data_support": "full", "evidence": "NKG7 leads."}'
KEY = "sk-real-key-of-test"


@pytest.fixture(params=sorted(PACKAGES))
def trial_of(request, little, walls, tmp_path, monkeypatch):
    """The trial of a real agent on the original data, its model playing a script; the requests stand beside it."""
    kind = request.param
    if importlib.util.find_spec(PACKAGES[kind]) is None:
        told = f"no {PACKAGES[kind]}: install the extra `agents` to test the real {kind}"
        if os.environ.get("CI", "").lower() in {"1", "true"}:
            pytest.fail(told)
        pytest.skip(told)
    monkeypatch.setenv("KEY_OF_TEST", KEY)

    def run(*turns, **limits):
        with scripted_model(*turns) as (script, url):
            base = url if DIALECTS_OF[kind][0] == "anthropic" else f"{url}/v1"
            endpoint = {"dialect": DIALECTS_OF[kind][0], "base_url": base, "key_env": "KEY_OF_TEST"}
            agent = {"name": "real", "kind": kind, "model": "model-1", "endpoint": "one"}
            prices = {"model-1": {"input": 3, "output": 15}}
            case = little(items=1, agents=[agent], endpoints={"one": endpoint}, prices=prices, limits=limits)
            planned = planned_trials(case.study, case.made)[0]
            trial = execute(planned, scratch=tmp_path, layout=case.study.layout, read_text=reply_in_text)
        return trial, script

    return run


def test_a_tool_call_and_an_answer_become_a_whole_record(trial_of):
    trial, script = trial_of(Run(f"ls; echo '{ANSWER}' > answer.json"), Say("The answer is B."))
    assert (trial.outcome, trial.answer.choice) == ("answered", ("B",)), trial.reason
    (call,) = trial.trajectory.tool_calls
    assert "data.h5ad" in call.output
    told = trial.launched
    assert (told.exit_code, told.requests, told.survivors, told.hosted_tools) == (0, 2, 0, ())
    assert (told.input_tokens, told.output_tokens) == (200, 40)
    assert told.cost_usd == pytest.approx((200 * 3 + 40 * 15) / 1e6)
    assert trial.trajectory.totals.cost_usd == told.cost_usd
    assert all(KEY in str(headers) for _, headers, _ in script.asked)


def test_words_count_where_no_file_was_written(trial_of):
    trial, _ = trial_of(Say(f"I looked.\n<answer>{ANSWER}</answer>"))
    assert (trial.outcome, trial.answer.choice) == ("answered", ("B",)), trial.reason


def test_a_refused_key_is_an_error_of_the_configuration(trial_of):
    trial, _ = trial_of(Fail(401))
    assert trial.outcome == "config_error"


def test_a_model_that_never_answers_is_the_providers_fault(trial_of):
    trial, _ = trial_of(Hang(), seconds=14)
    assert (trial.outcome, trial.launched.limit, trial.launched.survivors) == ("infra_error", "seconds", 0)
