"""The ordered steps of a trial, the same for every tool's log."""

from typing import Literal

from counterproof.domain.record import Record

StepKind = Literal["message", "thinking", "tool_call"]


class Step(Record):
    """One thing the agent did: a message, a thought, or a tool call with its input and output.

    `seconds` is the step's duration, null when the log does not tell; `source_index` is the place of its event in the
    source log, counted from 0; `sub_agent` names the sub-agent that took the step, null for the agent itself.
    """

    kind: StepKind
    text: str = ""
    tool: str | None = None
    input: str | None = None
    output: str | None = None
    error: bool = False
    seconds: float | None = None
    source_index: int | None = None
    sub_agent: str | None = None


class Totals(Record):
    """What a trial used as its log tells it; null where the log does not (unknown is never 0)."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    turns: int | None = None
    seconds: float | None = None


class Trajectory(Record):
    """The steps of one trial in order, with the totals of its log."""

    format: str
    steps: tuple[Step, ...] = ()
    totals: Totals = Totals()

    @property
    def tool_calls(self) -> tuple[Step, ...]:
        """The steps that called a tool."""
        return tuple(step for step in self.steps if step.kind == "tool_call")
