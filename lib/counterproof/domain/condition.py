"""What an instance is shown with: its names, its evidence, both, neither, or something put in their place."""

from typing import Literal, NamedTuple, get_args

ConditionName = Literal[
    "named",
    "blind",
    "delete",
    "placebo",
    "shuffled",
    "false_identity",
    "functional",
    "redact-33",
    "redact-33-blind",
    "redact-67",
    "redact-67-blind",
    "redact-100",
    "redact-100-blind",
    "recall",
    "control-95",
    "control-random",
    "reidentify-blind",
    "reidentify-functional",
]
CONDITIONS: tuple[ConditionName, ...] = get_args(ConditionName)
"""In reading order.

- `named`, `blind`: all that an instance has; all with every name masked, and not a byte else changed.
- `delete`, `placebo`, `shuffled`: no evidence; another instance's; the own with its numbers exchanged (its words, where
  it has no two numbers).
- `false_identity`, `functional`: another's names; descriptions in place of names.
- `redact-33`, `redact-67`, `redact-100`, each with `-blind`: that share of the evidence's words hidden, never a name.
- `recall`: names alone, asking for the record. `reidentify-blind`, `reidentify-functional`: masked text, asking for the
  name.
- `control-95`, `control-random`: masked, with one planted line that is right 95% of the time, or by chance.
"""


class RedactionStep(NamedTuple):
    """A step of the gradient: the share of words hidden, and its two conditions."""

    level: float
    named: ConditionName
    blind: ConditionName


REDACTION: tuple[RedactionStep, ...] = (
    RedactionStep(0.0, "named", "blind"),
    RedactionStep(1 / 3, "redact-33", "redact-33-blind"),
    RedactionStep(2 / 3, "redact-67", "redact-67-blind"),
    RedactionStep(1.0, "redact-100", "redact-100-blind"),
)

RECALL: frozenset[ConditionName] = frozenset({"recall"})
PROBES: frozenset[ConditionName] = frozenset({"recall", "reidentify-blind", "reidentify-functional"})
"""Conditions that ask for something else than the benchmark's answer."""

CONTROLS: frozenset[ConditionName] = frozenset({"control-95", "control-random"})


def level_of(condition: ConditionName) -> float:
    """The share of words that a condition hides, in [0, 1]."""
    return next((step.level for step in REDACTION if condition in (step.named, step.blind)), 0.0)


def asks_for_an_option(condition: ConditionName) -> bool:
    """Whether the condition asks the benchmark's own question."""
    return condition not in PROBES
