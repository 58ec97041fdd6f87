"""The loop in this process, against a scripted model of each dialect on the loopback."""

import asyncio
import io
import json
from types import SimpleNamespace

import pytest
from scripted_model import Cut, Fail, Run, Say, scripted_model

from counterproof.agents.model.client import opened
from counterproof.agents.model.log import StepLog
from counterproof.agents.model.loop import LAST, Loop
from counterproof.agents.model.settings import LoopSettings
from counterproof.trajectories.detect import parse

FINAL = {"tool": "answer", "answer": "B", "confidence": 70, "data_support": "full", "evidence": "NKG7 leads."}
LOOK = Say(json.dumps({"action": {"tool": "python", "code": "print(6 * 7)"}}))
ANSWER = Say(json.dumps({"action": FINAL}))
WRITE = Run("echo '{}' > answer.json; ls")
DONE = Say("The answer is B.")


async def run(settings, log, folder):
    async with opened(settings) as model:
        return await Loop(model, settings, log=StepLog(log), folder=folder).run()


@pytest.fixture
def play(tmp_path):
    def play(*turns, dialect="openai_chat", actions="tools", max_turns=10, **bounds):
        log = io.StringIO()
        with scripted_model(*turns) as (script, address):
            settings = LoopSettings(
                model="m",
                base_url=address,
                token="t",
                dialect=dialect,
                actions=actions,
                max_turns=max_turns,
                prompt="Which?",
                **bounds,
            )
            ended = asyncio.run(run(settings, log, tmp_path))
        path = tmp_path / "answer.json"
        return SimpleNamespace(
            ended=ended,
            trajectory=parse(log.getvalue().encode()),
            asked=[body for _, _, body in script.asked],
            answer=json.loads(path.read_text()) if path.exists() else None,
        )

    return play


@pytest.mark.parametrize("dialect", ["anthropic", "openai_chat", "openai_responses"])
def test_tool_calls_are_run_until_the_model_ends_with_a_text(play, dialect):
    ran = play(WRITE, DONE, dialect=dialect)
    call, said = ran.trajectory.steps
    assert (call.tool, call.input, call.exit_code) == ("bash", WRITE.command, 0)
    assert call.output == "answer.json\n"
    assert (said.kind, said.text) == ("message", DONE.text)
    totals = ran.trajectory.totals
    assert (totals.input_tokens, totals.output_tokens, totals.turns) == (200, 40, 2)
    assert ran.ended == ("completed", None)
    assert ran.answer == {}


def test_the_model_is_offered_bash_and_python_and_nothing_else(play):
    assert [tool["function"]["name"] for tool in play(DONE).asked[0]["tools"]] == ["bash", "python"]


def test_a_command_that_fails_is_told_with_its_exit_code(play):
    ran = play(Run("echo no; exit 3"), DONE)
    assert (ran.trajectory.steps[0].error, ran.trajectory.steps[0].exit_code) == (True, 3)
    assert "[exit code 3]" in json.dumps(ran.asked[1])


def test_the_model_reads_the_ends_of_a_long_output_and_the_log_has_it_whole(play):
    ran = play(Run("seq 10000"), DONE, output_chars=200)
    assert "characters left out" in json.dumps(ran.asked[1])
    assert len(ran.trajectory.steps[0].output) > 40_000


def test_turns_have_a_bound(play):
    ran = play(*[Run("true")] * 5, max_turns=3)
    assert ran.ended.ending == "max_turns"
    assert len(ran.asked) == 3


@pytest.mark.parametrize("actions", ["tools", "schema"])
@pytest.mark.parametrize("act", [Fail(401), Fail(500)])
def test_a_service_that_refuses_or_fails_is_an_infra_error(play, act, actions):
    ran = play(act, actions=actions)
    assert ran.ended.ending == ran.trajectory.ending == "infra_error"
    assert str(act.status) in ran.trajectory.ending_reason
    assert ran.trajectory.totals.input_tokens is None


def test_a_service_that_fails_once_is_asked_again(play):
    assert play([Fail(500), WRITE], DONE).ended.ending == "completed"


def test_actions_can_be_chosen_by_a_schema(play):
    ran = play(LOOK, ANSWER, actions="schema")
    assert ran.trajectory.tool_calls[0].output == "42\n"
    assert ran.answer == {name: value for name, value in FINAL.items() if name != "tool"}
    assert not ran.asked[0].get("tools")
    assert ran.asked[0]["response_format"]["type"] == "json_schema"
    assert "42" in json.dumps(ran.asked[1])


def test_the_last_turn_leaves_nothing_but_the_answer(play):
    ran = play(LOOK, ANSWER, actions="schema", max_turns=2)
    assert LAST in json.dumps(ran.asked[1])
    assert "python" not in json.dumps(ran.asked[1]["response_format"])
    assert ran.answer["answer"] == "B"


def test_a_reply_that_fits_no_schema_ends_without_an_answer(play):
    ran = play(Say("I would say B."), actions="schema")
    assert ran.ended.ending == "completed"
    assert "cannot be used" in ran.ended.reason
    assert ran.answer is None


def test_a_cut_stream_is_no_matter_where_none_is_asked_for(play):
    assert play([Cut(), WRITE], DONE).ended.ending == "completed"
