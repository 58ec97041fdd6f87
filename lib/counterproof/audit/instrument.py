"""Whether the instrument holds: reference agents of known routes must land where they are known to."""

from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from counterproof.audit.estimates import Bools, Floats, Measure, tidy
from counterproof.audit.measures import agent_measures
from counterproof.audit.paired import NEEDED, Paired, pair_variants
from counterproof.domain.agent import ReferenceAgent, ReferenceName
from counterproof.domain.study import Study
from counterproof.stats.proportion import exact_rate

LOT_LEVEL = 0.99
"""Coverage where an agent draws lots: wide, since every study is checked and few should be called broken by chance."""
OPAQUE = "ega, opaque names"
RECALLED = "recall share"

EXACT: dict[ReferenceName, dict[str, float]] = {
    "analyst": {"ega": 1, "followed": 1, "route_derived": 1},
    "reciter": {"ega": 0, "kept": 1, "route_recall": 1},
    "fallback": {"ega": 0, "followed": 1, "route_elimination": 1},
    "eliminator": {"withdrawal_credit": 1, "ega": 0},
}
"""What every single replicate of a deterministic reference agent must give (SPEC section 6)."""

COLUMNS = ("agent", "route", "metric", "expected", "value", "low", "high", "holds", "n_trials", "n_excluded", "reason")


class Check(NamedTuple):
    """One expected metric against what was found; numbers are nan where there is none, `holds` null where nothing was
    checked.
    """

    metric: str
    expected: float
    value: float
    low: float
    high: float
    holds: bool | None
    n_trials: int
    reason: str | None


def check_instrument(table: pd.DataFrame, study: Study, *, hidden: pd.DataFrame | None = None) -> pd.DataFrame:
    """One row for each reference agent of the study and each metric that it must show.

    Parameters
    ----------
    table
        The trial table of the study, of one arm. Every replicate counts alike here.
    hidden
        The same of the arm `anonymised`, in which mixed agents are checked, too; none where the study has no such arm.

    Returns
    -------
    DataFrame
        Deterministic agents must give the expected value in every complete replicate; there is no interval. The guesser
        holds when the exact 99% interval of its rate holds the expectation, averaged over its trials. `holds` is false
        for an agent without a complete replicate; `n_excluded` counts those that broken machinery spoilt. The
        eliminator is checked on items marked eliminable; with none `holds` is null, and `reason` says that nothing
        was checked. Without any trial there is no row.
        A mixed agent that recalls with probability p must have an EGA of 1 - p, by the exact 99% interval. In the arm
        `anonymised` it must follow every flip, and the share of the same items that it does not follow under the real
        names (`recall share`) must be p.
    """
    paired = pair_variants(table)
    opaque = None if hidden is None else pair_variants(hidden)
    rows: list[dict[str, Any]] = []
    for agent in study.agents if len(table) else ():
        if agent.kind == "reference":
            own = paired.where((paired.index["agent"] == agent.name).to_numpy(dtype=bool))
            facts = {"agent": agent.name, "route": agent.route, "n_excluded": int(own.index["excluded"].sum())}
            checks = _checks(agent, own.complete())
            if agent.route == "mixed" and opaque is not None and _is_asked_opaque(agent, study):
                there = opaque.where((opaque.index["agent"] == agent.name).to_numpy(dtype=bool))
                checks += _opaque_checks(agent, own.complete(), there.complete())
            rows += [{**facts, **check._asdict()} for check in checks]
    return tidy(rows, COLUMNS).astype({"expected": "float64", "holds": "boolean"})


def instrument_holds(frame: pd.DataFrame) -> bool | None:
    """Whether every reference agent landed where it is known to; null where nothing was checked."""
    checked = frame["holds"].dropna()
    return bool(checked.all()) if len(checked) else None


def guesser_expectation(n_options: Floats) -> dict[str, float]:
    """What uniform guessing among m options gives on average over trials: accuracy 1/m, EGA (m - 1)/m^3."""
    return {"accuracy": float(np.mean(1 / n_options)), "ega": float(np.mean((n_options - 1) / n_options**3))}


def _checks(agent: ReferenceAgent, own: Paired) -> list[Check]:
    expected = _expected(agent)
    if not len(own.index):
        reason = "no complete replicate: run the agent on original, withdraw and flip"
        return [_unmeasured(name, value, reason, holds=False) for name, value in expected.items()]
    if agent.route == "guesser":
        expected = guesser_expectation(own.index["n_options"].to_numpy(dtype=np.float64))
    if agent.route in ("guesser", "mixed"):
        found = _measures(own)
        return [_lot_check(name, found[name].numerator, value) for name, value in expected.items()]
    if agent.route == "eliminator":
        own = own.where(own.index["eliminable"].fillna(value=False).to_numpy(dtype=bool))
        if not len(own.index):
            reason = "nothing checked: no item is marked eliminable"
            return [_unmeasured(name, value, reason, holds=None) for name, value in expected.items()]
    found = _measures(own)
    return [_exact_check(found[name], value, own) for name, value in expected.items()]


def _expected(agent: ReferenceAgent) -> dict[str, float]:
    if agent.recalls is not None:
        return {"ega": 1 - agent.recalls}
    return EXACT.get(agent.route, {"accuracy": np.nan, "ega": np.nan})


def _is_asked_opaque(agent: ReferenceAgent, study: Study) -> bool:
    arm = next((arm for arm in study.arm_specs if arm.name == "anonymised"), None)
    return arm is not None and all(arm.runs(agent=agent.name, variant=name, replicate=1) for name in NEEDED)


def _opaque_checks(agent: ReferenceAgent, own: Paired, opaque: Paired) -> list[Check]:
    recalls = agent.recalls or 0
    same = own.where(own.index["item"].isin(opaque.index["item"]).to_numpy(dtype=bool))
    if not len(same.index):
        reason = "no complete replicate under opaque names: construct the study and run the agent in the arm anonymised"
        return [_unmeasured(name, value, reason, holds=False) for name, value in ((OPAQUE, 1.0), (RECALLED, recalls))]
    missed = 1 - _measures(same)["followed"].numerator
    hidden = _exact_check(_measures(opaque)["ega"], 1, opaque)
    return [hidden._replace(metric=OPAQUE), _lot_check(RECALLED, missed, recalls)]


def _unmeasured(metric: str, expected: float, reason: str, *, holds: bool | None) -> Check:
    return Check(metric, expected, np.nan, np.nan, np.nan, holds, 0, reason)


def _exact_check(measure: Measure, expected: float, own: Paired) -> Check:
    wrong: Bools = measure.numerator != expected
    reason = None
    if wrong.any():
        first = own.index[wrong].iloc[0]
        reason = f"{wrong.sum()} of {wrong.size} replicates differ, the first on item {first['item']}"
        reason += f", replicate {first['replicate']}"
    value = float(measure.numerator.mean())
    return Check(measure.name, expected, value, np.nan, np.nan, not wrong.any(), wrong.size, reason)


def _lot_check(metric: str, hits: Floats, expected: float) -> Check:
    # Options differ in number between items; one binomial of the guesser's mean rate then varies more than the truth.
    interval = exact_rate(int(hits.sum()), n=hits.size, level=LOT_LEVEL)
    holds = interval.low <= expected <= interval.high
    reason = None if holds else f"the expectation lies outside the exact {LOT_LEVEL:.0%} interval"
    return Check(metric, expected, *interval[:3], holds, hits.size, reason)


def _measures(own: Paired) -> dict[str, Measure]:
    return {measure.name: measure for measure in agent_measures(own)}
