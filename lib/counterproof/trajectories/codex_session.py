"""Codex's own session logs ("rollouts"): response items with call ids and time stamps."""

import json
import re
from typing import Any

from counterproof.domain.trajectory import Ending, Totals, Trajectory
from counterproof.trajectories.content import content_text
from counterproof.trajectories.fields import as_text, between, exit_code, identity, mapping, moment, number, string
from counterproof.trajectories.openai_usage import token_totals
from counterproof.trajectories.parser import LogParser

_TYPES = {"session_meta", "turn_context", "event_msg", "response_item", "compacted"}
_EXIT_LINE = re.compile(r"^(?:Process exited with code|Exit code:) (-?\d{1,9})$", re.MULTILINE)
_CALL_OUTPUTS = {"function_call_output", "custom_tool_call_output"}


class CodexSession(LogParser):
    """Steps are the response items; the events beside them repeat these, and tell tokens, time and ending."""

    def __init__(self) -> None:
        super().__init__()
        self._usage: dict[str, Any] = {}
        self._n_turns: int | None = None
        self._seconds: float | None = None
        self._ending: Ending | None = None
        self._reason: str | None = None
        self._called_at: dict[str, float] = {}

    @staticmethod
    def claims(value: Any) -> bool:
        """Whether this value can only be a line of a session log."""
        return string(mapping(value).get("type")) in _TYPES and isinstance(mapping(value).get("payload"), dict)

    def event(self, value: dict[str, Any], *, at: int) -> bool:
        """Take one line."""
        payload, kind = mapping(value.get("payload")), string(value.get("type"))
        if kind == "response_item":
            return self._item(payload, at=at, when=moment(value.get("timestamp")))
        if kind == "event_msg":
            self._state(payload, at=at)
        return kind in _TYPES

    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory; the log states no cost."""
        totals = Totals(**token_totals(self._usage), turns=self._n_turns, seconds=self._seconds)
        return self.log.finish(
            "codex session", totals=totals, ending=self._ending, reason=self._reason, replaced=replaced
        )

    def _item(self, item: dict[str, Any], *, at: int, when: float | None) -> bool:
        kind = string(item.get("type"))
        if kind == "message":
            text = content_text(item.get("content"))
            if item.get("role") == "assistant":
                self.log.say(text, at=at)
            else:
                self.log.prompt(text)
        elif kind == "reasoning":
            text = content_text(item.get("summary")) or content_text(item.get("content"))
            self.log.say(text, kind="thinking", at=at)
        elif kind.endswith("_call"):
            self._call(item, kind=kind, at=at, when=when)
        elif kind in _CALL_OUTPUTS:
            call_id = identity(item.get("call_id"))
            seconds = between(self._called_at.get(call_id or ""), when)
            text, code = _output(item.get("output"))
            self.log.result(call_id, text, at=at, error=bool(code), exit_code=code, seconds=seconds)
        return kind in {"message", "reasoning", "ghost_snapshot"} | _CALL_OUTPUTS or kind.endswith("_call")

    def _call(self, item: dict[str, Any], *, kind: str, at: int, when: float | None) -> None:
        call_id = identity(item.get("call_id")) or identity(item.get("id"))
        arguments = item.get("arguments", item.get("input", item.get("action")))
        self.log.call(call_id, tool=string(item.get("name")) or kind.removesuffix("_call"), arguments=arguments, at=at)
        if call_id is not None and when is not None:
            self._called_at[call_id] = when
        if kind == "web_search_call":
            # The provider runs it; its findings never reach the log.
            self.log.result(call_id, "", at=at)

    def _state(self, message: dict[str, Any], *, at: int) -> None:
        kind = string(message.get("type"))
        if kind == "token_count":
            self._usage = mapping(mapping(message.get("info")).get("total_token_usage")) or self._usage
        elif kind == "task_complete":
            self._n_turns, self._ending = (self._n_turns or 0) + 1, "completed"
            milliseconds = number(message.get("duration_ms"))
            self._seconds = None if milliseconds is None else (self._seconds or 0.0) + milliseconds / 1000
        elif kind in {"error", "turn_aborted"}:
            self._ending = "infra_error"
            self._reason = string(message.get("message")) or string(message.get("reason"))
            self.log.note("error", self._reason, at=at)


def _output(output: object) -> tuple[str, int | None]:
    text = content_text(mapping(output).get("content", output))
    try:
        told = mapping(json.loads(text)) if text.startswith("{") else {}
    except (ValueError, RecursionError):
        told = {}
    if "output" in told and "metadata" in told:
        return as_text(told["output"]), exit_code(mapping(told["metadata"]).get("exit_code"))
    # The tool puts its own lines before the command's output, whose words must not count.
    head = text.partition("\nOutput:\n")[0]
    matched = _EXIT_LINE.search(head)
    return text, int(matched.group(1)) if matched else None
