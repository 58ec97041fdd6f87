"""Codex `exec --json`: thread, turn and item events, and their first dialect with `item_type`."""

from typing import Any

from counterproof.domain.trajectory import Ending, StepKind, Totals, Trajectory
from counterproof.trajectories.content import content_text
from counterproof.trajectories.fields import as_text, exit_code, identity, mapping, string
from counterproof.trajectories.openai_usage import token_totals
from counterproof.trajectories.parser import LogParser

_SAID: dict[str, StepKind] = {"agent_message": "message", "assistant_message": "message", "reasoning": "thinking"}
_FAILED = {"failed", "declined"}


class Codex(LogParser):
    """An item is one step at the place where it started; usage counts the whole thread, so the last one is kept."""

    def __init__(self) -> None:
        super().__init__()
        self._name = "codex"
        self._usage: dict[str, Any] = {}
        self._n_turns: int | None = None
        self._ending: Ending | None = None
        self._reason: str | None = None
        self._lost = False
        self._half_said: dict[str, tuple[dict[str, Any], int]] = {}

    @staticmethod
    def claims(value: Any) -> bool:
        """Whether this value can only be an event of `codex exec`."""
        return string(mapping(value).get("type")).startswith(("thread.", "turn.", "item."))

    def event(self, value: dict[str, Any], *, at: int) -> bool:
        """Take one event."""
        kind = string(value.get("type"))
        if kind in {"item.started", "item.updated", "item.completed"} and isinstance(value.get("item"), dict):
            return self._item(value["item"], done=kind == "item.completed", at=at)
        if kind == "thread.started":
            self.log.forget_calls()
        elif kind in {"turn.completed", "turn.failed"}:
            self._n_turns = (self._n_turns or 0) + 1
            self._usage = mapping(value.get("usage")) or self._usage
            self._ending = "completed" if kind == "turn.completed" else "infra_error"
            self._reason = string(mapping(value.get("error")).get("message")) or None
        elif kind == "error":
            # Codex also says so before it tries again; the end of the turn decides.
            self._lost = True
            self.log.note("error", value.get("message"), at=at)
        return kind in {"thread.started", "turn.started", "turn.completed", "turn.failed", "error"}

    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory; Codex states neither cost nor time."""
        for item, at in self._half_said.values():
            self._said(item, at=at)
        ending = self._ending
        if ending is None and self._lost:
            ending = "infra_error"
        return self.log.finish(self._name, totals=self._totals(), ending=ending, reason=self._reason, replaced=replaced)

    def _item(self, item: dict[str, Any], *, done: bool, at: int) -> bool:
        if "item_type" in item:
            self._name = "codex sept-2025"
        kind, item_id = _kind(item), identity(item.get("id"))
        if kind in _SAID:
            started = self._half_said.pop(item_id, None) if item_id is not None else None
            if done or item_id is None:
                self._said(item, at=at)
            else:
                self._half_said[item_id] = (item, at if started is None else started[1])
            return True
        if kind == "error":
            # As an item it is a warning, such as of a model that Codex does not know.
            self.log.note("error", item.get("message"), at=at)
            return True
        call = _call(item)
        if call is None:
            return False
        if self.log.is_open(item_id) or not self.log.is_called(item_id):
            self.log.call(item_id, tool=call[0], arguments=call[1], at=at)
        if done:
            code, failed = exit_code(item.get("exit_code")), string(item.get("status")) in _FAILED
            error = failed or bool(code) or bool(item.get("error"))
            self.log.result(item_id, _output(item), at=at, error=error, exit_code=code)
        return True

    def _said(self, item: dict[str, Any], *, at: int) -> None:
        self.log.say(content_text(item.get("text")), kind=_SAID[_kind(item)], at=at)

    def _totals(self) -> Totals:
        return Totals(**token_totals(self._usage), turns=self._n_turns)


def _kind(item: dict[str, Any]) -> str:
    return string(item.get("type") or item.get("item_type"))


def _call(item: dict[str, Any]) -> tuple[str, object] | None:
    kind = _kind(item)
    if kind == "mcp_tool_call":
        return f"{string(item.get('server'))}.{string(item.get('tool'))}", item.get("arguments")
    arguments = {
        "command_execution": item.get("command"),
        "file_change": item.get("changes"),
        "web_search": item.get("query"),
        "todo_list": item.get("items"),
    }
    return (kind, arguments[kind]) if kind in arguments else None


def _output(item: dict[str, Any]) -> str:
    if item.get("error"):
        return string(mapping(item["error"]).get("message")) or as_text(item["error"])
    if _kind(item) == "file_change":
        return string(item.get("status"))
    if "result" in item:
        result = mapping(item["result"])
        return content_text(result.get("content", item["result"]))
    return content_text(item.get("aggregated_output"))
