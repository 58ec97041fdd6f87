from counterproof.trajectories.inspect_sample import sample_trajectory

KEY = "29b305c55e86fe8341c2d1121fd0655d"


def trajectory(*messages, **sample):
    return sample_trajectory({"messages": list(messages), **sample}, n_replaced=0)


def call(call_id):
    return {"id": call_id, "function": "bash", "arguments": {"cmd": "ls"}}


def test_a_call_has_its_output_its_error_and_the_time_of_its_event():
    [step] = trajectory(
        {"role": "assistant", "content": [{"type": "reasoning", "reasoning": "hm"}], "tool_calls": [call("c")]},
        {"role": "tool", "tool_call_id": "c", "content": "", "error": {"type": "timeout", "message": "too long"}},
        events=[{"event": "tool", "id": "c", "function": "bash", "working_time": 2.5, "result": ""}],
    ).tool_calls
    assert (step.input, step.output, step.error, step.seconds) == ('{"cmd": "ls"}', "too long", True, 2.5)


def test_a_long_text_is_found_among_the_attachments():
    message = {"role": "user", "content": f"attachment://{KEY}"}
    assert trajectory(message, attachments={KEY: "long"}).prompts == ("long",)
    assert trajectory(message).prompts == (f"attachment://{KEY}",)


def test_a_call_outside_the_samples_own_messages_is_marked():
    event = {"event": "tool", "id": "x", "function": "bash", "arguments": {}, "result": "r"}
    [step] = trajectory(events=[event]).tool_calls
    assert (step.sub_agent, step.output) == ("another conversation", "r")


def test_a_search_by_the_provider_is_seen():
    block = {"type": "tool_use", "tool_type": "web_search", "id": "w", "arguments": "q", "result": "r"}
    read = trajectory({"role": "assistant", "content": [block]})
    assert read.web_search
    assert read.tool_calls[0].output == "r"


def test_cached_input_is_taken_out_where_the_total_shows_that_it_was_counted():
    usage = {"input_tokens": 10, "output_tokens": 5, "input_tokens_cache_read": 4}
    assert trajectory(model_usage={"m": usage | {"total_tokens": 15}}).totals.input_tokens == 6
    assert trajectory(model_usage={"m": usage | {"total_tokens": 19}}).totals.input_tokens == 10


def test_a_limit_ends_a_sample():
    read = trajectory(limit={"type": "token", "limit": 100})
    assert (read.ending, read.ending_reason) == ("limits", "token")
