import json

from counterproof.trajectories.codex import Codex


def parsed(*events):
    return Codex().parse("".join(json.dumps(event) + "\n" for event in events).encode("utf-8"))


def item(when="completed", **fields):
    return {"type": f"item.{when}", "item": {"id": "i1", **fields}}


def test_an_item_stands_where_it_started_and_ends_with_its_output():
    command = {"type": "command_execution", "command": "ls"}
    trajectory = parsed(
        item("started", **command, aggregated_output=""),
        item(id="i2", type="agent_message", text="waiting"),
        item(**command, aggregated_output="x", exit_code=2, status="failed"),
    )
    assert [step.kind for step in trajectory.steps] == ["tool_call", "message"]
    step = trajectory.steps[0]
    assert (step.output, step.error, step.exit_code, step.source_index) == ("x", True, 2, 0)


def test_a_plan_keeps_its_last_state():
    [step] = parsed(
        item("started", type="todo_list", items=[{"completed": False}]),
        item("updated", type="todo_list", items=[{"completed": True}]),
        item(type="todo_list", items=[{"completed": True}]),
    ).tool_calls
    assert step.input == '[{"completed": true}]'


def test_a_tool_of_a_server_has_its_result_or_its_error():
    call = {"type": "mcp_tool_call", "server": "files", "tool": "read", "arguments": {"path": "a"}}
    told = {"content": [{"type": "text", "text": "A"}], "structured_content": None}
    good, bad = parsed(item(**call, result=told), item(id="i2", **call, error={"message": "no file"})).tool_calls
    assert (good.tool, good.input, good.output, good.error) == ("files.read", '{"path": "a"}', "A", False)
    assert (bad.output, bad.error) == ("no file", True)


def test_usage_counts_the_thread_so_the_last_one_stands():
    done = [{"type": "turn.completed", "usage": {"input_tokens": n, "output_tokens": 1}} for n in (10, 30)]
    totals = parsed(*done).totals
    assert (totals.input_tokens, totals.cached_input_tokens, totals.turns) == (30, None, 2)


def test_an_error_that_is_followed_by_a_completed_turn_was_a_retry():
    trajectory = parsed({"type": "error", "message": "Reconnecting... 1/5"}, {"type": "turn.completed", "usage": {}})
    assert trajectory.ending == "completed"
    assert trajectory.noted("error")[0].text == "Reconnecting... 1/5"


def test_a_warning_before_a_killed_run_is_no_fault_of_the_provider():
    warned = parsed({"type": "thread.started"}, item(type="error", message="Model metadata not found"))
    assert (warned.ending, warned.noted("error")[0].text) == ("no_final_event", "Model metadata not found")
    assert parsed({"type": "thread.started"}, {"type": "error", "message": "401"}).ending == "infra_error"


def test_ids_begin_anew_in_a_new_thread():
    thread, said = {"type": "thread.started"}, item(type="command_execution", command="ls", aggregated_output="x")
    assert len(parsed(thread, said, thread, said).tool_calls) == 2


def test_a_message_that_was_cut_off_is_kept_as_far_as_it_got():
    assert parsed(item("updated", type="agent_message", text="I thi")).final_texts == ("I thi",)


def test_an_item_of_a_new_kind_is_noted():
    assert len(parsed(item(type="hologram")).noted("unknown_event")) == 1
