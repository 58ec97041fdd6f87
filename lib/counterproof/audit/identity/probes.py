"""Controls, re-identification and the run floor: what the instrument itself does."""

from typing import Any

import pandas as pd

from counterproof.audit.identity.meaning import CONTROL
from counterproof.domain.condition import CONTROLS
from counterproof.domain.identity_study import IdentityStudy
from counterproof.domain.instance import Instance
from counterproof.stats.proportion import pass_rate


def control_table(table: pd.DataFrame, study: IdentityStudy) -> pd.DataFrame:
    """How often the planted line is followed, by agent and control, with Wilson intervals; and what it is worth.

    `accuracy` is the agent's, `line` that of the planted line itself.
    """
    rows = []
    use = _registered(table, study)
    for (agent, name), found in use[use["condition"].isin(CONTROLS)].groupby(["agent", "condition"], sort=False):
        rate = pass_rate(found["followed"].to_numpy(dtype=bool))
        line = float((found["planted"] == found["key"]).mean())
        rows.append(
            {
                "agent": agent,
                "condition": name,
                "value": rate.value,
                "low": rate.low,
                "high": rate.high,
                "n": rate.n_trials,
                "accuracy": float(found["correct"].mean()),
                "line": line,
                "confidence": found["confidence"].mean(),
                "can": CONTROL.can,
                "cannot": CONTROL.cannot,
            }
        )
    columns = ["agent", "condition", "value", "low", "high", "n", "accuracy", "line", "confidence", "can", "cannot"]
    return pd.DataFrame(rows, columns=columns)


def reidentification_table(table: pd.DataFrame, study: IdentityStudy) -> pd.DataFrame:
    """How often an entity is named exactly from its masked or described version, with Wilson intervals."""
    rows = []
    use = _registered(table, study)
    probes = use[use["condition"].str.startswith("reidentify")]
    for (agent, name), found in probes.groupby(["agent", "condition"], sort=False):
        rate = pass_rate(found["named_it"].to_numpy(dtype=bool))
        from_ = str(name).removeprefix("reidentify-")
        rows.append(
            {"agent": agent, "from": from_, "value": rate.value, "low": rate.low, "high": rate.high, "n": rate.n_trials}
        )
    return pd.DataFrame(rows, columns=["agent", "from", "value", "low", "high", "n"])


def floor_table(table: pd.DataFrame, instances: dict[str, Instance], study: IdentityStudy) -> pd.DataFrame:
    """What moves though nothing was changed.

    `no name`: instances that name no entity, whose named and blind prompts are the same bytes, in two calls. `rerun`:
    the same prompt in two replicates. `first` and `second` are accuracies, `value` the share of equal choices: two
    replies without one do not agree, but for two that both abstained.
    """
    rows: list[dict[str, Any]] = []
    nameless = {name for name, one in instances.items() if not one.mentions and one.stratum == "benchmark"}
    use = _registered(table, study)
    use = use[use["instance"].isin(nameless)]
    for agent in table["agent"].unique():
        sides = [
            use[(use["agent"] == agent) & (use["condition"] == name)].set_index("instance")
            for name in ("named", "blind")
        ]
        rows.append({"agent": agent, "floor": "no name: named and blind", **_agreement(*sides)})
        own = table[(table["agent"] == agent) & (table["condition"] == "named") & ~table["excluded"]]
        reruns = [own[own["replicate"] == number].set_index("instance") for number in (1, 2)]
        rows.append({"agent": agent, "floor": "rerun: replicates 1 and 2 of named", **_agreement(*reruns)})
    return pd.DataFrame(rows, columns=["agent", "floor", "value", "low", "high", "n", "first", "second", "reason"])


def _agreement(first: pd.DataFrame, second: pd.DataFrame) -> dict[str, Any]:
    both = first.index.intersection(second.index)
    if not len(both):
        return {"n": 0, "reason": "no such pair of prompts in this study"}
    one, other = first.loc[both], second.loc[both]
    told = one["outcome"].isin(["answered", "abstained"]) & (one["outcome"] == other["outcome"])
    rate = pass_rate((told & (one["choice"] == other["choice"])).to_numpy(dtype=bool))
    return {
        "value": rate.value,
        "low": rate.low,
        "high": rate.high,
        "n": rate.n_trials,
        "first": float(one["correct"].mean()),
        "second": float(other["correct"].mean()),
        "reason": "",
    }


def _registered(table: pd.DataFrame, study: IdentityStudy) -> pd.DataFrame:
    return table[~table["excluded"] & (table["replicate"] == study.registered_replicate)]
