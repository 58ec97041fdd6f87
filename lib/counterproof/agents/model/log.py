"""The loop's log: a step a line as it happens, and at the end a line with totals and ending. Our own format."""

import json
import time
from typing import Any, TextIO

from counterproof.domain.trajectory import Ending, Step, StepKind, Totals, Trajectory

FORMAT = "own"


class StepLog:
    """The steps of one trial, written to a stream. A step's `seconds` is the time since the step before it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._start = self._last = time.perf_counter()

    def said(self, text: str, *, kind: StepKind = "message") -> None:
        """Record a message or a thought of the model; an empty one is none."""
        if text.strip():
            self._write(kind, text=text)

    def called(self, tool: str, code: str, *, output: str, exit_code: int | None, error: bool) -> None:
        """Record a tool call that has just returned."""
        self._write("tool_call", tool=tool, input=code, output=output, exit_code=exit_code, error=error)

    def ended(self, ending: Ending, *, reason: str | None, totals: Totals) -> None:
        """Record how the loop ended and what it used; the wall time is measured here."""
        seconds = round(time.perf_counter() - self._start, 3)
        whole = Trajectory(
            format=FORMAT, totals=totals.model_copy(update={"seconds": seconds}), ending=ending, ending_reason=reason
        )
        self._line(whole.model_dump(mode="json"))

    def _write(self, kind: StepKind, **fields: Any) -> None:
        now = time.perf_counter()
        step = Step(kind=kind, seconds=round(now - self._last, 6), **fields)
        self._last = now
        self._line(step.model_dump(mode="json", exclude_defaults=True))

    def _line(self, fields: dict[str, Any]) -> None:
        # ASCII, so that no half character or odd line break can be cut or read as an end of line.
        self._stream.write(json.dumps(fields) + "\n")
        self._stream.flush()
