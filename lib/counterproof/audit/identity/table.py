"""All replies of an identity study as one table, a row each: what every figure is computed from."""

from collections.abc import Sequence
from typing import Any

import pandas as pd

from counterproof.construct.conditions import Conditions, Shown
from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.domain.call import Call, Reply
from counterproof.domain.condition import CONTROLS, asks_for_an_option
from counterproof.domain.instance import Instance
from counterproof.store.digest import digest_of
from counterproof.store.identity import OpenIdentity

DTYPES = {
    "agent": "object",
    "condition": "object",
    "instance": "object",
    "replicate": "int64",
    "call": "object",
    "asks_option": "bool",
    "outcome": "object",
    "excluded": "bool",
    "choice": "object",
    "key": "object",
    "correct": "bool",
    "confidence": "float64",
    "n_options": "int64",
    "planted": "object",
    "followed": "bool",
    "stratum": "object",
    "recognised": "boolean",
    "recalled_value": "object",
    "recalled_count": "float64",
    "recorded_value": "object",
    "recorded_count": "float64",
    "named_it": "bool",
    "tool_calls": "int64",
    "web_search": "bool",
    "retrievals": "float64",
}


def reply_table(study: OpenIdentity, calls: Sequence[Call]) -> pd.DataFrame:
    """One row a reply, columns as in `DTYPES` and `by_NAME` for every stratum of the instances.

    `correct` says that the choice is the key; whatever ended otherwise than `answered` is not correct, and `excluded`
    where the machinery failed. `planted` is the option that a control's line names, `followed` that it was chosen;
    `named_it` that a probe's name is one of the first entity's. What was not said is missing, never 0.
    """
    instances = {instance.id: instance for instance in study.instances}
    conditions = Conditions.of(study.instances, seed=study.study.seed)
    strata = sorted({name for instance in study.instances for name in instance.strata})
    rows = []
    for call in calls:
        call_id = digest_of(call.key)[:16]
        for reply in call.replies:
            instance = instances[reply.instance]
            row = _row(call, reply, instance, conditions)
            rows.append(row | {"call": call_id} | {f"by_{name}": instance.strata.get(name, "") for name in strata})
    columns = [*DTYPES, *(f"by_{name}" for name in strata)]
    table = pd.DataFrame(rows, columns=columns).astype(DTYPES)
    return table.sort_values(["agent", "condition", "instance", "replicate"], kind="stable", ignore_index=True)


def _row(call: Call, reply: Reply, instance: Instance, conditions: Conditions) -> dict[str, Any]:
    key, answer, recalled = call.key, reply.answer, reply.recalled
    choice = ",".join(answer.choice) if answer else ""
    planted = ""
    if key.condition in CONTROLS:
        shown = conditions.show(instance, key.condition)
        planted = (shown.control or "") if isinstance(shown, Shown) else ""
    names = {name.casefold() for name in instance.entities[0].names} if instance.entities else set()
    return {
        "agent": key.agent,
        "condition": key.condition,
        "instance": instance.id,
        "replicate": key.replicate,
        "asks_option": asks_for_an_option(key.condition),
        "outcome": reply.outcome,
        "excluded": reply.outcome in EXCLUDED_OUTCOMES,
        "choice": choice,
        "key": instance.key or "",
        "correct": reply.outcome == "answered" and choice != "" and choice == instance.key,
        "confidence": answer.confidence if answer else None,
        "n_options": len(instance.options),
        "planted": planted,
        "followed": bool(planted) and choice == planted,
        "stratum": instance.stratum,
        "recognised": recalled.recognised if recalled else None,
        "recalled_value": recalled.value if recalled else None,
        "recalled_count": recalled.count if recalled else None,
        "recorded_value": instance.recorded.value,
        "recorded_count": instance.recorded.count,
        "named_it": reply.named is not None and reply.named.strip().casefold() in names,
        "tool_calls": len(call.trajectory.tool_calls),
        "web_search": call.trajectory.web_search,
        "retrievals": call.retrievals,
    }
