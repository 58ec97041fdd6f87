"""One agent on one variant of one item, once."""

from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from counterproof.domain.answer import Answer, Outcome
from counterproof.domain.arm import Arm
from counterproof.domain.record import Record
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.variant import VariantName


class TrialKey(Record):
    """Everything that a trial depends on. Two trials with one digest of this record are the same trial.

    The digests are SHA-256 in hex: `item` of the item's record, `data` of the variant's file (null where none is
    given), `prompt` of the prompt's bytes, `agent` of the agent's configuration and handout.

    A trial that was imported has a `source` digest, of the files that it was read from, and nulls for what nobody
    recorded; its `item` digest is that of the item that its answer was read against.
    """

    item: str
    variant: VariantName
    arm: Arm = "standard"
    agent: str
    replicate: int
    seed: int | None
    item_sha256: str
    data_sha256: str | None
    prompt_sha256: str | None
    agent_sha256: str | None
    source_sha256: str | None = None

    @model_serializer(mode="wrap")
    def _without_a_null_source(self, dump: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # A trial's file is named by the digest of its key: what other trials lack must not change theirs.
        fields: dict[str, Any] = dump(self)
        if self.source_sha256 is None:
            fields.pop("source_sha256", None)
        return fields


class Imported(Record):
    """Where a trial came from that ran elsewhere.

    `source` is the path of its files below the folder that was imported, with an Inspect sample's id and epoch after
    `#`; `layout` is how it was found. The names are as recorded there, null where they were not. `passed` is the
    verdict of the grader that ran there, kept beside our own.
    """

    source: str
    layout: Literal["latch", "inspect", "mapped"]
    item: str | None = None
    model: str | None = None
    harness: str | None = None
    passed: bool | None = None


class Trial(Record):
    """A finished trial. `reason` tells why it did not end as `answered`; `seconds` is wall time.

    `handout` is what the agent was given beside its folder (a reference agent's brief or prior), recorded whole.
    `imported` is null for a trial that we ran; only an imported one may lack `seconds` and `started`.
    """

    key: TrialKey
    outcome: Outcome
    reason: str | None = None
    answer: Answer | None = None
    trajectory: Trajectory
    handout: dict[str, Any] = Field(default_factory=dict)
    seconds: float | None
    started: str | None
    imported: Imported | None = None
