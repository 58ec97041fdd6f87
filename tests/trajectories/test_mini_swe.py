import json

from counterproof.trajectories.mini_swe import MiniSwe


def parsed(*messages, **info):
    document = {"trajectory_format": "mini-swe-agent-1.1", "info": info, "messages": list(messages)}
    return MiniSwe().parse(json.dumps(document).encode("utf-8"))


def chat(*call_ids):
    calls = [{"id": n, "function": {"name": "bash", "arguments": '{"command": "x"}'}} for n in call_ids]
    return {"role": "assistant", "content": None, "tool_calls": calls, "extra": {"timestamp": 10.0}}


def output(call_id, when, **extra):
    return {"role": "tool", "tool_call_id": call_id, "content": "short", "extra": {"timestamp": when, **extra}}


def test_parallel_outputs_find_their_calls_and_each_has_its_own_time():
    first, second = parsed(chat("a", "b"), output("a", 11.0), output("b", 14.5)).tool_calls
    assert (first.seconds, second.seconds) == (1.0, 3.5)


def test_the_raw_output_stands_before_what_the_model_saw():
    [step] = parsed(chat("a"), output("a", 11.0, raw_output="long", returncode=-1, exception_info="timed out")).steps
    assert (step.output, step.error, step.exit_code) == ("long\ntimed out", True, -1)


def test_an_output_in_json_is_unpacked():
    told = {"role": "tool", "tool_call_id": "a", "content": '{"returncode": 2, "output": "x"}'}
    [step] = parsed(chat("a"), told).steps
    assert (step.output, step.exit_code) == ("x", 2)


def test_thoughts_and_words_come_before_the_call():
    spoken = chat("a") | {"content": "now", "thinking_blocks": [{"thinking": "hm"}]}
    assert [(s.kind, s.text) for s in parsed(spoken).steps] == [
        ("thinking", "hm"),
        ("message", "now"),
        ("tool_call", ""),
    ]


def test_a_text_version_pairs_one_action_with_the_next_message():
    trajectory = parsed(
        {"role": "assistant", "content": "THOUGHT: a\n```bash\nls\n```"},
        {"role": "user", "content": "<returncode>1</returncode>\n<output>\nx\n</output>"},
        {"role": "assistant", "content": "```bash\na\n```\n```bash\nb\n```"},
        {"role": "user", "content": "Please always provide EXACTLY ONE action in triple backticks"},
    )
    step = trajectory.tool_calls[0]
    assert (step.input, step.output, step.exit_code) == ("ls", "x\n", 1)
    assert len(trajectory.tool_calls) == len(trajectory.noted("format_error")) == 1


def test_a_cost_of_nothing_after_calls_is_an_unknown_cost():
    totals = parsed(chat("a"), exit_status="Submitted", model_stats={"instance_cost": 0.0, "api_calls": 4}).totals
    assert (totals.cost_usd, totals.turns) == (None, 4)


def test_a_submission_is_the_result_text():
    assert parsed(exit_status="Submitted", submission="B").final_texts == ("B",)
    assert parsed({"role": "exit", "content": "B"}, exit_status="Submitted", submission="").final_texts == ("B",)


def test_other_exits_are_failures_of_the_machinery_and_none_is_no_final_event():
    assert parsed(exit_status="RateLimitError").ending == "infra_error"
    assert parsed(exit_status="TimeExceeded").ending == "limits"
    assert parsed().ending == "no_final_event"
