"""OpenAI's Responses."""

import json
from itertools import count

from shell_tool import shell_call

_ids = count(1)
KINDS = {401: "invalid_request_error", 429: "rate_limit_exceeded"}
USAGE = {
    "input_tokens": 100,
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 20,
    "output_tokens_details": {"reasoning_tokens": 0},
    "total_tokens": 120,
}


def turn(request: dict) -> int:
    """How many tool results the request holds."""
    items = request["input"] if isinstance(request["input"], list) else []
    return sum(str(item.get("type", "")).endswith("_call_output") for item in items)


def failure(status: int) -> dict:
    """An error's body."""
    kind = KINDS.get(status, "server_error")
    return {"error": {"message": f"scripted {status}", "type": kind, "code": kind, "param": None}}


def whole(request: dict, *, text: str, command: str | None) -> dict:
    """A reply in one piece."""
    output = []
    if text:
        part = {"type": "output_text", "text": text, "annotations": []}
        output.append(
            {
                "type": "message",
                "id": f"msg_{next(_ids)}",
                "role": "assistant",
                "status": "completed",
                "content": [part],
            }
        )
    if command is not None:
        tools = [(tool.get("name"), tool.get("parameters", {})) for tool in request.get("tools", [])]
        name, arguments = shell_call(tools, command)
        number = next(_ids)
        output.append(
            {
                "type": "function_call",
                "id": f"fc_{number}",
                "call_id": f"call_{number}",
                "name": name,
                "arguments": json.dumps(arguments),
                "status": "completed",
            }
        )
    return {
        "id": f"resp_{next(_ids)}",
        "object": "response",
        "created_at": 0,
        "status": "completed",
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "model": request["model"],
        "output": output,
        "parallel_tool_calls": False,
        "tool_choice": "auto",
        "tools": [],
        "usage": USAGE,
    }


def events(request: dict, *, text: str, command: str | None):
    """The same reply as a stream."""
    reply = whole(request, text=text, command=command)
    started = reply | {"status": "in_progress", "output": [], "usage": None}
    numbers = count()
    yield _event("response.created", numbers, response=started)
    for index, item in enumerate(reply["output"]):
        empty = item | {"status": "in_progress"}
        empty |= {"content": []} if item["type"] == "message" else {"arguments": ""}
        yield _event("response.output_item.added", numbers, output_index=index, item=empty)
        if item["type"] == "message":
            place = {"item_id": item["id"], "output_index": index, "content_index": 0}
            yield _event("response.output_text.delta", numbers, **place, delta=text, logprobs=[])
        yield _event("response.output_item.done", numbers, output_index=index, item=item)
    yield _event("response.completed", numbers, response=reply)


def _event(kind: str, numbers, **fields):
    return kind, {"type": kind, "sequence_number": next(numbers), **fields}
