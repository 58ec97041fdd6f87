"""The ordered steps of a trial, the same for every tool's log."""

from typing import Literal

from counterproof.domain.record import Record

StepKind = Literal["message", "thinking", "tool_call"]
NoteKind = Literal["unknown_event", "not_json", "cut", "second_result", "repeated", "retry", "error", "format_error"]
Ending = Literal["completed", "max_turns", "limits", "infra_error", "killed", "no_final_event", "empty"]


class Step(Record):
    """One thing the agent did: a message, a thought, or a tool call with its input and output.

    `input` is the text that the tool got, or its arguments as JSON text; `output` is null when the log ends before it.
    `seconds` is the step's duration, null when the log does not tell; `source_index` is the place of its event in the
    source log, counted from 0; `sub_agent` names the sub-agent that took the step, null for the agent itself.
    """

    kind: StepKind
    text: str = ""
    tool: str | None = None
    input: str | None = None
    output: str | None = None
    error: bool = False
    exit_code: int | None = None
    seconds: float | None = None
    source_index: int | None = None
    sub_agent: str | None = None


class Totals(Record):
    """What a trial used as its log tells it; null where the log does not (unknown is never 0).

    `input_tokens` were neither read from a cache nor written to one, `cached_input_tokens` were read from one and
    `cache_write_tokens` written to one; where a log does not part them, all stand in `input_tokens`. `turns` is the
    tool's own count, so it compares within a format only. `seconds` is wall time: stated by the log, or from its first
    time stamp to its last where the log begins with the trial.
    """

    input_tokens: int | None = None
    cached_input_tokens: int | None = None
    cache_write_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    turns: int | None = None
    retries: int | None = None
    seconds: float | None = None


class Note(Record):
    """Something in a log that is no step, kept whole: an unknown event, a line that is no JSON, a half last line ..."""

    kind: NoteKind
    text: str
    source_index: int | None = None


class Trajectory(Record):
    """The steps of one trial in order, with the totals of its log.

    `ending` is how the log ends (null where its format does not tell), `ending_reason` the tool's own words for it;
    `result_text` is the final text where the log states one apart from the steps. `prompts` is what others said to the
    agent: system and user messages. `replaced` counts the characters put in for bytes that were not UTF-8 and for lone
    surrogates. `web_search` is true when the agent's own tools reached for the web.
    """

    format: str
    steps: tuple[Step, ...] = ()
    totals: Totals = Totals()
    ending: Ending | None = None
    ending_reason: str | None = None
    result_text: str | None = None
    prompts: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    replaced: int = 0
    web_search: bool = False

    @property
    def tool_calls(self) -> tuple[Step, ...]:
        """The steps that called a tool."""
        return tuple(step for step in self.steps if step.kind == "tool_call")

    @property
    def final_texts(self) -> tuple[str, ...]:
        """The texts that may state the answer, the last one first to be believed.

        They are the agent's own words: no tool output, no sub-agent, no prompt, no thought.
        """
        own = tuple(step.text for step in self.steps if step.kind == "message" and step.sub_agent is None)
        return (*own, self.result_text) if self.result_text else own

    def noted(self, kind: NoteKind) -> tuple[Note, ...]:
        """The notes of one kind, in order."""
        return tuple(note for note in self.notes if note.kind == kind)
