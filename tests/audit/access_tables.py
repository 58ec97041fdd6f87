"""The two tables of the access audit made plainly, a trial at a time: what `load_trials` must give as well."""

from counterproof.audit.access import CHECK_DTYPES, FLAG_DTYPES, framed, reached_for, without_input
from counterproof.audit.access_rules import OWN_PLACES
from counterproof.store.digest import digest_of


def access_tables(trials):
    """A row for each trial that was checked, and a row for each flag."""
    checks, flags = [], []
    for trial in trials:
        key, found = trial.key, reached_for(trial, own=OWN_PLACES)
        who = {"item": key.item, "variant": key.variant, "agent": key.agent, "replicate": key.replicate}
        who["digest"] = digest_of(key)[:16]
        counts = {"tool_calls": len(trial.trajectory.tool_calls), "without_input": without_input(trial)}
        checks.append({**who, **counts, "flags": len(found)})
        flags += [{**who, **flag.model_dump()} for flag in found]
    return framed(checks, CHECK_DTYPES), framed(flags, FLAG_DTYPES)
