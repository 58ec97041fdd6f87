"""One agent on one variant of one item, once."""

from typing import Any, Literal

from pydantic import Field

from counterproof.domain.answer import Answer, Outcome
from counterproof.domain.record import Record
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.variant import VariantName

Arm = Literal["standard"]


class TrialKey(Record):
    """Everything that a trial depends on. Two trials with one digest of this record are the same trial.

    The digests are SHA-256 in hex: `item` of the item's record, `data` of the variant's file (null where none is
    given), `prompt` of the prompt's bytes, `agent` of the agent's configuration and handout.
    """

    item: str
    variant: VariantName
    arm: Arm = "standard"
    agent: str
    replicate: int
    seed: int
    item_sha256: str
    data_sha256: str | None
    prompt_sha256: str
    agent_sha256: str


class Trial(Record):
    """A finished trial. `reason` tells why it did not end as `answered`; `seconds` is wall time.

    `handout` is what the agent was given beside its folder (a reference agent's brief or prior), recorded whole.
    """

    key: TrialKey
    outcome: Outcome
    reason: str | None = None
    answer: Answer | None = None
    trajectory: Trajectory
    handout: dict[str, Any] = Field(default_factory=dict)
    seconds: float
    started: str
