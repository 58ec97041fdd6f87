"""What every page of a study must say first: how its agents and analyses ran, where that weakens what they show."""

from collections.abc import Iterable, Iterator

from counterproof.agents.local.model import NOTE
from counterproof.domain.agent import LaunchedAgent, ModelAgent
from counterproof.domain.construction import Construction
from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.study import Study

NO_WALLS = (
    "Agents ran without walls (the study says sandbox: none): they could reach the network and every file of this "
    "machine, so that their answers may come from there."
)


def caveats_of(study: Study | IdentityStudy, constructions: Iterable[Construction] = ()) -> tuple[str, ...]:
    """A sentence for each caveat; none for a study whose programs were all walled in, and its models of size."""
    launched = [agent for agent in study.agents if isinstance(agent, LaunchedAgent)]
    local = [agent.name for agent in launched if isinstance(agent, ModelAgent) and agent.is_local]
    return (
        *((NO_WALLS,) if launched and study.sandbox == "none" else ()),
        *bare_analyses(study, constructions),
        *((f"{', '.join(local)}: {NOTE}",) if local else ()),
    )


def bare_analyses(study: Study | IdentityStudy, constructions: Iterable[Construction]) -> Iterator[str]:
    """A sentence where registered analyses of tables ran without walls, and why, as far as that can be told now."""
    bare = sum(made.analysis_sandbox == "none" for made in constructions)
    if bare:
        why = "the study says sandbox: none" if study.sandbox == "none" else "bubblewrap was not usable then"
        yield (
            f"The reference analysis of {bare} {'item' if bare == 1 else 'items'} ran without walls ({why}): it could "
            "reach the network and every file of this machine."
        )
