"""What was found where: an answer with its status, and the words it was read from."""

from typing import Literal

from pydantic import JsonValue

from counterproof.domain.record import Record

Status = Literal[
    "answered",
    "several",
    "abstained",
    "no_answer",
    "refused",
    "ambiguous",
    "ambiguous_scale",
    "bound",
    "invalid",
]
"""`several`: two options where one was asked for. `ambiguous_scale`: percent or fraction? `bound`: `p < 1`."""

Source = Literal["answer_file", "tagged_text", "final_text"]
Flag = Literal["revised", "truncated", "repaired", "approximate", "percent", "hedged"]
"""`revised`: an earlier tag said something else. `truncated`: a closing tag is missing. `repaired`: not strict JSON, or
a vocabulary term in another case. `hedged`: doubt is voiced beside the answer."""

Number = int | float


class Evidence(Record):
    """The words an answer was read from: characters `start` to `end` of its source.

    `step` is the place in the trajectory's steps, null for the answer file and for a log's own statement of the result.
    """

    source: Source
    step: int | None
    start: int
    end: int
    text: str


class Extraction(Record):
    """An answer, or why there is none.

    `value` is set only for `answered` and `several` (for structured fields also when `invalid`: the fields that could
    be read). `readings` lists what an ambiguous answer could mean; nothing chooses among them.
    """

    status: Status
    value: JsonValue = None
    readings: tuple[JsonValue, ...] = ()
    evidence: Evidence | None = None
    reason: str = ""
    flags: tuple[Flag, ...] = ()


class Passage(Record):
    """The one text that answers are read from; `start` is its place in the source."""

    source: Source
    step: int | None = None
    start: int = 0
    text: str
    flags: tuple[Flag, ...] = ()

    def cite(self, start: int, end: int) -> Evidence:
        """The words between two places of this passage, placed in its source."""
        return Evidence(
            source=self.source,
            step=self.step,
            start=self.start + start,
            end=self.start + end,
            text=self.text[start:end],
        )


NOTHING = Extraction(status="no_answer", reason="no answer file, no tagged text and no final message")
