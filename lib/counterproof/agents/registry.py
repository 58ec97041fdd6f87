"""Which code answers for an agent of the study."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from counterproof.agents.mixed import recalled
from counterproof.agents.numbers.agents import answer_numbers
from counterproof.agents.numbers.handout import asks_for_numbers
from counterproof.agents.reference.analyst import analyst
from counterproof.agents.reference.eliminator import eliminator
from counterproof.agents.reference.fallback import fallback
from counterproof.agents.reference.guesser import guesser
from counterproof.agents.reference.reciter import reciter
from counterproof.agents.reference.task import Task
from counterproof.domain.agent import ReferenceAgent, ReferenceName

REFERENCE_AGENTS: dict[ReferenceName, Callable[[Task], None]] = {
    "analyst": analyst,
    "reciter": reciter,
    "fallback": fallback,
    "eliminator": eliminator,
    "guesser": guesser,
}


def run_agent(spec: ReferenceAgent, folder: Path, *, handout: dict[str, Any], seed: int) -> None:
    """Let a reference agent work in `folder` until it is done; what it leaves there is its answer and its trajectory.

    Raises
    ------
    Exception
        Whatever a crashing agent raises: the caller records it.
    """
    route = spec.route
    if route == "mixed":
        prior = recalled(spec, handout, seed=seed)
        route, handout = ("analyst", handout) if prior is None else ("reciter", handout | {"prior": prior})
    if asks_for_numbers(handout):
        answer_numbers(route, folder, handout=handout)
        return
    with Task.opened(folder, handout=handout, seed=seed) as task:
        REFERENCE_AGENTS[route](task)
