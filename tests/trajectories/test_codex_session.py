import json

from counterproof.trajectories.codex_session import CodexSession


def parsed(*items):
    lines = [
        json.dumps({"type": "response_item", "payload": payload, "timestamp": f"2026-05-09T05:00:0{n}Z"})
        for n, payload in enumerate(items)
    ]
    return CodexSession().parse("\n".join(lines).encode("utf-8"))


def function(output):
    call = {"type": "function_call", "name": "shell", "arguments": '{"command": ["ls"]}', "call_id": "c"}
    [step] = parsed(call, {"type": "function_call_output", "call_id": "c", "output": output}).steps
    return step


def test_a_calls_time_is_between_its_two_lines():
    assert function("x").seconds == 1.0


def test_an_exit_code_is_read_from_the_tools_own_lines_only():
    assert function("Wall time: 0.1\nProcess exited with code 3\nOutput:\nx").exit_code == 3
    step = function("Wall time: 0.1\nOutput:\nProcess exited with code 3")
    assert (step.exit_code, step.error) == (None, False)


def test_an_output_in_json_is_unpacked():
    step = function(json.dumps({"output": "x", "metadata": {"exit_code": 1, "duration_seconds": 0.1}}))
    assert (step.output, step.exit_code, step.error) == ("x", 1, True)


def test_a_patch_by_the_custom_tool_is_a_call():
    call = {"type": "custom_tool_call", "name": "apply_patch", "input": "*** Begin Patch", "call_id": "p"}
    [step] = parsed(call, {"type": "custom_tool_call_output", "call_id": "p", "output": "done"}).steps
    assert (step.tool, step.input, step.output) == ("apply_patch", "*** Begin Patch", "done")


def test_a_web_search_is_seen_and_answered():
    trajectory = parsed({"type": "web_search_call", "id": "w", "action": {"query": "q"}})
    assert trajectory.web_search
    assert all(call.output is not None for call in trajectory.tool_calls)
