"""One agent call of an identity audit: one or several instances under one condition, answered once."""

from counterproof.domain.answer import Answer, Outcome
from counterproof.domain.condition import ConditionName
from counterproof.domain.record import Record
from counterproof.domain.trajectory import Trajectory
from counterproof.domain.trial import Launched


class CallKey(Record):
    """Everything that a call depends on. Two calls with one digest of this record are the same call.

    `instances` are in the order in which the prompt shows them; the digests are SHA-256 in hex.
    """

    condition: ConditionName
    agent: str
    replicate: int
    instances: tuple[str, ...]
    seed: int
    prompt_sha256: str
    agent_sha256: str


class Recalled(Record):
    """What a recall probe returned: whether the agent says it knows the record, its outcome (a letter), a count."""

    recognised: bool
    value: str | None = None
    count: float | None = None


class Reply(Record):
    """How one instance of a call ended, with its answer, its recalled record, or the name that a probe got."""

    instance: str
    outcome: Outcome
    reason: str | None = None
    answer: Answer | None = None
    recalled: Recalled | None = None
    named: str | None = None


class Call(Record):
    """A finished call. `seconds` is wall time of the whole call; what an answerer was handed is part of its digest.

    `retrievals` counts fetches of outside text that a gateway or the trajectory saw (a request that lets the provider
    search counts as one), null where nobody could look. `launched` is null for an agent that is no program.
    """

    key: CallKey
    replies: tuple[Reply, ...]
    trajectory: Trajectory
    retrievals: int | None = None
    seconds: float
    started: str
    launched: Launched | None = None
