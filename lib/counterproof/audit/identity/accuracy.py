"""Accuracy under every condition, with what a guess, a majority or a fixed position would get beside it."""

import math
from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.identity.interval import call_interval
from counterproof.audit.identity.pairs import reply_groups
from counterproof.domain.condition import CONDITIONS
from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.instance import Instance
from counterproof.stats.proportion import pass_rate


def baselines(instances: dict[str, Instance]) -> dict[str, float]:
    """What needs no thought: `chance` (mean of 1/options), `majority` (the commonest recorded answer, always given),
    `position` (the best option letter, always given).
    """
    keyed = [one for one in instances.values() if one.key is not None]
    if not keyed:
        return dict.fromkeys(("chance", "majority", "position"), float("nan"))
    texts = pd.Series([one.options[str(one.key)] for one in keyed]).value_counts(normalize=True)
    letters = pd.Series([one.key for one in keyed]).value_counts(normalize=True)
    chance = float(np.mean([1 / len(one.options) for one in keyed]))
    return {"chance": chance, "majority": float(texts.iloc[0]), "position": float(letters.iloc[0])}


def accuracy_table(
    table: pd.DataFrame, instances: dict[str, Instance], study: IdentityStudy, **draws: Any
) -> pd.DataFrame:
    """A row for each agent and condition that asks for an option.

    `value` with `low` and `high` (Wilson) is of the registered replicate, `mean` with `mean_low` and `mean_high` of all
    replicates, resampling calls. `exploratory` says why a condition must not be read as planned: it stopped early.
    """
    rows = []
    asked = table[table["asks_option"]]
    full = asked.groupby("condition")["instance"].nunique()
    for (agent, name), found in asked.groupby(["agent", "condition"], sort=False):
        usable = found[~found["excluded"]]
        first = usable[usable["replicate"] == study.registered_replicate]
        shown = {one: instances[one] for one in usable["instance"].unique()}
        missing = int(full[str(name)]) * study.replicates - len(found)
        rows.append(
            {
                "agent": agent,
                "condition": name,
                **_rate(first),
                **_mean(usable, **draws),
                **baselines(shown),
                "answered": float((usable["outcome"] == "answered").mean()) if len(usable) else None,
                "excluded": int(found["excluded"].sum()),
                "confidence": usable["confidence"].mean(),
                **telemetry(found),
                "exploratory": f"stopped early: {missing} replies missing" if missing > 0 else "",
            }
        )
    frame = pd.DataFrame(rows)
    return frame.sort_values(["agent", "condition"], key=_in_order, kind="stable", ignore_index=True)


def telemetry(found: pd.DataFrame) -> dict[str, Any]:
    """Tool calls, web searches and retrievals of an arm's calls; retrievals are missing where nobody could look."""
    calls = found.drop_duplicates("call")
    seen = calls["retrievals"]
    return {
        "calls": len(calls),
        "tool_calls": int(calls["tool_calls"].sum()),
        "web_searches": int(calls["web_search"].sum()),
        "retrievals": None if seen.isna().any() else int(seen.sum()),
    }


def by_stratum(table: pd.DataFrame, study: IdentityStudy) -> pd.DataFrame:
    """Accuracy of the registered replicate by every stratum, under `named` and `blind`, with Wilson intervals."""
    rows = []
    names = [str(name) for name in table if str(name).startswith("by_")]
    use = table[~table["excluded"] & (table["replicate"] == study.registered_replicate)]
    use = use[use["condition"].isin(["named", "blind"])]
    for name in names:
        for (agent, value, condition), found in use.groupby(["agent", name, "condition"]):
            rows.append({"agent": agent, "split": name[3:], "stratum": value, "condition": condition, **_rate(found)})
    return pd.DataFrame(rows, columns=["agent", "split", "stratum", "condition", "value", "low", "high", "n"])


def _rate(first: pd.DataFrame) -> dict[str, Any]:
    if first.empty:
        return {"value": None, "low": None, "high": None, "n": 0}
    rate = pass_rate(first["correct"].to_numpy(dtype=bool))
    return {"value": rate.value, "low": rate.low, "high": rate.high, "n": rate.n_trials}


def _mean(usable: pd.DataFrame, *, seed: int, resamples: int) -> dict[str, Any]:
    if usable.empty:
        return {"mean": None, "mean_low": None, "mean_high": None}
    correct = usable["correct"].to_numpy(dtype=np.float64)
    low, high = call_interval(correct, reply_groups(usable), seed=seed, resamples=resamples)
    return {
        "mean": float(correct.mean()),
        "mean_low": None if math.isnan(low) else low,
        "mean_high": None if math.isnan(high) else high,
    }


def _in_order(column: pd.Series) -> pd.Series:
    places = {str(name): place for place, name in enumerate(CONDITIONS)}
    return column.map(places) if column.name == "condition" else column
