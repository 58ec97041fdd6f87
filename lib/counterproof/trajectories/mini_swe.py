"""mini-swe-agent: one document of chat messages, of OpenAI Responses items, or (version 1) of plain text."""

import re
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
    total_count,
)
from counterproof.trajectories.mini_output import read_output, read_text_output
from counterproof.trajectories.openai_usage import token_totals
from counterproof.trajectories.parser import LogParser

_ACTION = re.compile(r"```(?:bash|mswea_bash_command)[ \t]*\n(.*?)\n?```", re.DOTALL)
_FORMAT_ERROR = re.compile(r"Tool call error|Please always provide EXACTLY ONE action")
_LIMITS = {"LimitsExceeded", "TimeExceeded"}


class MiniSwe(LogParser):
    """A step's place is its message's; the place of the document itself is always 0."""

    def __init__(self) -> None:
        super().__init__()
        self._info: dict[str, Any] = {}
        self._usages: list[dict[str, Any]] = []
        self._submission = ""
        self._is_text = False
        self._when: float | None = None

    @staticmethod
    def claims(value: Any) -> bool:
        """Whether this value can only be a trajectory of mini-swe-agent."""
        fields = mapping(value)
        made_by_mini = string(fields.get("trajectory_format")).startswith("mini-swe-agent")
        told = {"exit_status", "model_stats", "mini_version"} & set(mapping(fields.get("info")))
        return isinstance(fields.get("messages"), list) and (made_by_mini or bool(told))

    def event(self, value: dict[str, Any], *, at: int) -> bool:  # noqa: ARG002 - a step's place is its message's
        """Take the document."""
        if not isinstance(value.get("messages"), list):
            return False
        self._info = mapping(value.get("info"))
        messages = [mapping(message) for message in value["messages"]]
        self._is_text = not any(map(_is_structured, messages))
        for place, (message, raw) in enumerate(zip(messages, value["messages"], strict=True)):
            if not self._message(message, at=place):
                self.log.note("unknown_event", raw, at=place)
        return True

    def finish(self, *, replaced: int) -> Trajectory:
        """The trajectory; its first time stamp comes after the first request, so the whole time is unknown."""
        status = string(self._info.get("exit_status"))
        ending: Ending | None = "limits" if status in _LIMITS else "infra_error" if status else None
        if status == "Submitted":
            ending = "completed"
        return self.log.finish(
            "mini_swe",
            totals=self._totals(),
            ending=ending,
            reason=status,
            result_text=string(self._info.get("submission")) or self._submission,
            replaced=replaced,
        )

    def _message(self, message: dict[str, Any], *, at: int) -> bool:
        role, kind = string(message.get("role")), string(message.get("type"))
        if message.get("object") == "response":
            self._received(message, message.get("usage"))
            for item in map(mapping, sequence(message.get("output"))):
                self._item(item, at=at)
        elif kind == "function_call_output" or role == "tool":
            self._result(message, at=at)
        elif role == "assistant":
            self._received(message, mapping(mapping(message.get("extra")).get("response")).get("usage"))
            self._assistant(message, at=at)
        elif kind in {"function_call", "reasoning"}:
            self._item(message, at=at)
        elif role == "exit":
            self._submission = content_text(message.get("content"))
        elif role in {"user", "system", "developer"}:
            self._prompt(message, at=at)
        return role != "" or kind in {"function_call", "function_call_output", "reasoning"} or "object" in message

    def _assistant(self, message: dict[str, Any], *, at: int) -> None:
        thoughts = [string(mapping(block).get("thinking")) for block in sequence(message.get("thinking_blocks"))]
        thought = string(message.get("reasoning_content")) or "\n".join(thoughts)
        if thought or thoughts:
            self.log.say(thought, kind="thinking", at=at)
        text = content_text(message.get("content"))
        actions = _ACTION.findall(text) if self._is_text else []
        if len(actions) != 1:
            self.log.say(text, at=at)
            for call in map(mapping, sequence(message.get("tool_calls"))):
                function = mapping(call.get("function"))
                tool, arguments = string(function.get("name")), function.get("arguments")
                self.log.call(identity(call.get("id")), tool=tool, arguments=arguments, at=at)
            return
        self.log.say(_ACTION.sub("", text).strip(), at=at)
        self.log.call("text", tool="bash", arguments=actions[0], at=at)

    def _item(self, item: dict[str, Any], *, at: int) -> None:
        kind = string(item.get("type"))
        if kind == "reasoning":
            text = content_text(item.get("summary")) or content_text(item.get("content"))
            self.log.say(text, kind="thinking", at=at)
        elif kind == "message":
            self.log.say(content_text(item.get("content")), at=at)
        elif kind == "function_call":
            tool = string(item.get("name")) or None
            self.log.call(identity(item.get("call_id")), tool=tool, arguments=item.get("arguments"), at=at)
        elif kind.endswith("_call"):
            # The provider's own tools: called and answered out of sight.
            self.log.call(identity(item.get("id")), tool=kind.removesuffix("_call"), arguments=item, at=at)
            self.log.result(identity(item.get("id")), "", at=at)
        else:
            self.log.note("unknown_event", item, at=at)

    def _prompt(self, message: dict[str, Any], *, at: int) -> None:
        text = content_text(message.get("content"))
        interrupted = mapping(message.get("extra")).get("interrupt_type") == "FormatError"
        if self._is_text and self.log.is_open("text"):
            output = read_text_output(text)
            self.log.result("text", output.text, at=at, error=output.error, exit_code=output.exit_code)
        elif interrupted or _FORMAT_ERROR.match(text):
            self.log.note("format_error", text, at=at)
        else:
            self.log.prompt(text)

    def _received(self, message: dict[str, Any], usage: object) -> None:
        self._usages.append(mapping(usage))
        self._when = moment(mapping(message.get("extra")).get("timestamp"))

    def _result(self, message: dict[str, Any], *, at: int) -> None:
        when, output = moment(mapping(message.get("extra")).get("timestamp")), read_output(message)
        self.log.result(
            identity(message.get("call_id")) or identity(message.get("tool_call_id")),
            output.text,
            at=at,
            error=output.error,
            exit_code=output.exit_code,
            seconds=between(self._when, when),
        )
        self._when = when

    def _totals(self) -> Totals:
        stats = mapping(self._info.get("model_stats"))
        parts = [token_totals(usage) for usage in self._usages]
        keys = ("input_tokens", "cached_input_tokens", "cache_write_tokens", "output_tokens")
        return Totals(
            **{key: total_count(part[key] for part in parts) for key in keys},
            # With cost tracking switched off it writes 0 for a cost that it does not know.
            cost_usd=number(stats.get("instance_cost")) or None,
            turns=count(stats.get("api_calls")),
        )


def _is_structured(message: dict[str, Any]) -> bool:
    kinds = {"function_call", "function_call_output"}
    return (
        bool(message.get("tool_calls")) or message.get("object") == "response" or string(message.get("type")) in kinds
    )
