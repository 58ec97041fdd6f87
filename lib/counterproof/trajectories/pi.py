"""Pi: the event stream of `--mode json`, and its session files."""

from typing import Any

from counterproof.domain.trajectory import Ending, Totals, Trajectory
from counterproof.trajectories.content import content_text
from counterproof.trajectories.fields import (
    between,
    count,
    identity,
    mapping,
    moment,
    number,
    sequence,
    string,
    total,
    total_count,
)
from counterproof.trajectories.parser import LogParser

_EVENTS = {
    "agent_start", "agent_end", "turn_start", "turn_end", "message_start", "message_update", "message_end",
    "tool_execution_start", "tool_execution_update", "tool_execution_end", "auto_retry_start", "auto_retry_end",
}  # fmt: skip # words, many a line
_ABOUT_SESSION = {"session", "session_info", "model_change", "thinking_level_change", "label"}


class Pi(LogParser):
    """Messages, tokens and cost come from `message_end` alone: starts are empty, and turn ends say it all again."""

    def __init__(self) -> None:
        super().__init__()
        self._usages: list[dict[str, Any]] = []
        self._moments: list[float] = []
        self._half_message: tuple[dict[str, Any], int] | None = None
        self._n_turns = 0
        self._retries: list[int | None] = []
        self._is_stream = False
        self._ended = False
        self._last: dict[str, Any] = {}

    @staticmethod
    def claims(value: Any) -> bool:
        """Whether this value can only be of Pi."""
        fields = mapping(value)
        kind = string(fields.get("type"))
        return kind in _EVENTS or (kind == "session" and "version" in fields)

    def event(self, value: dict[str, Any], *, at: int) -> bool:
        """Take one event."""
        kind, message = string(value.get("type")), mapping(value.get("message"))
        self._moments += [t for t in (moment(value.get("timestamp")), moment(message.get("timestamp"))) if t]
        self._is_stream |= kind in _EVENTS
        if kind in {"message_start", "message_update"}:
            self._half_message = (message, at)
        elif kind in {"message_end", "message"}:
            self._half_message = None
            self._message(message, at=at)
        elif kind.startswith("tool_execution_"):
            self._execution(value, kind=kind, at=at)
        elif kind == "auto_retry_end":
            self._retries.append(count(value.get("attempt")))
        elif kind == "auto_retry_start":
            self.log.note("retry", value, at=at)
        self._n_turns += kind == "turn_end"
        self._ended |= kind == "agent_end"
        return kind in _EVENTS | _ABOUT_SESSION or kind == "message"

    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory; a message that never ended is kept as far as it got."""
        if self._half_message is not None and self._half_message[0].get("role") == "assistant":
            self._content(self._half_message[0], at=self._half_message[1])
        ending: Ending | None = "completed" if self._ended else None
        stopped, reason = string(self._last.get("stopReason")), string(self._last.get("errorMessage"))
        if stopped in {"error", "aborted"}:
            ending, reason = "infra_error", reason or stopped
        return self.log.finish(
            "pi" if self._is_stream else "pi session",
            totals=self._totals(),
            ending=ending,
            reason=reason,
            replaced=replaced,
            tells_ending=self._is_stream,
        )

    def _message(self, message: dict[str, Any], *, at: int) -> None:
        role = message.get("role")
        if role == "assistant":
            self._last = message
            self._usages.append(mapping(message.get("usage")))
            self._content(message, at=at)
        elif role == "toolResult":
            call_id = identity(message.get("toolCallId"))
            if self.log.is_open(call_id) or not self.log.is_called(call_id):
                self._result(message, message.get("content"), at=at)
        else:
            self.log.prompt(content_text(message.get("content")))

    def _content(self, message: dict[str, Any], *, at: int) -> None:
        content = message.get("content")
        blocks = sequence(content) if isinstance(content, list) else [{"type": "text", "text": string(content)}]
        for block in map(mapping, blocks):
            kind = block.get("type")
            if kind == "thinking":
                self.log.say(string(block.get("thinking")), kind="thinking", at=at)
            elif kind == "toolCall":
                call_id, tool = identity(block.get("id")), string(block.get("name"))
                self.log.call(call_id, tool=tool, arguments=block.get("arguments"), at=at)
            else:
                self.log.say(content_text([block]), at=at)

    def _execution(self, value: dict[str, Any], *, kind: str, at: int) -> None:
        call_id = identity(value.get("toolCallId"))
        if not self.log.is_called(call_id):
            self.log.call(call_id, tool=string(value.get("toolName")), arguments=value.get("args"), at=at)
        if kind == "tool_execution_end":
            result = value.get("result")
            self._result(value, mapping(result).get("content", result), at=at)

    def _result(self, value: dict[str, Any], content: object, *, at: int) -> None:
        call_id, error = identity(value.get("toolCallId")), value.get("isError") is True
        self.log.result(call_id, content_text(content), at=at, error=error)

    def _totals(self) -> Totals:
        costs = [mapping(usage.get("cost")) for usage in self._usages]
        return Totals(
            input_tokens=total_count(count(usage.get("input")) for usage in self._usages),
            cached_input_tokens=total_count(count(usage.get("cacheRead")) for usage in self._usages),
            cache_write_tokens=total_count(count(usage.get("cacheWrite")) for usage in self._usages),
            output_tokens=total_count(count(usage.get("output")) for usage in self._usages),
            cost_usd=total(number(cost.get("total")) for cost in costs),
            turns=self._n_turns if self._is_stream else None,
            retries=total_count(self._retries) or self.log.n_noted("retry") or None,
            seconds=between(min(self._moments), max(self._moments)) if self._moments else None,
        )
