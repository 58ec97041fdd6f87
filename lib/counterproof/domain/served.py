"""Where the models of a study's agents are reached and what they cost, by its endpoints and prices."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from counterproof.domain.agent import DIALECTS_OF, HarnessAgent, LaunchedAgent, ModelAgent
from counterproof.domain.endpoint import LOCAL, Endpoint, Price
from counterproof.domain.record import Record


class Served(NamedTuple):
    """Where an agent's model answers and what it costs; both null for an agent that has none."""

    endpoint: Endpoint | None
    price: Price | None


def served_by(spec: Record, *, endpoints: Mapping[str, Endpoint], prices: Mapping[str, Price]) -> Served:
    """Address and price of an agent's model; the model that a run serves itself has its address later."""
    if not isinstance(spec, LaunchedAgent) or spec.endpoint is None:
        return Served(None, None)
    return Served(endpoints.get(spec.endpoint), prices.get(spec.model or ""))


def check_endpoints(endpoints: Mapping[str, Endpoint], *, agents: Iterable[Record]) -> None:
    """Nothing, if every launched agent finds its endpoint, in a dialect that it speaks.

    Raises
    ------
    ValueError
        If one does not, or an endpoint has the name of the local model.
    """
    if LOCAL in endpoints:
        msg = f"the name {LOCAL!r} is taken by the local model"
        raise ValueError(msg)
    for agent in agents:
        if isinstance(agent, LaunchedAgent) and agent.endpoint is not None:
            _check_endpoint(agent, endpoints)


def _check_endpoint(agent: LaunchedAgent, endpoints: Mapping[str, Endpoint]) -> None:
    name = agent.endpoint
    if name is None or (name == LOCAL and isinstance(agent, ModelAgent)):
        return
    if name not in endpoints:
        known = ", ".join(endpoints) or "none"
        msg = f"the agent {agent.name!r} names the endpoint {name!r}; the endpoints here are: {known}"
        raise ValueError(msg)
    dialect = endpoints[name].dialect
    if isinstance(agent, HarnessAgent) and dialect not in DIALECTS_OF[agent.kind]:
        spoken = " or ".join(DIALECTS_OF[agent.kind])
        msg = f"the agent {agent.name!r} speaks {spoken}, and its endpoint {name!r} {dialect}"
        raise ValueError(msg)
