"""The mixed agent: knows some answers by the names in the question, and analyses where it does not."""

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.registration import Registration
from counterproof.domain.statistic import Coexpression, Specificity
from counterproof.store.digest import file_digest


def memory_of(registration: Registration) -> dict[str, Any]:
    """What a model that learnt the item would know: the answer's name and the gene asked about, never a letter.

    The digest of this code is part of it, so that a changed agent makes its trials stale.
    """
    return {
        "memory": {"about": _genes_asked(registration.statistic), "answer": registration.targets[registration.key]},
        "mixed_code": code_digest(),
    }


def recalled(spec: ReferenceAgent, handout: dict[str, Any], *, seed: int) -> Any:
    """The prior of this trial; null where the agent analyses: its lot says so, or it does not know these names.

    The lot depends on the seed alone.
    """
    if np.random.default_rng([seed, *b"recalls"]).random() >= (spec.recalls or 0):
        return None
    memory = handout.get("memory")
    if memory is None:
        # An item that asks for numbers is known by its values.
        return handout.get("prior")
    brief = handout["brief"]
    if set(memory["about"]) - {brief["question"].get("gene")}:
        return None
    return next((letter for letter, name in brief["options"].items() if name == memory["answer"]), None)


@cache
def code_digest() -> str:
    """Hex SHA-256 of this file."""
    return file_digest(Path(__file__))


def _genes_asked(statistic: object) -> list[str]:
    return [statistic.gene] if isinstance(statistic, Specificity | Coexpression) else []
