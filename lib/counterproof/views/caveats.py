"""What every page of a study must say first: how its agents ran, where that weakens what they show."""

from counterproof.agents.local.model import NOTE
from counterproof.domain.agent import LaunchedAgent, ModelAgent
from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.study import Study

NO_WALLS = (
    "Agents ran without walls (the study says sandbox: none): they could reach the network and every file of this "
    "machine, so that their answers may come from there."
)


def caveats_of(study: Study | IdentityStudy) -> tuple[str, ...]:
    """A sentence for each caveat; none for a study whose agents are all walled in and answered by models of size."""
    launched = [agent for agent in study.agents if isinstance(agent, LaunchedAgent)]
    local = [agent.name for agent in launched if isinstance(agent, ModelAgent) and agent.is_local]
    walls = (NO_WALLS,) if launched and study.sandbox == "none" else ()
    return (*walls, f"{', '.join(local)}: {NOTE}") if local else walls
