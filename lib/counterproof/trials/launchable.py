"""What a trial of an audit and a call of an identity study share: all that starting their agent needs."""

from pathlib import Path
from typing import Protocol

from counterproof.domain.agent import AgentSpec
from counterproof.domain.endpoint import Endpoint, Price
from counterproof.domain.identity_study import Answerer
from counterproof.domain.study import Limits
from counterproof.domain.trial import Sandbox


class Launchable(Protocol):
    """A planned trial or call: who answers, what it reads, within which walls and limits, and where its model is."""

    @property
    def agent(self) -> AgentSpec | Answerer:
        """Who answers."""

    @property
    def prompt(self) -> str:
        """What it reads."""

    @property
    def data(self) -> Path | None:
        """The file that it is given, null where there is none."""

    @property
    def limits(self) -> Limits:
        """What it may use."""

    @property
    def sandbox(self) -> Sandbox:
        """Whether it runs within walls."""

    @property
    def endpoint(self) -> Endpoint | None:
        """Where its model answers, null where it has none."""

    @property
    def price(self) -> Price | None:
        """What its model costs, null where that is not known."""
