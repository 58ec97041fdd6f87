"""Who passed: rates with their intervals, items passed by any, most and all replicates, and what runs cost."""

from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.estimates import estimates, measured, rate
from counterproof.stats.proportion import pass_rate

USED = ("cost_usd", "turns", "tokens", "seconds")


def endpoints(runs: pd.DataFrame, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """The endpoint results of each agent, best first, a row an agent.

    Returns
    -------
    DataFrame
        `rate` in [0, 1] with its Wilson interval (`low`, `high`: it treats replicates as independent, so it describes)
        and beside it the interval over items (`items_low`, `items_high`, nan with `items_reason`); how many of its
        `n_items` items it passed with `any`, the `majority` (more than half) and `all` of their replicates; for each
        of cost, turns, tokens and seconds the mean over the `NAME_logged` runs that log it (nan where none does);
        `n_excluded` runs that the machinery spoilt stand in none of them.
    """
    rows = [_of_agent(str(name), part, seed=seed, resamples=resamples) for name, part in runs.groupby("agent")]
    table = pd.DataFrame(rows)
    if rows:
        numbers = ("rate", "low", "high", "items_low", "items_high", *USED)
        table = table.astype(dict.fromkeys(numbers, "float64"))
    return table.sort_values(["rate", "agent"], ascending=[False, True], ignore_index=True) if rows else table


def item_passes(runs: pd.DataFrame) -> pd.DataFrame:
    """How many replicates of each agent passed each item: agent, item, n_passed, n_trials, and how much of them."""
    counted = runs[~runs["excluded"]]
    found = counted.groupby(["agent", "item"])["passed"].agg(n_passed="sum", n_trials="size").reset_index()
    share = found["n_passed"] / found["n_trials"]
    words = np.select([share == 1, share > 0.5, share > 0], ["all", "majority", "any"], default="none")
    return found.assign(passed_by=words)


def _of_agent(name: str, part: pd.DataFrame, *, seed: int, resamples: int) -> dict[str, Any]:
    counted = part[~part["excluded"]]
    facts = {
        "agent": name,
        "model": part["model"].iloc[0],
        "family": part["family"].iloc[0],
        "n_trials": len(counted),
        "n_passed": int(counted["passed"].sum()),
        "n_excluded": int(part["excluded"].sum()),
    }
    return facts | _rate(counted, seed=seed, resamples=resamples) | _items(counted) | _used(counted)


def _rate(counted: pd.DataFrame, *, seed: int, resamples: int) -> dict[str, Any]:
    passed = counted["passed"].to_numpy(dtype=bool)
    item = pd.factorize(counted["item"])[0].astype(np.intp)
    (over_items,) = estimates(measured([rate("pass_rate", passed)], item), seed=seed, resamples=resamples)
    beside = {
        "items_low": over_items.low,
        "items_high": over_items.high,
        "items_reason": over_items.reason,
        "unreliable": over_items.unreliable,
    }
    if not passed.size:
        return {"rate": None, "low": None, "high": None, "reason": "no run that counts", **beside}
    wilson = pass_rate(passed)
    return {"rate": wilson.value, "low": wilson.low, "high": wilson.high, "reason": None, **beside}


def _items(counted: pd.DataFrame) -> dict[str, int]:
    share = counted.groupby("item")["passed"].mean()
    return {
        "n_items": len(share),
        "any": int((share > 0).sum()),
        "majority": int((share > 0.5).sum()),
        "all": int((share == 1).sum()),
    }


def _used(counted: pd.DataFrame) -> dict[str, float | int | None]:
    found: dict[str, float | int | None] = {}
    for name in USED:
        logged = counted[name].dropna()
        found |= {name: float(logged.mean()) if len(logged) else None, f"{name}_logged": len(logged)}
    return found
