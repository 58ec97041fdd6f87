"""Anthropic's Messages."""

import json
from itertools import count

from shell_tool import shell_call

_ids = count(1)
KINDS = {401: "authentication_error", 429: "rate_limit_error", 529: "overloaded_error"}


def turn(request: dict) -> int:
    """How many tool results the request holds."""
    contents = [message["content"] for message in request["messages"] if isinstance(message["content"], list)]
    return sum(block.get("type") == "tool_result" for content in contents for block in content)


def failure(status: int) -> dict:
    """An error's body."""
    return {"type": "error", "error": {"type": KINDS.get(status, "api_error"), "message": f"scripted {status}"}}


def whole(request: dict, *, text: str, command: str | None) -> dict:
    """A reply in one piece."""
    content = [{"type": "text", "text": text}] if text else []
    if command is not None:
        tools = [(tool.get("name"), tool.get("input_schema", {})) for tool in request.get("tools", [])]
        name, arguments = shell_call(tools, command)
        content.append({"type": "tool_use", "id": f"toolu_{next(_ids)}", "name": name, "input": arguments})
    return {
        "id": f"msg_{next(_ids)}",
        "type": "message",
        "role": "assistant",
        "model": request["model"],
        "content": content,
        "stop_reason": "end_turn" if command is None else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 20},
    }


def events(request: dict, *, text: str, command: str | None):
    """The same reply as a stream."""
    reply = whole(request, text=text, command=command)
    start = reply | {"content": [], "stop_reason": None, "usage": {"input_tokens": 100, "output_tokens": 1}}
    yield "message_start", {"type": "message_start", "message": start}
    for index, block in enumerate(reply["content"]):
        if block["type"] == "text":
            empty, delta = block | {"text": ""}, {"type": "text_delta", "text": block["text"]}
        else:
            empty = block | {"input": {}}
            delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        yield "content_block_start", {"type": "content_block_start", "index": index, "content_block": empty}
        yield "content_block_delta", {"type": "content_block_delta", "index": index, "delta": delta}
        yield "content_block_stop", {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": reply["stop_reason"], "stop_sequence": None}
    yield "message_delta", {"type": "message_delta", "delta": ending, "usage": {"output_tokens": 20}}
    yield "message_stop", {"type": "message_stop"}
