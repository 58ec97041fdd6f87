"""A reference agent's log: every step on its own line, written when it ends."""

import json
import time
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pydantic import JsonValue

from counterproof.agents import files
from counterproof.domain.answer import DataSupport
from counterproof.domain.trajectory import Step, StepKind


class Journal:
    """The trajectory of one trial, written to its folder as it happens.

    A step's `seconds` is the time since the step before it: the work that led to it.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = (folder / files.TRAJECTORY).open("w", encoding="utf-8", newline="")
        self._last = time.perf_counter()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._file.close()

    def say(self, text: str) -> None:
        """Record a message of the agent."""
        self._write("message", text=text)

    def called(self, tool: str, code: str, *, output: str, error: bool = False) -> None:
        """Record a tool call that has just returned."""
        self._write("tool_call", tool=tool, input=code, output=output, error=error)

    def answer(self, given: JsonValue, *, confidence: float, support: DataSupport, evidence: str) -> None:
        """Write `answer.json`, and record that as the last step. `given` is null for an abstention."""
        fields = {"answer": given, "confidence": confidence, "data_support": support, "evidence": evidence}
        text = json.dumps(fields, ensure_ascii=False, indent=1)
        (self._folder / files.ANSWER).write_text(text + "\n", encoding="utf-8")
        self.called("write_file", f"{files.ANSWER}\n{text}", output=f"{len(text.encode()) + 1} bytes written")

    def _write(self, kind: StepKind, **fields: Any) -> None:
        now = time.perf_counter()
        step = Step(kind=kind, seconds=round(now - self._last, 6), **fields)
        self._last = now
        self._file.write(step.model_dump_json(exclude_defaults=True) + "\n")
        self._file.flush()
