"""One sample of an Inspect log as a trajectory: its messages, with the times of its tool events."""

import re
from typing import Any

from counterproof.domain.trajectory import Ending, Totals, Trajectory
from counterproof.trajectories.content import content_text
from counterproof.trajectories.fields import count, identity, mapping, number, sequence, string, total, total_count
from counterproof.trajectories.recorder import Recorder

_ATTACHMENT = re.compile(r"attachment://([0-9a-f]{32})")


def sample_trajectory(sample: dict[str, Any], *, n_replaced: int) -> Trajectory:
    """The trajectory of a sample as logged, whose file had so many characters replaced."""
    log, texts = Recorder(), mapping(sample.get("attachments"))
    messages = [mapping(_resolved(message, texts)) for message in sequence(sample.get("messages"))]
    events = [mapping(event) for event in sequence(sample.get("events")) if mapping(event).get("event") == "tool"]
    seconds = {identity(event.get("id")): number(event.get("working_time")) for event in events}
    for at, message in enumerate(messages):
        _take(log, message, at=at, seconds=seconds)
    for event in (mapping(_resolved(event, texts)) for event in events):
        call_id, problem = identity(event.get("id")), mapping(event.get("error"))
        if not log.is_called(call_id):
            # Called in a conversation that the sample's own messages do not hold.
            tool, arguments = string(event.get("function")), event.get("arguments")
            log.call(call_id, tool=tool, arguments=arguments, at=len(messages), sub_agent="another conversation")
        if log.is_open(call_id) and (problem or "result" in event):
            output = string(problem.get("message")) or content_text(event.get("result"))
            log.result(call_id, output, at=len(messages), error=bool(problem), seconds=seconds.get(call_id))
    ending, reason = _ending(sample)
    return log.finish(
        "inspect",
        totals=_totals(sample, n_turns=sum(message.get("role") == "assistant" for message in messages)),
        ending=ending,
        reason=reason,
        result_text=_completion(sample, texts, said=[string(message.get("content")) for message in messages]),
        replaced=n_replaced,
    )


def _completion(sample: dict[str, Any], texts: dict[str, Any], *, said: list[str]) -> str | None:
    """The output that the log states, where no message says the same."""
    stated = string(_resolved(mapping(sample.get("output")).get("completion"), texts))
    return stated if stated and stated not in said else None


def _take(log: Recorder, message: dict[str, Any], *, at: int, seconds: dict[str | None, float | None]) -> None:
    role, content = message.get("role"), message.get("content")
    if role == "tool":
        call_id, problem = identity(message.get("tool_call_id")), mapping(message.get("error"))
        output = content_text(content) or string(problem.get("message"))
        log.result(call_id, output, at=at, error=bool(problem), seconds=seconds.get(call_id))
    elif role != "assistant":
        log.prompt(content_text(content))
    else:
        for block in content if isinstance(content, list) else [{"type": "text", "text": string(content)}]:
            _said(log, mapping(block), at=at)
        for call in map(mapping, sequence(message.get("tool_calls"))):
            tool, arguments = string(call.get("function")), call.get("arguments")
            log.call(identity(call.get("id")), tool=tool, arguments=arguments, at=at)


def _said(log: Recorder, block: dict[str, Any], *, at: int) -> None:
    if block.get("type") == "reasoning":
        log.say(string(block.get("reasoning")), kind="thinking", at=at)
    elif block.get("type") == "tool_use":
        # Run by the provider, answered in place.
        tool = string(block.get("tool_type")) or string(block.get("name"))
        log.call(identity(block.get("id")), tool=tool, arguments=block.get("arguments"), at=at)
        error = bool(block.get("error"))
        log.result(identity(block.get("id")), content_text(block.get("result")), at=at, error=error)
    else:
        log.say(content_text([block]), at=at)


def _resolved(value: Any, texts: dict[str, Any]) -> Any:
    if isinstance(value, str):
        return _ATTACHMENT.sub(lambda found: string(texts.get(found.group(1))) or found.group(0), value)
    if isinstance(value, list):
        return [_resolved(item, texts) for item in value]
    if isinstance(value, dict):
        return {key: _resolved(item, texts) for key, item in value.items()}
    return value


def _ending(sample: dict[str, Any]) -> tuple[Ending, str]:
    problem, limit = mapping(sample.get("error")), mapping(sample.get("limit"))
    if problem:
        return "infra_error", string(problem.get("message"))
    return ("limits", string(limit.get("type"))) if limit else ("completed", "")


def _totals(sample: dict[str, Any], *, n_turns: int) -> Totals:
    usages = [mapping(usage) for usage in mapping(sample.get("model_usage")).values()]
    turns = count(sample.get("turn_count"))
    return Totals(
        input_tokens=total_count(map(_input_tokens, usages)),
        cached_input_tokens=total_count(count(usage.get("input_tokens_cache_read")) for usage in usages),
        cache_write_tokens=total_count(count(usage.get("input_tokens_cache_write")) for usage in usages),
        output_tokens=total_count(count(usage.get("output_tokens")) for usage in usages),
        cost_usd=total(number(usage.get("total_cost")) for usage in usages),
        turns=n_turns if turns is None else turns,
        seconds=number(sample.get("total_time")),
    )


def _input_tokens(usage: dict[str, Any]) -> int | None:
    stated, output, whole = (count(usage.get(key)) for key in ("input_tokens", "output_tokens", "total_tokens"))
    cached = count(usage.get("input_tokens_cache_read")) or 0
    # Some providers count the cached part as input, too; the total tells which.
    if stated is not None and output is not None and cached and stated + output == whole:
        return max(0, stated - cached)
    return stated
