"""What a person says about one trial after reading it (SPEC section 3)."""

from typing import Literal

from pydantic import Field, field_validator

from counterproof.domain.record import Record
from counterproof.domain.variant import VariantName

Behaviour = Literal[
    "sound",
    "final_decision_failure",
    "partial_credit",
    "missed_metadata",
    "wrong_grouping_variable",
    "inappropriate_method",
    "prior_shortcut",
    "runtime_breakdown",
    "other",
]
BEHAVIOURS: dict[str, str] = {
    "sound": "sound work",
    "final_decision_failure": "final-decision failure",
    "partial_credit": "partial credit",
    "missed_metadata": "missed metadata",
    "wrong_grouping_variable": "wrong grouping variable",
    "inappropriate_method": "inappropriate (spatial) method",
    "prior_shortcut": "prior or vocabulary shortcut",
    "runtime_breakdown": "runtime or data-wrangling breakdown",
    "other": "other (say so in the note)",
}
Fault = Literal["none", "grader", "rubric", "ground_truth"]
FAULTS: dict[str, str] = {
    "none": "none suspected",
    "grader": "the grader",
    "rubric": "the rubric",
    "ground_truth": "the ground truth",
}
NOTE_AT_MOST = 20_000


class Review(Record):
    """One reviewer's label of one trial, as it was `at` one time (UTC, ISO 8601). A later one takes its place.

    `trial` is the trial's digest as in the trial table; `stratum` is why it was picked. `behaviour` and `fault` are
    null until the reviewer has chosen.
    """

    trial: str
    item: str
    variant: VariantName
    agent: str
    replicate: int
    stratum: str = ""
    reviewer: str = Field(min_length=1, max_length=100)
    behaviour: Behaviour | None = None
    fault: Fault | None = None
    note: str = Field(default="", max_length=NOTE_AT_MOST)
    at: str

    @field_validator("reviewer")
    @classmethod
    def _named(cls, value: str) -> str:
        if not value.strip():
            msg = "a reviewer has a name"
            raise ValueError(msg)
        return value.strip()
