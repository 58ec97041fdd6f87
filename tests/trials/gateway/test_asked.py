import json

import pytest

from counterproof.trials.gateway.asked import Asked, asked_in


def asked(**request):
    return asked_in(json.dumps(request).encode())


def test_the_model_and_the_tools_of_the_provider_are_named():
    tools = [
        {"type": "web_search_20250305", "name": "web_search"},
        {"type": "code_execution_20250522"},
        {"type": "mcp", "server_url": "https://example.org"},
        {"type": "code_execution_20250522"},
    ]
    assert asked(model="one", tools=tools) == Asked("one", ("code_execution_20250522", "mcp", "web_search_20250305"))


@pytest.mark.parametrize(
    "tool",
    [
        {"type": "function", "function": {"name": "web_search"}},
        {"name": "web_search", "input_schema": {}},
        {"type": "custom", "name": "bash"},
        {"type": "my_web_search"},
        {"type": None},
        {"type": ["web_search"]},
        "web_search",
        None,
    ],
)
def test_a_tool_that_the_agent_runs_itself_is_none_of_the_providers(tool):
    assert asked(tools=[tool]).hosted_tools == ()


def test_what_is_asked_of_the_provider_outside_of_the_tools_counts_too():
    assert asked(web_search_options={"size": "low"}, mcp_servers=[{"url": "x"}]).hosted_tools == (
        "mcp_servers",
        "web_search_options",
    )
    assert asked(web_search_options=None, mcp_servers=[]).hosted_tools == ()


@pytest.mark.parametrize("tools", [None, {}, "web_search", 3, {"type": "web_search"}])
def test_tools_that_are_no_list_are_none(tools):
    assert asked(model="m", tools=tools) == Asked("m", ())


@pytest.mark.parametrize("model", ["", None, 7, ["m"]])
def test_a_model_that_is_no_name_is_null(model):
    assert asked(model=model).model is None


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"3", b"null", b'"model"', b"\xff\xfe", b"[" * 100_000, b"9" * 10_000, b'{"model": "m"} {}'],
    ids=["nothing", "cut", "list", "number", "null", "text", "bytes", "deep", "huge", "two"],
)
def test_what_is_no_object_asks_nothing(body):
    assert asked_in(body) == Asked(None, ())


def test_an_object_in_other_encodings_of_json_is_read():
    assert asked_in('{"model": "é"}'.encode("utf-16")).model == "é"
