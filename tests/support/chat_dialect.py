"""OpenAI's Chat Completions."""

import json
from itertools import count

from shell_tool import shell_call

_ids = count(1)
IN_TEXT = ("<observation>", "Output:")
USAGE = {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120}


def turn(request: dict) -> int:
    """How many tool results the request holds, those among them that agents without tool calls put into a text."""
    return sum(
        message["role"] == "tool" or str(message.get("content") or "").lstrip().startswith(IN_TEXT)
        for message in request["messages"]
    )


def failure(status: int) -> dict:
    """An error's body."""
    return {"error": {"message": f"scripted {status}", "type": "error", "code": str(status), "param": None}}


def whole(request: dict, *, text: str, command: str | None) -> dict:
    """A reply in one piece."""
    message = {"role": "assistant", "content": text or None}
    if command is not None:
        tools = [
            (tool["function"]["name"], tool["function"].get("parameters", {})) for tool in request.get("tools", [])
        ]
        name, arguments = shell_call(tools, command)
        function = {"name": name, "arguments": json.dumps(arguments)}
        message["tool_calls"] = [{"id": f"call_{next(_ids)}", "type": "function", "function": function}]
    choice = {"index": 0, "message": message, "finish_reason": "stop" if command is None else "tool_calls"}
    return _frame(request, "chat.completion", choices=[choice], usage=USAGE)


def events(request: dict, *, text: str, command: str | None):
    """The same reply as a stream."""
    message = whole(request, text=text, command=command)["choices"][0]["message"]
    calls = [call | {"index": index} for index, call in enumerate(message.get("tool_calls", []))]
    delta = {"role": "assistant", "content": text} | ({"tool_calls": calls} if calls else {})
    first = {"index": 0, "delta": delta, "finish_reason": None}
    last = {"index": 0, "delta": {}, "finish_reason": "tool_calls" if calls else "stop"}
    yield "", _frame(request, "chat.completion.chunk", choices=[first])
    yield "", _frame(request, "chat.completion.chunk", choices=[last])
    yield "", _frame(request, "chat.completion.chunk", choices=[], usage=USAGE)
    yield "", "[DONE]"


def _frame(request: dict, kind: str, **fields):
    return {"id": f"chatcmpl-{next(_ids)}", "object": kind, "created": 0, "model": request["model"], **fields}
