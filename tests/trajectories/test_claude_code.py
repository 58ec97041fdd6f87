import json

from counterproof.trajectories.claude_code import ClaudeCode


def parsed(*events):
    return ClaudeCode().parse("".join(json.dumps(event) + "\n" for event in events).encode("utf-8"))


def said(*blocks, **fields):
    return {"type": "assistant", "message": {"id": "m", "content": list(blocks)}, **fields}


def call(call_id, name="Bash", **arguments):
    return {"type": "tool_use", "id": call_id, "name": name, "input": arguments}


def result(**fields):
    usage = {"input_tokens": 3, "output_tokens": 5, "cache_read_input_tokens": 7, "cache_creation_input_tokens": 0}
    stated = {"type": "result", "subtype": "success", "is_error": False, "num_turns": 2, "duration_ms": 1500}
    return stated | {"usage": usage, "total_cost_usd": 0.5} | fields


def text(words):
    return {"type": "text", "text": words}


def test_two_result_events_add_usage_turns_and_time_and_keep_the_last_cost():
    totals = parsed(result(), result(total_cost_usd=0.75)).totals
    assert (totals.input_tokens, totals.output_tokens, totals.cached_input_tokens) == (6, 10, 14)
    assert (totals.turns, totals.seconds, totals.cost_usd) == (4, 3.0, 0.75)


def test_a_result_without_usage_makes_the_usage_unknown():
    assert parsed(result(), result(usage={})).totals.output_tokens is None


def test_a_run_with_no_final_event_keeps_its_steps_and_knows_no_totals():
    trajectory = parsed(said(text("look"), call("t1", command="ls")))
    assert [step.kind for step in trajectory.steps] == ["message", "tool_call"]
    assert trajectory.ending == "killed"
    assert set(trajectory.totals.model_dump().values()) == {None}


def test_a_sub_agents_steps_are_marked_and_its_words_are_no_answer():
    trajectory = parsed(
        said(call("t1", "Task", subagent_type="Explore", prompt="find it")),
        said(text("the answer is A"), call("t2", command="ls"), parent_tool_use_id="t1"),
        said(text("the answer is B")),
    )
    assert [step.sub_agent for step in trajectory.steps] == [None, "Explore (t1)", "Explore (t1)", None]
    assert trajectory.final_texts == ("the answer is B",)


def test_a_side_chain_of_a_session_is_a_sub_agent():
    trajectory = parsed(said(text("aside"), isSidechain=True, agentId="a1"), said(text("own"), isSidechain=False))
    assert [step.sub_agent for step in trajectory.steps] == ["a1", None]
    assert (trajectory.format, trajectory.ending) == ("claude_session", None)


def test_the_tools_own_words_in_the_agents_place_are_no_message():
    failed = {"type": "assistant", "message": {"model": "<synthetic>", "content": [text("API Error: 529")]}}
    trajectory = parsed(said(text("look")), failed)
    assert trajectory.final_texts == ("look",)
    assert (trajectory.ending, trajectory.ending_reason) == ("infra_error", "API Error: 529")


def test_an_event_that_a_resumed_session_repeats_is_taken_once():
    trajectory = parsed(said(call("t1"), uuid="u1"), said(call("t1"), uuid="u1"))
    assert len(trajectory.tool_calls) == len(trajectory.noted("repeated")) == 1


def test_a_search_that_the_provider_runs_is_seen_in_the_call_and_in_the_usage():
    searched = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "x"}}
    found = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": [{"type": "web_search_result"}]}
    trajectory = parsed(said(searched, found))
    assert trajectory.web_search
    assert trajectory.tool_calls[0].output == '{"type": "web_search_result"}'
    assert parsed(result(usage={"server_tool_use": {"web_search_requests": 1}})).web_search
    assert not parsed(result(usage={"server_tool_use": {"web_search_requests": 0}})).web_search


def test_an_output_without_its_call_is_a_step_of_its_own():
    orphan = {"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "t9", "content": "x"}]}}
    [step] = parsed(orphan).steps
    assert (step.kind, step.tool, step.output) == ("tool_call", None, "x")
