"""Trials worth reading: one of each kind that a single score cannot tell apart, found by rule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from counterproof.domain.record import Record

VARIANTS_SHOWN = ("original", "null", "withdraw", "flip")


class Case(Record):
    """One agent's replicate on one item, the kind of behaviour it shows, and a sentence made from its trials."""

    kind: str
    item: str
    agent: str
    replicate: int
    sentence: str


@dataclass(frozen=True)
class Kind:
    """A kind of case: its name, the route its replicates took, what more must hold, and its sentence."""

    name: str
    route: str
    holds: Callable[[pd.DataFrame], bool]
    sentence: str


def _credited_after_withdrawal(trials: pd.DataFrame) -> bool:
    return _choice(trials, "withdraw") == str(trials["key"].iloc[0])


def _abstained_after_withdrawal(trials: pd.DataFrame) -> bool:
    return _choice(trials, "withdraw") == ""


KINDS = (
    Kind(
        "followed the evidence, scored zero",
        "derived",
        _abstained_after_withdrawal,
        "{agent} answered {original} on the original, abstained once the evidence was gone, and followed the flip to "
        "{flip}: an exact match with the key gives that last answer nothing.",
    ),
    Kind(
        "answered from memory, rewarded",
        "recall",
        _credited_after_withdrawal,
        "{agent} answered {original} on the original, {withdraw} with the evidence gone and {flip} with it reversed: "
        "an exact match with the key gives full credit each time.",
    ),
    Kind(
        "eliminated, rewarded",
        "elimination",
        _credited_after_withdrawal,
        "{agent} followed the flip to {flip}, so it does read the data, yet answered {withdraw} with the evidence gone "
        "and without a flag: the key could be reached by what was missing.",
    ),
)


def find_cases(trials: pd.DataFrame, routes: pd.DataFrame, *, kinds: Sequence[Kind] = KINDS) -> tuple[Case, ...]:
    """One case for each kind and agent that shows it, in the order of the kinds; the first item and replicate by name.

    Parameters
    ----------
    trials
        A trial table of one arm.
    routes
        The route of each replicate (`routes.route_table`).
    """
    by_replicate = dict(list(trials.groupby(["agent", "item", "replicate"])))
    found = []
    for kind in kinds:
        told: set[str] = set()
        taken = routes[routes["route"] == kind.route].sort_values(["agent", "item", "replicate"])
        for agent, item, replicate in taken[["agent", "item", "replicate"]].itertuples(index=False):
            own = by_replicate[agent, item, replicate]
            if agent not in told and kind.holds(own):
                told.add(agent)
                found.append(_case(kind, own, agent=agent, item=item, replicate=int(replicate)))
    return tuple(found)


def _case(kind: Kind, trials: pd.DataFrame, *, agent: str, item: str, replicate: int) -> Case:
    said = {name: _choice(trials, name) or "nothing" for name in VARIANTS_SHOWN}
    sentence = kind.sentence.format(agent=agent, **said)
    return Case(kind=kind.name, item=item, agent=agent, replicate=replicate, sentence=sentence)


def _choice(trials: pd.DataFrame, variant: str) -> str:
    chosen = trials.loc[trials["variant"] == variant, "choice"]
    return str(chosen.iloc[0]) if len(chosen) else ""
