"""What a reference answerer knows before it reads, and the digest of all that it is."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from counterproof.domain.identity_study import Answerer
from counterproof.domain.instance import Instance
from counterproof.store.digest import digest_of, file_digest

KNOWING = frozenset({"name_knower", "mixture"})


def known_names(spec: Answerer, instances: Sequence[Instance]) -> dict[str, Any]:
    """For a route that knows names, the recorded answers of a share of the instances, by their names; else nothing.

    Which instances are known depends on their ids alone: every condition finds the same memory. A name that several
    instances share tells nothing about one of them, and is not known.
    """
    if spec.route not in KNOWING:
        return {}
    own = telling_names(instances)
    known: dict[str, Any] = {}
    for instance in instances:
        if instance.key is not None and knows(spec, instance.id):
            fact = {"answer": instance.options[instance.key], "count": instance.recorded.count}
            known |= dict.fromkeys(own[instance.id], fact)
    return {"known": known}


def telling_names(instances: Sequence[Instance]) -> dict[str, tuple[str, ...]]:
    """For each instance, the names of its first entity that no other instance's first entity has."""
    names = {one.id: [name for entity in one.entities[:1] for name in entity.names] for one in instances}
    times = Counter(name for found in names.values() for name in found)
    return {key: tuple(name for name in found if times[name] == 1) for key, found in names.items()}


def knows(spec: Answerer, instance: str) -> bool:
    """Whether the answerer knows this instance's names."""
    return int(digest_of([spec.name, instance])[:8], 16) / 2**32 < spec.knows


def answerer_digest(spec: Answerer, handout: dict[str, Any]) -> str:
    """Hex SHA-256 of an answerer's configuration, handout and code: a changed one makes its calls stale."""
    return digest_of({"agent": spec.model_dump(mode="json"), "handout": handout, "code": code_digest()})


@cache
def code_digest() -> str:
    """Hex SHA-256 of the answerers' own source files."""
    files = sorted(Path(__file__).parent.glob("*.py"))
    return digest_of({path.name: file_digest(path) for path in files})
