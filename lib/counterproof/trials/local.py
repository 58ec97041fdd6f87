"""The small local model, served for as long as a run has agents that it answers."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from typing import TypeVar

from counterproof.agents.local.served import served
from counterproof.domain.agent import ModelAgent
from counterproof.trials.calls import PlannedCall
from counterproof.trials.planned import PlannedTrial

Planned = TypeVar("Planned", PlannedTrial, PlannedCall)


def with_local(todo: Sequence[Planned], stack: ExitStack) -> list[Planned]:
    """The trials or calls with the address of the local model, which is served until the stack is unwound."""
    local = [isinstance(each.agent, ModelAgent) and each.agent.is_local for each in todo]
    if not any(local):
        return list(todo)
    endpoint = stack.enter_context(served())
    return [replace(each, endpoint=endpoint) if own else each for each, own in zip(todo, local, strict=True)]
