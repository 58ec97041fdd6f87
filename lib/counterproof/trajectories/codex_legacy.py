"""Codex before its item events: `{"id": ..., "msg": {"type": ...}}` a line, calls in begin and end events."""

from typing import Any

from counterproof.domain.trajectory import Ending, Totals, Trajectory
from counterproof.trajectories.content import content_text
from counterproof.trajectories.fields import as_text, exit_code, identity, mapping, number, string
from counterproof.trajectories.openai_usage import token_totals
from counterproof.trajectories.parser import LogParser

# Parts of a text or output that another event tells whole, and news about the tool itself.
_SILENT = {
    "agent_message_delta",
    "agent_reasoning_delta",
    "agent_reasoning_section_break",
    "background_event",
    "exec_command_output_delta",
    "session_configured",
    "task_started",
    "turn_diff",
}


class CodexLegacy(LogParser):
    """Token counts are cumulative: the last one is kept, never a sum."""

    def __init__(self) -> None:
        super().__init__()
        self._usage: dict[str, Any] = {}
        self._n_turns: int | None = None
        self._ending: Ending | None = None
        self._reason: str | None = None
        self._last_message: str | None = None

    @staticmethod
    def claims(value: Any) -> bool:
        """Whether this value can only be an event of Codex's first log format."""
        return isinstance(mapping(mapping(value).get("msg")).get("type"), str)

    def event(self, value: dict[str, Any], *, at: int) -> bool:
        """Take one event, or the prompt that stands before them."""
        if "msg" not in value and isinstance(value.get("prompt"), str):
            self.log.prompt(value["prompt"])
            return True
        message = mapping(value.get("msg"))
        kind = string(message.get("type"))
        if kind == "agent_message":
            self.log.say(string(message.get("message")), at=at)
        elif kind in {"agent_reasoning", "agent_reasoning_raw_content"}:
            self.log.say(string(message.get("text")), kind="thinking", at=at)
        elif kind == "user_message":
            self.log.prompt(string(message.get("message")))
        elif kind.endswith(("_begin", "_end")):
            return self._call(message, kind=kind, at=at)
        else:
            return self._state(message, kind=kind, at=at)
        return True

    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory; the log states neither cost nor time."""
        return self.log.finish(
            "codex legacy",
            totals=Totals(**token_totals(self._usage), turns=self._n_turns),
            ending=self._ending,
            reason=self._reason,
            result_text=self._last_message,
            replaced=replaced,
        )

    def _state(self, message: dict[str, Any], *, kind: str, at: int) -> bool:
        if kind == "token_count":
            self._usage = mapping(mapping(message.get("info")).get("total_token_usage")) or self._usage
        elif kind == "task_complete":
            self._n_turns = (self._n_turns or 0) + 1
            self._ending = "completed"
            self._last_message = string(message.get("last_agent_message")) or None
        elif kind in {"error", "stream_error", "turn_aborted"}:
            text = string(message.get("message")) or string(message.get("reason"))
            self.log.note("retry" if kind == "stream_error" else "error", text, at=at)
            if kind != "stream_error":
                self._ending, self._reason = "infra_error", text
        return kind in _SILENT or kind in {"token_count", "task_complete", "error", "stream_error", "turn_aborted"}

    def _call(self, message: dict[str, Any], *, kind: str, at: int) -> bool:
        call_id, tool = identity(message.get("call_id")), kind.removesuffix("_begin").removesuffix("_end")
        invocation = mapping(message.get("invocation"))
        if invocation:
            tool = f"{string(invocation.get('server'))}.{string(invocation.get('tool'))}"
        arguments = invocation.get("arguments", message.get("command", message.get("changes", message.get("query"))))
        if self.log.is_open(call_id) or not self.log.is_called(call_id) or kind.endswith("_begin"):
            self.log.call(call_id, tool=tool, arguments=arguments, at=at)
        if kind.endswith("_end"):
            code, result = exit_code(message.get("exit_code")), mapping(message.get("result"))
            error = bool(code) or message.get("success") is False or "Err" in result
            output, seconds = _output(message, result=result), _seconds(message.get("duration"))
            self.log.result(call_id, output, at=at, error=error, exit_code=code, seconds=seconds)
        return True


def _output(message: dict[str, Any], *, result: dict[str, Any]) -> str:
    if result:
        told = result.get("Ok", result.get("Err", result))
        return content_text(mapping(told).get("content", told))
    whole = string(message.get("aggregated_output"))
    return whole or as_text(message.get("stdout")) + as_text(message.get("stderr"))


def _seconds(duration: object) -> float | None:
    seconds, nanoseconds = number(mapping(duration).get("secs")), number(mapping(duration).get("nanos"))
    return None if seconds is None or nanoseconds is None else seconds + nanoseconds / 1e9
