"""One trial before it runs: all that its worker needs, and nothing else."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from counterproof.domain.study import AgentSpec
from counterproof.domain.trial import TrialKey
from counterproof.store.digest import digest_of


@dataclass(frozen=True)
class PlannedTrial:
    """A trial's key, its agent with the handout, its prompt, its data file (None where none is given) and its options.

    `limit_seconds` is wall time. `abstain` is the letter of the option that says that the data cannot decide, where the
    arm adds one; it is none of `options`. Where the item asks for numbers, `numbers` is set and `options` are their
    names.
    """

    key: TrialKey
    agent: AgentSpec
    handout: dict[str, Any]
    prompt: str
    data: Path | None
    options: tuple[str, ...]
    limit_seconds: float
    abstain: str | None = None
    numbers: bool = False

    @property
    def agent_seed(self) -> int:
        """A seed for the agent's own chance, below 2**32: from the whole key, so that no two trials share it."""
        return int(digest_of(self.key)[:8], 16)
