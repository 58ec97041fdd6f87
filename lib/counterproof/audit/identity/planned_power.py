"""The smallest effect that an identity study could find by each contrast, its slope and its recall, before it runs."""

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
import pandas as pd

from counterproof.audit.identity.accuracy import baselines
from counterproof.audit.identity.pairs import paired_conditions
from counterproof.audit.planned_power import BETWEEN_ITEMS, POWER
from counterproof.domain.condition import REDACTION, ConditionName
from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.record import Record
from counterproof.stats.power import Detectable, smallest_detectable
from counterproof.stats.study_power import smallest_by_bootstrap
from counterproof.stats.table_power import smallest_by_fisher
from counterproof.store.identity import OpenIdentity
from counterproof.trials.calls import CallPlan

COST, EVIDENCE, SLOPE, RECALL = "identity cost", "evidence contrast", "redaction slope", "recall"
NAMED = {"named - blind": COST, "named - delete": EVIDENCE}

RECOGNISED = 0.5
"""Share of records that are taken to be recognised: no other share lets the test find less."""

Test = Literal["McNemar", "Fisher", "none"]


class IdentityPower(Record):
    """What one comparison could find: the smallest difference of two accuracies, or slope of it per unit redacted.

    `exact` is by the exact test (`test`) on the registered replicate, `bootstrap` by the bootstrap over calls with all
    replicates; null with the reason. `differ` is the share of pairs whose verdicts differ, for recall the share of
    records that are recognised: `measured`, or else registered or assumed. `n_calls` calls of one replicate are drawn.
    """

    contrast: str
    test: Test
    n_items: int
    replicates: int
    differ: float
    measured: bool
    exact: float | None
    exact_reason: str | None
    n_calls: int
    bootstrap: float | None
    bootstrap_reason: str | None


def identity_power(
    study: OpenIdentity,
    plan: CallPlan,
    *,
    measured: pd.DataFrame | None = None,
    between_items: float = BETWEEN_ITEMS,
) -> tuple[IdentityPower, ...]:
    """What each registered contrast, the redaction slope and recall could find at a two-sided 5% with a power of 0.8.

    Parameters
    ----------
    measured
        The replies of agents whose routes are not known, as `reply_table` gives them: their shares of pairs that
        differ take the place of the registered one.
    between_items
        Correlation of an instance's replicates and steps, in [0, 1].
    """
    spec, groups = study.study, _groups(plan)
    replies = pd.DataFrame() if measured is None else measured
    found = []
    for one in spec.tested:
        name = f"{NAMED[one.name]} ({one.name})" if one.name in NAMED else one.name
        share = _share(replies, [(one.a, one.b)], spec)
        found.append(_paired(name, spec, calls=_both(groups, [one.a, one.b]), share=share, between_items=between_items))
    if spec.has_gradient:
        found.append(_slope(spec, groups, replies, between_items=between_items))
    if {"recall", "delete"} <= set(spec.conditions):
        found.append(_recall(study, groups, replies))
    return tuple(found)


Calls = dict[str, int]
"""Instances with a number of the call that asks for them; those of one group share it under all conditions."""


def _groups(plan: CallPlan) -> dict[ConditionName, Calls]:
    groups: dict[ConditionName, Calls] = {}
    first = plan.calls[0].key.agent if plan.calls else ""
    for call in plan.calls:
        if call.key.agent == first and call.key.replicate == 1:
            # The seed is drawn from the whole group, those that a condition leaves out among them.
            groups.setdefault(call.key.condition, {}).update(dict.fromkeys(call.key.instances, call.key.seed))
    return groups


def _both(groups: dict[ConditionName, Calls], names: Sequence[ConditionName]) -> Calls:
    """The instances that are asked under all of these conditions."""
    shared = set.intersection(*(set(groups.get(name, {})) for name in names))
    return {one: groups[names[0]][one] for one in sorted(shared)}


def _share(replies: pd.DataFrame, pairs: Sequence[tuple[str, str]], spec: IdentityStudy) -> float | None:
    """The share of measured pairs that differ, over agents and the given conditions; null where none is there."""
    if replies.empty:
        return None
    differ: list[float] = []
    for _, own in replies.groupby("agent"):
        for a, b in pairs:
            both = paired_conditions(own, a, b, replicate=spec.registered_replicate)
            differ += (both.first_a != both.first_b).astype(float).tolist()
    return float(np.mean(differ)) if differ else None


