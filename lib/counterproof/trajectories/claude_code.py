"""Claude Code: the stream of `--output-format stream-json`, and the session logs that it keeps on disk."""

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
    string,
    total,
    total_count,
)
from counterproof.trajectories.parser import LogParser

_SESSION_KEYS = {"isSidechain", "parentUuid", "sessionId"}
_SESSION_TYPES = {"queue-operation", "file-history-snapshot", "last-prompt", "ai-title", "custom-title"}
# They repeat what whole messages say, or are about the tool and not the trial.
_SILENT = {"stream_event", "summary", "keep_alive", "progress"} | _SESSION_TYPES
_ENDINGS: dict[str, Ending] = {"success": "completed", "error_max_turns": "max_turns", "error_max_budget_usd": "limits"}


class ClaudeCode(LogParser):
    """Totals are of result events only: cost and ending are the last one's, usage and turns add up."""

    def __init__(self) -> None:
        super().__init__()
        self._is_session = False
        self._results: list[dict[str, Any]] = []
        self._tasks: dict[str, str] = {}
        self._called_at: dict[str, float] = {}
        self._moments: list[float] = []
        self._seen: set[str] = set()
        self._last_synthetic: str | None = None

    @staticmethod
    def claims(value: Any) -> bool:
        """Whether this value can only be an event of Claude Code."""
        fields = mapping(value)
        kind = string(fields.get("type"))
        if kind in {"assistant", "user"}:
            return isinstance(fields.get("message"), dict)
        if kind == "result":
            return "subtype" in fields or "total_cost_usd" in fields
        return kind in _SESSION_TYPES or (kind == "system" and "subtype" in fields)

    def event(self, value: dict[str, Any], *, at: int) -> bool:
        """Take one event; its type decides, never its place."""
        kind = string(value.get("type"))
        self._is_session |= kind in _SESSION_TYPES or not _SESSION_KEYS.isdisjoint(value)
        when = moment(value.get("timestamp"))
        if when is not None:
            self._moments.append(when)
        if kind in {"assistant", "user"} and isinstance(value.get("message"), dict):
            if self._is_repeated(value):
                self.log.note("repeated", value, at=at)
            else:
                self._message(value, at=at, when=when)
            return True
        if kind == "result":
            self._results.append(value)
            usage = mapping(mapping(value.get("usage")).get("server_tool_use"))
            self.log.web_search |= any(count(usage.get(f"web_{use}_requests")) for use in ("search", "fetch"))
            return True
        if kind == "system" and value.get("subtype") == "api_retry":
            self.log.note("retry", value, at=at)
        return kind == "system" or kind in _SILENT

    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory, with null where no result event told a total."""
        last = self._results[-1] if self._results else {}
        ending, reason = self._ending(last)
        result_text = string(last.get("result"))
        return self.log.finish(
            "claude_session" if self._is_session else "claude_code",
            totals=self._totals(),
            ending=ending,
            reason=reason,
            # A failed request's message stands where the answer would.
            result_text=None if ending == "infra_error" else result_text,
            replaced=replaced,
            tells_ending=not self._is_session,
        )

    def _is_repeated(self, value: dict[str, Any]) -> bool:
        # A resumed session copies its history into the same file.
        uuid = identity(value.get("uuid"))
        if uuid is None:
            return False
        repeated = uuid in self._seen
        self._seen.add(uuid)
        return repeated

    def _message(self, value: dict[str, Any], *, at: int, when: float | None) -> None:
        message, sub_agent = value["message"], self._sub_agent(value)
        content = message.get("content")
        blocks = content if isinstance(content, list) else [{"type": "text", "text": string(content)}]
        if message.get("model") == "<synthetic>":
            # The tool's own words in the agent's place: a failed request, an interruption.
            self._last_synthetic = content_text(content)
            self.log.note("error", self._last_synthetic, at=at)
            return
        if value["type"] == "assistant":
            self._last_synthetic = None
        for block in map(mapping, blocks):
            self._block(block, at=at, when=when, sub_agent=sub_agent, own=value["type"] == "assistant")

    def _block(self, block: dict[str, Any], *, at: int, when: float | None, sub_agent: str | None, own: bool) -> None:
        kind = string(block.get("type"))
        if kind.endswith("tool_result"):
            call_id = identity(block.get("tool_use_id"))
            seconds = between(self._called_at.get(call_id or ""), when)
            output = content_text(block.get("content"))
            self.log.result(call_id, output, at=at, error=block.get("is_error") is True, seconds=seconds)
        elif not own:
            self.log.prompt(content_text([block]))
        elif kind in {"thinking", "redacted_thinking"}:
            self.log.say(string(block.get("thinking")), kind="thinking", at=at, sub_agent=sub_agent)
        elif kind.endswith("tool_use"):
            call_id, tool, arguments = identity(block.get("id")), string(block.get("name")), block.get("input")
            self.log.call(call_id, tool=tool, arguments=arguments, at=at, sub_agent=sub_agent)
            role = string(mapping(arguments).get("subagent_type")) or tool
            if call_id is not None:
                self._tasks[call_id] = f"{role} ({call_id})"
                self._called_at |= {call_id: when} if when is not None else {}
        else:
            self.log.say(content_text([block]), at=at, sub_agent=sub_agent)

    def _sub_agent(self, value: dict[str, Any]) -> str | None:
        parent = identity(value.get("parent_tool_use_id"))
        if parent is not None:
            return self._tasks.get(parent, parent)
        return (identity(value.get("agentId")) or "sidechain") if value.get("isSidechain") is True else None

    def _ending(self, last: dict[str, Any]) -> tuple[Ending | None, str | None]:
        if not last:
            return ("infra_error", self._last_synthetic) if self._last_synthetic else (None, None)
        subtype = string(last.get("subtype"))
        # `subtype` says "success" when the request failed, too.
        if last.get("is_error") is True and subtype in {"success", ""}:
            return "infra_error", string(last.get("result")) or string(last.get("terminal_reason"))
        return _ENDINGS.get(subtype, "infra_error" if subtype else "completed"), subtype

    def _totals(self) -> Totals:
        usages = [mapping(result.get("usage")) for result in self._results]
        span = between(min(self._moments), max(self._moments)) if self._is_session and self._moments else None
        stated = total(number(result.get("duration_ms")) for result in self._results)
        return Totals(
            input_tokens=total_count(count(usage.get("input_tokens")) for usage in usages),
            cached_input_tokens=total_count(count(usage.get("cache_read_input_tokens")) for usage in usages),
            cache_write_tokens=total_count(count(usage.get("cache_creation_input_tokens")) for usage in usages),
            output_tokens=total_count(count(usage.get("output_tokens")) for usage in usages),
            cost_usd=number(self._results[-1].get("total_cost_usd")) if self._results else None,
            turns=total_count(count(result.get("num_turns")) for result in self._results),
            retries=self.log.n_noted("retry") or None,
            seconds=span if stated is None else stated / 1000,
        )
