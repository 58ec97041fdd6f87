"""One trial before it runs: all that its worker needs, and nothing else."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from counterproof.domain.agent import AgentSpec, ReferenceAgent
from counterproof.domain.endpoint import Endpoint, Price
from counterproof.domain.study import Limits
from counterproof.domain.trial import Sandbox, TrialKey
from counterproof.store.digest import digest_of


@dataclass(frozen=True)
class PlannedTrial:
    """A trial's key, its agent with the handout, its prompt, its data file (None where none is given) and its options.

    `option_texts` are the options by their letters. `endpoint` is where its model answers, null for an agent that has
    none, and until the run starts for the one that is served by the run itself; `price` is that of its model. `abstain`
    is the letter of the option that says that the data cannot decide, where the arm adds one; it is none of `options`.
    Where the item asks for numbers, `numbers` is set and `options` are their names.
    """

    key: TrialKey
    agent: AgentSpec
    handout: dict[str, Any]
    prompt: str
    data: Path | None
    option_texts: dict[str, str]
    limits: Limits = field(default_factory=Limits)
    sandbox: Sandbox = "bubblewrap"
    endpoint: Endpoint | None = None
    price: Price | None = None
    abstain: str | None = None
    numbers: bool = False

    @property
    def options(self) -> tuple[str, ...]:
        """The options' letters."""
        return tuple(self.option_texts)

    @property
    def paid(self) -> bool:
        """Whether it costs money: its model has a price."""
        return self.price is not None

    @property
    def agent_seed(self) -> int:
        """A seed for the agent's own chance, below 2**32: from the whole key, so that no two trials share it.

        What a mixed agent remembers is drawn once for all variants and arms of an item and replicate.
        """
        if isinstance(self.agent, ReferenceAgent) and self.agent.route == "mixed" and self.key.seed is not None:
            return self.key.seed
        return int(digest_of(self.key)[:8], 16)
