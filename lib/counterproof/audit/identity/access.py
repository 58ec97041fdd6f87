"""The access audit of an identity study: what its calls fetched or reached for, by the rules that hold for trials."""

from collections.abc import Iterable

import pandas as pd

from counterproof.audit.access import FLAGGED, framed, reached_for
from counterproof.audit.access_rules import KINDS, OWN_PLACES
from counterproof.domain.call import Call
from counterproof.store.digest import digest_of

WHO = {"condition": "object", "agent": "object", "replicate": "int64", "instances": "object", "call": "object"}
CHECK_DTYPES = {
    **WHO,
    "tool_calls": "int64",
    "without_input": "int64",
    "retrievals": "float64",
    "flags": "int64",
}
FLAG_DTYPES = WHO | FLAGGED


def call_access(calls: Iterable[Call]) -> tuple[pd.DataFrame, pd.DataFrame]:
    """What was checked, a row a call, and what was flagged, a row a flag: columns as in the two `DTYPES`.

    `instances` are their names; `call` is the start of the name of the call's record. `retrievals` is missing where
    nobody could look, `without_input` counts tool calls of which the log holds no input.
    """
    checks, flags = [], []
    for call in calls:
        key, used = call.key, call.trajectory.tool_calls
        who = {"condition": key.condition, "agent": key.agent, "replicate": key.replicate}
        who |= {"instances": ", ".join(key.instances), "call": f"r{key.replicate}-{digest_of(key)[:16]}"}
        found = reached_for(call, own=OWN_PLACES)
        unseen = sum(each.input is None for each in used)
        counts = {"tool_calls": len(used), "without_input": unseen, "flags": len(found)}
        checks.append({**who, **counts, "retrievals": call.retrievals})
        flags += [{**who, **flag.model_dump()} for flag in found]
    return framed(checks, CHECK_DTYPES), framed(flags, FLAG_DTYPES)


def call_access_by_agent(checks: pd.DataFrame, flags: pd.DataFrame) -> pd.DataFrame:
    """A row an agent: calls and tool calls checked, retrievals (missing where some were not seen), flags by kind."""
    grouped = checks.groupby("agent", sort=False)
    counted = grouped.agg(
        calls=("call", "size"), tool_calls=("tool_calls", "sum"), without_input=("without_input", "sum")
    )
    counted["calls_flagged"] = (checks["flags"] > 0).groupby(checks["agent"]).sum()
    counted["retrievals"] = (
        grouped["retrievals"].sum(min_count=1).where(grouped["retrievals"].count() == grouped.size())
    )
    kinds = pd.crosstab(flags["agent"], flags["kind"]) if len(flags) else pd.DataFrame(index=counted.index)
    return counted.join(kinds.reindex(index=counted.index, columns=list(KINDS), fill_value=0)).reset_index()
