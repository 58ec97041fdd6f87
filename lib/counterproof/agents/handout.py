"""What an agent is given beside its folder, and the digest of all that it is."""

from functools import cache
from pathlib import Path
from typing import Any

from counterproof.agents.brief import brief_of
from counterproof.agents.launch import MANNER
from counterproof.agents.mixed import memory_of
from counterproof.agents.numbers.handout import table_handout
from counterproof.domain.agent import AgentSpec, ReferenceAgent, ReferenceName
from counterproof.domain.endpoint import Endpoint
from counterproof.domain.registration import Registration
from counterproof.domain.table_registration import TableRegistration
from counterproof.store.digest import digest_of, file_digest

WITH_PRIOR: frozenset[ReferenceName] = frozenset({"reciter", "fallback", "mixed"})
"""Routes that are told the key, as a model that learnt it in training would know it."""

ON_THIS_MACHINE = {"binary", "tools"}
"""Where a program lies says nothing of what it is."""


def handout_for(
    spec: AgentSpec, registration: Registration, *, named: Registration | None = None, abstain: str | None = None
) -> dict[str, Any]:
    """A reference agent's `brief`, and a `prior` (the key's letter) for the routes that recite; plain JSON data.

    The variant plays no part: the handout is the same on all of them. Other agents read the prompt and get nothing.
    `abstain` is the letter of the option to abstain, where the prompt has one: whoever draws by lot draws from it too.
    A mixed agent has a `memory` of names instead: those of `named`, where the registration has opaque ones.
    """
    if not isinstance(spec, ReferenceAgent):
        return {}
    if isinstance(registration, TableRegistration):
        return table_handout(registration, with_prior=spec.route in WITH_PRIOR)
    brief = {"brief": brief_of(registration).model_dump(mode="json")}
    if spec.route == "guesser" and abstain is not None:
        return brief | {"abstain": abstain}
    if spec.route == "mixed":
        return brief | memory_of(named or registration)
    return brief | {"prior": registration.key} if spec.route in WITH_PRIOR else brief


def agent_digest(spec: AgentSpec, handout: dict[str, Any], *, endpoint: Endpoint | None = None) -> str:
    """Hex SHA-256 of an agent's configuration, handout and code: a changed agent makes its trials stale.

    Of an agent that is a program, the configuration counts with the address and the dialect of its model and the manner
    of its start; its version does not, since trials are read where it is not installed: each trial records it.
    """
    if isinstance(spec, ReferenceAgent):
        # On which variants it is asked says nothing of what it is.
        own = spec.model_dump(mode="json", exclude={"variants"})
        return digest_of({"agent": own, "handout": handout, "code": code_digest()})
    agent = spec.model_dump(mode="json", exclude_defaults=True, exclude=ON_THIS_MACHINE)
    served = None if endpoint is None else {"dialect": endpoint.dialect, "base_url": endpoint.base_url}
    return digest_of({"agent": agent, "endpoint": served, "manner": MANNER})


@cache
def code_digest() -> str:
    """Hex SHA-256 of the reference agents' own source files."""
    files = sorted((Path(__file__).parent / "reference").glob("*.py"))
    return digest_of({path.name: file_digest(path) for path in files})
