"""What an agent is given beside its folder, and the digest of all that it is."""

from functools import cache
from pathlib import Path
from typing import Any

from counterproof.agents.brief import brief_of
from counterproof.agents.numbers.handout import table_handout
from counterproof.domain.registration import Registration
from counterproof.domain.study import AgentSpec, ReferenceName
from counterproof.domain.table_registration import TableRegistration
from counterproof.store.digest import digest_of, file_digest

WITH_PRIOR: frozenset[ReferenceName] = frozenset({"reciter", "fallback"})
"""Routes that are told the key, as a model that learnt it in training would know it."""


def handout_for(spec: AgentSpec, registration: Registration) -> dict[str, Any]:
    """A reference agent's `brief`, and a `prior` (the key's letter) for the routes that recite; plain JSON data.

    The variant plays no part: the handout is the same on all of them.
    """
    if isinstance(registration, TableRegistration):
        return table_handout(registration, with_prior=spec.route in WITH_PRIOR)
    brief = {"brief": brief_of(registration).model_dump(mode="json")}
    return brief | {"prior": registration.key} if spec.route in WITH_PRIOR else brief


def agent_digest(spec: AgentSpec, handout: dict[str, Any]) -> str:
    """Hex SHA-256 of an agent's configuration, handout and code: a changed agent makes its trials stale."""
    return digest_of({"agent": spec.model_dump(mode="json"), "handout": handout, "code": code_digest()})


@cache
def code_digest() -> str:
    """Hex SHA-256 of the reference agents' own source files."""
    files = sorted((Path(__file__).parent / "reference").glob("*.py"))
    return digest_of({path.name: file_digest(path) for path in files})
