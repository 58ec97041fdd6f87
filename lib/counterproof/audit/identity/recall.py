"""The recall probe: does the agent know the record, and does what it recalls match what it predicts?"""

import math
from typing import Any

import numpy as np
import pandas as pd

from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.instance import Instance
from counterproof.stats.permutation import spearman_permuted
from counterproof.stats.proportion import pass_rate

ORDER = ("benchmark", "outside", "nonexistent")


def recognition_table(table: pd.DataFrame, study: IdentityStudy) -> pd.DataFrame:
    """How often a record is said to be known, by agent and stratum, with Wilson intervals.

    Strata are the benchmark's pairs, real pairs outside it and pairs that do not exist, and the benchmark's by fame.
    """
    rows = []
    use = _asked(table, study)
    for agent, own in use.groupby("agent", sort=False):
        groups = [(stratum, own[own["stratum"] == stratum]) for stratum in ORDER]
        inside = own[own["stratum"] == "benchmark"]
        if "by_fame" in own:
            groups += [(f"benchmark, {fame!s}", found) for fame, found in inside.groupby("by_fame") if fame]
        for name, found in groups:
            if found.empty:
                continue
            rate = pass_rate(found["recognised"].fillna(value=False).to_numpy(dtype=bool))
            rows.append({"agent": agent, "stratum": name, **_numbers(rate)})
    return pd.DataFrame(rows, columns=["agent", "stratum", "value", "low", "high", "n"])


def recall_table(table: pd.DataFrame, study: IdentityStudy, instances: dict[str, Instance]) -> pd.DataFrame:
    """A row for each agent and comparison: what is recalled against the record, and against the prediction.

    Answered-only comparisons assume least. `unknown as NEGATIVE` counts an unknown record as the study's negative
    outcome. The last rows compare being recognised with being right without evidence (Fisher's exact test).
    """
    rows: list[dict[str, Any]] = []
    use = _asked(table, study)
    for agent, own in use[use["stratum"] == "benchmark"].groupby("agent", sort=False):
        asked = own.set_index("instance")
        recalled, key = asked["recalled_value"], asked["key"]
        told = recalled.notna()
        comparisons: list[tuple[str, pd.Series]] = [("recalled = recorded, answered only", (recalled == key)[told])]
        if study.negative is not None:
            negative = pd.Series({name: _letter(instances[name], study.negative) for name in asked.index})
            filled = recalled.where(told, negative)
            comparisons.append((f"recalled = recorded, unknown as {study.negative}", filled == key))
        for condition in ("named", "delete"):
            predicted = _choices(table, agent, condition, study)
            both = recalled.index[told].intersection(predicted.index)
            if len(both):
                same = recalled.loc[both] == predicted.loc[both]
                comparisons.append((f"recalled = predicted under {condition}, answered only", same))
        rows += [_compared(agent, name, same) for name, same in comparisons]
        rows.append(_fisher(agent, asked, table, study))
    return pd.DataFrame(rows, columns=["agent", "comparison", "value", "low", "high", "n", "p", "reason"])


def count_table(table: pd.DataFrame, study: IdentityStudy, *, seed: int) -> pd.DataFrame:
    """Spearman's rho of recalled against recorded counts, over benchmark pairs and by fame, with a permutation p."""
    rows = []
    use = _asked(table, study)
    for agent, own in use[use["stratum"] == "benchmark"].groupby("agent", sort=False):
        groups = [("all", own)]
        if "by_fame" in own:
            groups += [(str(fame), found) for fame, found in own.groupby("by_fame") if fame]
        for name, found in groups:
            both = found[["recorded_count", "recalled_count"]].dropna()
            x, y = (both[side].to_numpy(dtype=np.float64) for side in both)
            rho = spearman_permuted(x, y, seed=seed)
            rows.append(
                {
                    "agent": agent,
                    "fame": name,
                    "rho": None if math.isnan(rho.value) else rho.value,
                    "p": None if math.isnan(rho.p_value) else rho.p_value,
                    "n": rho.n,
                    "reason": rho.reason or "",
                }
            )
    return pd.DataFrame(rows, columns=["agent", "fame", "rho", "p", "n", "reason"])


def _asked(table: pd.DataFrame, study: IdentityStudy) -> pd.DataFrame:
    rows = table[(table["condition"] == "recall") & ~table["excluded"]]
    return rows[rows["replicate"] == study.registered_replicate]


def _choices(table: pd.DataFrame, agent: object, condition: str, study: IdentityStudy) -> pd.Series:
    rows = table[(table["agent"] == agent) & (table["condition"] == condition) & (table["outcome"] == "answered")]
    return rows[rows["replicate"] == study.registered_replicate].set_index("instance")["choice"]


def _letter(instance: Instance, text: str) -> str | None:
    return next((letter for letter, option in instance.options.items() if option == text), None)


def _numbers(rate: Any) -> dict[str, Any]:
    return {"value": rate.value, "low": rate.low, "high": rate.high, "n": rate.n_trials}


def _compared(agent: object, name: str, same: pd.Series) -> dict[str, Any]:
    if same.empty:
        reason = "no record was recalled"
        return {"agent": agent, "comparison": name, "n": 0, "reason": reason}
    return {"agent": agent, "comparison": name, **_numbers(pass_rate(same.to_numpy(dtype=bool))), "reason": ""}


def _fisher(agent: object, asked: pd.DataFrame, table: pd.DataFrame, study: IdentityStudy) -> dict[str, Any]:
    from scipy.stats import fisher_exact  # noqa: PLC0415, half a second that few callers need

    rows = table[(table["agent"] == agent) & (table["condition"] == "delete") & ~table["excluded"]]
    right = rows[rows["replicate"] == study.registered_replicate].set_index("instance")["correct"]
    name = "recognised v right without evidence (Fisher)"
    both = asked.index.intersection(right.index)
    known = asked.loc[both, "recognised"].fillna(value=False).astype(bool)
    counts = pd.crosstab(known, right.loc[both]).reindex(index=[False, True], columns=[False, True], fill_value=0)
    if (counts.sum(axis=0) == 0).any() or (counts.sum(axis=1) == 0).any():
        reason = "all recognised alike, or all right alike: nothing to compare"
        return {"agent": agent, "comparison": name, "n": len(both), "reason": reason}
    found = fisher_exact(counts.to_numpy())
    return {"agent": agent, "comparison": name, "n": len(both), "p": float(found.pvalue), "reason": ""}