def _paired(
    name: str, spec: IdentityStudy, *, calls: Calls, share: float | None, between_items: float
) -> IdentityPower:
    n = len(calls)
    differ = spec.discordance if share is None else share
    if n < 1:
        exact = Detectable(math.nan, n, differ, POWER, "no instance has both")
    elif differ == 0:
        exact = Detectable(math.nan, n, differ, POWER, "no pair differs")
    else:
        exact = smallest_detectable(n, discordance=differ, power=POWER)
    several = _by_bootstrap(calls, differ, spec, between_items)
    return _power(name, spec, calls=calls, test="McNemar", share=share, exact=exact, bootstrap=several)


def _slope(
    spec: IdentityStudy, groups: dict[ConditionName, Calls], replies: pd.DataFrame, *, between_items: float
) -> IdentityPower:
    steps = [step for step in REDACTION if {step.named, step.blind} <= set(spec.conditions)]
    calls = _both(groups, [name for step in steps for name in (step.named, step.blind)])
    share = _share(replies, [(step.named, step.blind) for step in steps], spec)
    differ = spec.discordance if share is None else share
    several = _by_bootstrap(calls, differ, spec, between_items, levels=[step.level for step in steps])
    none = Detectable(math.nan, len(calls), differ, POWER, "none")
    return _power(SLOPE, spec, calls=calls, test="none", share=share, exact=none, bootstrap=several)


def _recall(study: OpenIdentity, groups: dict[ConditionName, Calls], replies: pd.DataFrame) -> IdentityPower:
    """Whether recognised records are answered right without evidence more often than the others, which are guessed."""
    calls = _both(groups, ["recall", "delete"])
    n, share = len(calls), _recognised(replies, calls)
    recognised = round((RECOGNISED if share is None else share) * n)
    chance = baselines({one.id: one for one in study.instances if one.id in calls})["chance"]
    exact = smallest_by_fisher(recognised, n - recognised, base=chance, power=POWER)
    none = Detectable(math.nan, n, RECOGNISED, POWER, "none")
    name = f"{RECALL} (recognised, right)"
    return _power(name, study.study, calls=calls, test="Fisher", share=share, exact=exact, bootstrap=none)


def _recognised(replies: pd.DataFrame, calls: Calls) -> float | None:
    """The share of these records that are said to be known; null where none was asked for."""
    if replies.empty:
        return None
    asked = (replies["condition"] == "recall") & ~replies["excluded"] & replies["instance"].isin(list(calls))
    known = replies.loc[asked, "recognised"].fillna(value=False)
    return float(known.mean()) if len(known) else None


def _by_bootstrap(
    calls: Calls, differ: float, spec: IdentityStudy, between_items: float, levels: Sequence[float] = (1.0,)
) -> Detectable:
    return smallest_by_bootstrap(
        len(calls),
        replicates=spec.replicates,
        discordance=differ,
        between_items=between_items,
        seed=spec.seed,
        power=POWER,
        levels=tuple(levels),
        # Instances of the recall probe alone share a group's call there, and leave it smaller elsewhere.
        items_per_call=math.ceil(len(calls) / max(len(set(calls.values())), 1)) or 1,
    )


def _power(
    name: str,
    spec: IdentityStudy,
    *,
    calls: Calls,
    test: Test,
    share: float | None,
    exact: Detectable,
    bootstrap: Detectable,
) -> IdentityPower:
    assumed = RECOGNISED if test == "Fisher" else spec.discordance
    return IdentityPower(
        contrast=name,
        test=test,
        n_items=len(calls),
        n_calls=len(set(calls.values())),
        replicates=spec.replicates,
        differ=assumed if share is None else share,
        measured=share is not None,
        exact=None if exact.reason else exact.value,
        exact_reason=exact.reason,
        bootstrap=None if bootstrap.reason else bootstrap.value,
        bootstrap_reason=bootstrap.reason,
    )
