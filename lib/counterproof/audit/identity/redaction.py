"""The redaction gradient: how the gap between named and blind grows as words of the evidence are hidden."""

import math
from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.identity.interval import call_interval
from counterproof.audit.identity.meaning import REDACTION as MEANING
from counterproof.audit.identity.pairs import Pairs, paired_conditions, reply_groups, score_matrix
from counterproof.domain.condition import REDACTION
from counterproof.domain.identity_study import IdentityStudy
from counterproof.stats.slope import mean_slope


def redaction_table(table: pd.DataFrame, study: IdentityStudy, *, seed: int, resamples: int) -> pd.DataFrame:
    """A row for each agent and step: accuracy named and blind, and their gap with a bootstrap interval over calls."""
    rows = []
    for agent, own in table.groupby("agent", sort=False):
        there = set(own["condition"])
        for step in REDACTION:
            if not {step.named, step.blind} <= there:
                continue
            pairs = paired_conditions(own, step.named, step.blind, replicate=study.registered_replicate)
            gap = pairs.a - pairs.b
            low, high = (
                call_interval(gap, pairs.cluster, seed=seed, resamples=resamples) if gap.size else (math.nan, math.nan)
            )
            rows.append(
                {
                    "agent": agent,
                    "level": step.level,
                    "named": pairs.a.mean() if gap.size else None,
                    "blind": pairs.b.mean() if gap.size else None,
                    "value": gap.mean() if gap.size else None,
                    "low": None if math.isnan(low) else low,
                    "high": None if math.isnan(high) else high,
                    "n": gap.size,
                    "reason": _without_interval(pairs) if math.isnan(low) else "",
                }
            )
    return pd.DataFrame(rows, columns=["agent", "level", "named", "blind", "value", "low", "high", "n", "reason"])


def _without_interval(pairs: Pairs) -> str:
    if not pairs.instances:
        return "no instance has both versions"
    return "fewer than 2 calls" if np.unique(pairs.cluster).size < 2 else "every resample gives the same gap"


def slope_table(table: pd.DataFrame, *, seed: int, resamples: int) -> pd.DataFrame:
    """A row an agent: the mean slope of (named - blind) per unit redacted, over instances that have every step."""
    rows: list[dict[str, Any]] = []
    for agent, own in table.groupby("agent", sort=False):
        there = set(own["condition"])
        steps = [step for step in REDACTION if {step.named, step.blind} <= there]
        if len(steps) < 2:
            continue
        names = [name for step in steps for name in (step.named, step.blind)]
        scores = score_matrix(own, names)
        gaps = np.column_stack([(scores[step.named] - scores[step.blind]).to_numpy() for step in steps])
        levels = np.array([step.level for step in steps])
        used = own[own["condition"].isin(names) & ~own["excluded"]]
        group = pd.Series(reply_groups(used), index=used["instance"]).groupby(level=0).first()
        cluster = group.reindex(scores.index).to_numpy(dtype=np.intp)
        found = mean_slope(gaps, levels, cluster=cluster, seed=seed, resamples=resamples)
        numbers = {
            name: None if math.isnan(value) else value for name, value in zip(found._fields[:4], found[:4], strict=True)
        }
        rows.append(
            {
                "agent": agent,
                **numbers,
                "n": found.n_items,
                "calls": found.n_clusters,
                "reason": found.reason or "",
                "can": MEANING.can,
                "cannot": MEANING.cannot,
            }
        )
    columns = ["agent", "value", "low", "high", "p_value", "n", "calls", "reason", "can", "cannot"]
    return pd.DataFrame(rows, columns=columns)
