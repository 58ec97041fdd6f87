"""What a reference agent is given beside its folder when numbers are asked for."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from counterproof.agents.numbers.brief import TableBrief
from counterproof.domain.table_registration import TableRegistration
from counterproof.store.digest import digest_of, file_digest

CODE = "numbers_code"


def table_handout(registration: TableRegistration, *, with_prior: bool) -> dict[str, Any]:
    """The brief, the digest of these agents' code (a changed agent makes its trials stale), and the key as a prior.

    The variant plays no part: the handout is the same on all of them.
    """
    brief = TableBrief(
        analysis=registration.statistic.reference.partition(":")[2],
        asked=registration.targets,
        format=registration.source.format,
    )
    handout = {"brief": brief.model_dump(mode="json"), CODE: code_digest()}
    return handout | {"prior": registration.key_values} if with_prior else handout


def asks_for_numbers(handout: Mapping[str, Any]) -> bool:
    """Whether a handout is one for numbers."""
    return CODE in handout


@cache
def code_digest() -> str:
    """Hex SHA-256 of these agents' own source files."""
    return digest_of({path.name: file_digest(path) for path in sorted(Path(__file__).parent.glob("*.py"))})
