"""One agent on one variant of one item, once."""

from typing import Any, Literal

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from counterproof.domain.answer import Answer, Outcome
from counterproof.domain.arm import Arm
from counterproof.domain.record import Record
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.variant import VariantName

Sandbox = Literal["bubblewrap", "none"]


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


class Launched(Record):
    """A trial's program and what it used, for agents that run as one.

    `version` is the program's own (null where it cannot be known). `sandbox` says whether it ran within walls.
    `exit_code` is null where the runner ended it; `limit` is the limit that it ran into, named as in the study's limits
    (`processes` is the runner's own). `cpu_seconds` are those of all its processes, `peak_mb` the memory of the largest
    one (null where nobody counted), `survivors` processes that outlived it and were ended.

    The rest is what its gateway counted: requests to the model and tries beyond the first, tokens and US dollars (null
    where a reply does not state them, or has no price), tools that the provider was asked to run on its own side, and
    how many requests asked for one.
    `kept` is the name of the file beside the trial's record that holds its log, its outputs and every exchange.
    """

    version: str | None
    sandbox: Sandbox
    exit_code: int | None = None
    limit: str | None = None
    cpu_seconds: float | None = None
    peak_mb: float | None = None
    survivors: int = 0
    requests: int = 0
    retries: int = 0
    input_tokens: int | None = None
    cached_input_tokens: int | None = None
    cache_write_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None
    hosted_tools: tuple[str, ...] = ()
    hosted_requests: int = 0
    kept: str | None = None


class Trial(Record):
    """A finished trial. `reason` tells why it did not end as `answered`; `seconds` is wall time.

    `handout` is what the agent was given beside its folder (a reference agent's brief or prior), recorded whole.
    `launched` is null for an agent that is no program. `imported` is null for a trial that we ran; only an imported one
    may lack `seconds` and `started`.
    """

    key: TrialKey
    outcome: Outcome
    reason: str | None = None
    answer: Answer | None = None
    trajectory: Trajectory
    handout: dict[str, Any] = Field(default_factory=dict)
    seconds: float | None
    started: str | None
    launched: Launched | None = None
    imported: Imported | None = None
