"""The steps of a log while it is read: calls wait for their outputs, whatever the order in which these come back."""

import re
from typing import Any

from counterproof.domain.trajectory import Ending, Note, NoteKind, Step, StepKind, Totals, Trajectory
from counterproof.trajectories.fields import as_text

_SURROGATE = re.compile("[\ud800-\udfff]")
_WEB_TOOLS = {"websearch", "webfetch", "web_search", "web_fetch", "web_search_preview", "google_search"}


class Recorder:
    """Gathers steps, prompts and notes, and gives the trajectory at the end."""

    def __init__(self) -> None:
        self._steps: list[dict[str, Any]] = []
        self._calls: dict[str, dict[str, Any]] = {}
        self._notes: list[Note] = []
        self._prompts: list[str] = []
        self._replaced = 0
        self.web_search = False

    def say(self, text: str, *, kind: StepKind = "message", at: int, sub_agent: str | None = None) -> None:
        """Record a message or a thought. An empty message says nothing; an empty thought is one that was hidden."""
        if text or kind == "thinking":
            step = {"kind": kind, "text": self.cleaned(text), "source_index": at}
            self._steps.append(step | {"sub_agent": sub_agent and self.cleaned(sub_agent)})

    def call(
        self, call_id: str | None, *, tool: str | None, arguments: object, at: int, sub_agent: str | None = None
    ) -> None:
        """Record a tool call; a second event about a call that is still open renews its input."""
        given = None if arguments is None else self.cleaned(as_text(arguments))
        known = self._calls.get(call_id) if call_id is not None else None
        if known is not None and "output" not in known:
            known.update({"input": given} if given else {})
            return
        step: dict[str, Any] = {"kind": "tool_call", "tool": self.cleaned(tool) if tool else None, "input": given}
        step |= {"source_index": at, "sub_agent": sub_agent and self.cleaned(sub_agent)}
        self.web_search |= (tool or "").lower() in _WEB_TOOLS
        self._steps.append(step)
        if call_id is not None:
            self._calls[call_id] = step

    def result(
        self,
        call_id: str | None,
        output: str,
        *,
        at: int,
        error: bool = False,
        exit_code: int | None = None,
        seconds: float | None = None,
    ) -> None:
        """Record a call's output. One without its call becomes a step of its own; a second one becomes a note."""
        step = self._calls.get(call_id) if call_id is not None else None
        if step is None:
            step = {"kind": "tool_call", "source_index": at}
            self._steps.append(step)
            if call_id is not None:
                self._calls[call_id] = step
        output = self.cleaned(output)
        if "output" in step:
            if output != step["output"]:
                self.note("second_result", output, at=at)
            return
        step |= {"output": output, "error": error, "exit_code": exit_code, "seconds": seconds}

    def is_open(self, call_id: str | None) -> bool:
        """Whether this call was made and has no output so far."""
        return call_id in self._calls and "output" not in self._calls[call_id]

    def is_called(self, call_id: str | None) -> bool:
        """Whether this call was made."""
        return call_id in self._calls

    def forget_calls(self) -> None:
        """Let call ids begin anew, as they do in a new thread of the same file."""
        self._calls.clear()

    def prompt(self, text: str) -> None:
        """Record what somebody else said to the agent."""
        if text:
            self._prompts.append(self.cleaned(text))

    def note(self, kind: NoteKind, content: object, *, at: int) -> None:
        """Keep something that is no step, whole."""
        self._notes.append(Note(kind=kind, text=self.cleaned(as_text(content)), source_index=at))

    def n_noted(self, kind: NoteKind) -> int:
        """How many notes of this kind were kept so far."""
        return sum(note.kind == kind for note in self._notes)

    def finish(
        self,
        name: str,
        *,
        totals: Totals,
        ending: Ending | None,
        reason: str | None = None,
        result_text: str | None = None,
        replaced: int = 0,
        tells_ending: bool = True,
    ) -> Trajectory:
        """The trajectory. A log without an end was killed if a call was open, and else has no final event.

        A format that never `tells_ending` has a null there unless a call was open.
        """
        open_calls = any(step["kind"] == "tool_call" and "output" not in step for step in self._steps)
        if ending is None:
            ending = "killed" if open_calls else "no_final_event" if tells_ending else None
        reason, result_text = (text and self.cleaned(text) for text in (reason, result_text))
        return Trajectory(
            format=name,
            steps=tuple(Step(**step) for step in self._steps),
            totals=totals,
            ending=ending,
            ending_reason=reason or None,
            result_text=result_text or None,
            prompts=tuple(self._prompts),
            notes=tuple(self._notes),
            replaced=self._replaced + replaced,
            web_search=self.web_search,
        )

    def cleaned(self, text: str) -> str:
        """The text fit for UTF-8: half a surrogate pair, which JSON may hold, is replaced and counted."""
        text, n_replaced = _SURROGATE.subn("\ufffd", text)
        self._replaced += n_replaced
        return text
