import json

import pytest

from counterproof.trajectories.pi import Pi


def parsed(*events):
    return Pi().parse("".join(json.dumps(event) + "\n" for event in events).encode("utf-8"))


def message(kind="message_end", cost=0.25, **fields):
    usage = {"input": 1, "output": 2, "cacheRead": 3, "cacheWrite": 0, "cost": {"total": cost}}
    body = {"role": "assistant", "content": [], "usage": usage, "stopReason": "stop"} | fields
    return {"type": kind, "message": body}


def test_cost_is_summed_over_message_ends_alone():
    trajectory = parsed(message("message_start"), message(), message("turn_end"), message(), message("turn_end"))
    assert (trajectory.totals.cost_usd, trajectory.totals.output_tokens, trajectory.totals.turns) == (0.5, 4, 2)


def test_one_message_without_a_cost_makes_the_cost_unknown():
    assert parsed(message(), message(usage={"input": 1})).totals.cost_usd is None


def test_a_message_that_never_ended_is_kept_as_far_as_it_got():
    trajectory = parsed(message("message_update", content=[{"type": "text", "text": "I thi"}]))
    assert trajectory.final_texts == ("I thi",)
    assert trajectory.totals.cost_usd is None


@pytest.mark.parametrize("kind", ["message_end", "message"])
def test_a_result_told_twice_is_one_output(kind):
    call = [{"type": "toolCall", "id": "c", "name": "bash", "arguments": {"command": "ls"}}]
    told = {"content": [{"type": "text", "text": "x"}]}
    again = {"role": "toolResult", "toolCallId": "c", "isError": False, **told}
    executed = {"type": "tool_execution_end", "toolCallId": "c", "toolName": "bash", "result": told, "isError": False}
    trajectory = parsed(message(kind, content=call), executed, {"type": kind, "message": again})
    assert [(step.input, step.output) for step in trajectory.steps] == [('{"command": "ls"}', "x")]
    assert trajectory.notes == ()


def test_a_session_file_tells_no_ending():
    header = {"type": "session", "version": 3, "id": "p"}
    trajectory = parsed(header, message("message", content=[{"type": "text", "text": "hi"}]))
    assert (trajectory.format, trajectory.ending, trajectory.totals.turns) == ("pi session", None, None)


def test_an_error_of_the_provider_is_no_answer():
    trajectory = parsed(message(stopReason="error", errorMessage="overloaded"), {"type": "agent_end"})
    assert (trajectory.ending, trajectory.ending_reason) == ("infra_error", "overloaded")
