import json

from counterproof.trajectories.codex_legacy import CodexLegacy


def parsed(*messages):
    lines = [json.dumps({"id": "0", "msg": message}) for message in messages]
    return CodexLegacy().parse("\n".join(lines).encode("utf-8"))


def test_a_command_has_its_output_exit_code_and_time():
    [step] = parsed(
        {"type": "exec_command_begin", "call_id": "c", "command": ["bash", "-lc", "ls"]},
        {"type": "exec_command_output_delta", "call_id": "c", "chunk": "eA=="},
        {
            "type": "exec_command_end",
            "call_id": "c",
            "stdout": "x",
            "stderr": "y",
            "exit_code": 1,
            "duration": {"secs": 2, "nanos": 500_000_000},
        },
    ).steps
    assert (step.tool, step.input, step.output) == ("exec_command", '["bash", "-lc", "ls"]', "xy")
    assert (step.error, step.exit_code, step.seconds) == (True, 1, 2.5)


def test_a_tool_of_a_server_has_its_result():
    invocation = {"server": "files", "tool": "read", "arguments": {"path": "a"}}
    told = {"Ok": {"content": [{"type": "text", "text": "A"}]}}
    [step] = parsed(
        {"type": "mcp_tool_call_begin", "call_id": "c", "invocation": invocation},
        {"type": "mcp_tool_call_end", "call_id": "c", "invocation": invocation, "result": told},
    ).steps
    assert (step.tool, step.input, step.output) == ("files.read", '{"path": "a"}', "A")


def test_a_web_search_is_seen():
    trajectory = parsed(
        {"type": "web_search_begin", "call_id": "w"}, {"type": "web_search_end", "call_id": "w", "query": "q"}
    )
    assert trajectory.web_search
    assert [step.input for step in trajectory.tool_calls] == ["q"]


def test_a_token_count_without_information_changes_nothing():
    usage = {"input_tokens": 10, "cached_input_tokens": 4, "output_tokens": 2}
    totals = parsed(
        {"type": "token_count", "info": {"total_token_usage": usage}}, {"type": "token_count", "info": None}
    ).totals
    assert (totals.input_tokens, totals.cached_input_tokens, totals.output_tokens) == (6, 4, 2)


def test_the_prompt_line_before_the_events_is_a_prompt():
    assert CodexLegacy().parse(b'{"prompt": "do it"}\n').prompts == ("do it",)


def test_an_error_ends_it_and_a_new_event_is_noted():
    trajectory = parsed({"type": "error", "message": "usage limit"}, {"type": "brand_new"})
    assert (trajectory.ending, trajectory.ending_reason) == ("infra_error", "usage limit")
    assert len(trajectory.noted("unknown_event")) == 1
