"""Trials worth reading: the kinds of behaviour that a single score cannot tell apart, found by rule."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import pandas as pd

from counterproof.audit.case_words import Words
from counterproof.audit.replicates import Replicate, replicates_of
from counterproof.domain.construction import Construction
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VariantName

VARIANTS_SHOWN: tuple[VariantName, ...] = ("original", "null", "withdraw", "flip")
MOST_AGENTS = 6


class Case(Record):
    """A kind of behaviour, who shows it where, and a sentence made from the trials.

    `agent` is the first of `agents`; more than one where the case is that several do the same. `shown` counts the
    replicates of the agent (of the study, where there are several) that show the kind, `among` those that could.
    """

    kind: str
    item: str
    agent: str
    replicate: int
    sentence: str
    agents: tuple[str, ...]
    variants: tuple[VariantName, ...] = VARIANTS_SHOWN
    shown: int
    among: int


@dataclass(frozen=True)
class Kind:
    """A kind of case: its name, its rule in words, whether a replicate shows it, and the sentence about it."""

    name: str
    rule: str
    holds: Callable[[Replicate], bool]
    sentence: Callable[[Words], str]


KINDS = (
    Kind(
        "answered from memory, rewarded",
        "the key on the original, again with the evidence withdrawn, and again with it reversed",
        lambda own: own.route in {"recall", "flagged_kept"} and own.gave("withdraw", "key"),
        Words.memory,
    ),
    Kind(
        "eliminated, rewarded",
        "the flip followed, yet the key with the evidence withdrawn, without a flag",
        lambda own: own.route == "elimination" and own.gave("withdraw", "key"),
        Words.elimination,
    ),
    Kind(
        "overruled the data, rewarded",
        "the key on the original and on the flip, although the agent's own tool output puts the other option ahead, "
        "or names it while the agent says that the data support its answer in full",
        lambda own: own.route != "" and own.overruled,
        Words.overruled,
    ),
    Kind(
        "followed the evidence, scored zero",
        "a response to the withdrawal, and the flip followed, which an exact match with the key gives nothing",
        lambda own: own.route == "derived",
        Words.followed,
    ),
)

ACROSS = Kind(
    "the same across agents, rewarded",
    "several agents give the key on one item whose evidence is withdrawn, in one replicate",
    lambda own: own.gave("withdraw", "key"),
    Words.memory,
)
RULES = {kind.name: kind.rule for kind in (KINDS[0], ACROSS, *KINDS[1:])}
"""Every kind of case with its rule, in the order of the paper's case studies (VC appendix I)."""


def find_cases(
    trials: pd.DataFrame,
    routes: pd.DataFrame,
    *,
    records: Iterable[Trial] = (),
    constructions: Iterable[Construction] = (),
    kinds: Sequence[Kind] = KINDS,
) -> tuple[Case, ...]:
    """One case for each kind and agent that shows it, and one of several agents that do the same, in order of `RULES`.

    The agent that shows a kind most often comes first. Of its replicates the first by name is taken, before all others
    one that noticed what is missing, or saw the other option ahead.

    Parameters
    ----------
    trials
        A trial table of one arm.
    routes
        The route of each replicate (`routes.route_table`).
    records, constructions
        What the table was made of: tool outputs are read in them, and options named. Without them only what the table
        holds counts.
    """
    replicates = replicates_of(trials, routes, records=records, constructions=constructions)
    found = [case for kind in kinds for case in _by_agent(kind, replicates)] + _across(replicates)
    order = list(RULES)
    return tuple(sorted(found, key=lambda case: order.index(case.kind) if case.kind in order else len(order)))


def _by_agent(kind: Kind, replicates: Sequence[Replicate]) -> list[Case]:
    cases = []
    for agent in sorted({own.agent for own in replicates}):
        theirs = [own for own in replicates if own.agent == agent]
        shown = [own for own in theirs if kind.holds(own)]
        if shown:
            cases.append(_case(kind, [_most_telling(shown)], shown=len(shown), among=len(theirs)))
    # What an agent does always comes before what happens now and then, or by chance.
    return sorted(cases, key=lambda case: -case.shown / case.among)


def _across(replicates: Sequence[Replicate]) -> list[Case]:
    together: dict[tuple[str, int], list[Replicate]] = {}
    for own in replicates:
        together.setdefault((own.item, own.replicate), [])
        if ACROSS.holds(own):
            together[own.item, own.replicate].append(own)
    several = [group for _, group in sorted(together.items()) if len(group) > 1]
    if not several:
        return []
    most = max(several, key=len)
    return [_case(ACROSS, most[:MOST_AGENTS], shown=len(several), among=len(together))]


def _most_telling(shown: Sequence[Replicate]) -> Replicate:
    return min(shown, key=lambda own: not (own.saw_the_flip or own.rows.get("withdraw", {}).get("noticed", False)))


def _case(kind: Kind, group: Sequence[Replicate], *, shown: int, among: int) -> Case:
    first = group[0]
    words = [Words(own.agent, own.rows, own.registration, own.records) for own in group]
    sentence = Words.across(words) if len(group) > 1 else kind.sentence(words[0])
    return Case(
        kind=kind.name,
        item=first.item,
        agent=first.agent,
        replicate=first.replicate,
        sentence=sentence,
        agents=tuple(own.agent for own in group),
        variants=("withdraw",) if len(group) > 1 else VARIANTS_SHOWN,
        shown=shown,
        among=among,
    )
