"""Whether answers in numbers move as the truth does, beside how far reruns on the same data agree (SPEC section 2)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.estimates import estimates, measured, rate
from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.domain.construction import Construction
from counterproof.domain.finding import Estimate
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.trial import Trial
from counterproof.evaluators.graders.structured import structured_consistency
from counterproof.trials.stored import trials_of

ALL_ITEMS = "all"
COLUMNS = (
    "agent",
    "item",
    "metric",
    "value",
    "low",
    "high",
    "n_items",
    "n_pairs",
    "n_excluded",
    "reason",
    "unreliable",
)


def transform_consistency_of(
    constructions: Sequence[Construction], trials: Sequence[Trial], *, seed: int, resamples: int = 2000
) -> pd.DataFrame:
    """Transform consistency and rerun agreement of every agent, for all items (`all`, with an interval) and for each.

    Only items that ask for numbers count, and of the arm `standard`. Every pair of an original and a flipped trial
    counts alike within an item; a trial without an answer agrees with nothing, and one that broken machinery spoilt is
    left out and counted (`n_excluded`). Items count alike.

    Returns
    -------
    DataFrame
        One row for each agent, item and metric (`transform_consistency`, `rerun_agreement`), in [0, 1] or null with a
        reason; `n_pairs` are pairs of trials. Empty where no item asks for numbers.
    """
    asked = {
        made.item: made.registration
        for made in constructions
        if made.excluded is None and isinstance(made.registration, TableRegistration)
    }
    mine = [trial for trial in trials_of(trials, items=asked) if trial.key.arm == "standard"]
    rows: list[dict[str, Any]] = []
    for agent in dict.fromkeys(trial.key.agent for trial in mine):
        own = [trial for trial in mine if trial.key.agent == agent]
        by_item = [_of_item([one for one in own if one.key.item == item], asked[item]) for item in asked]
        rows += _overall(by_item, agent=agent, seed=seed, resamples=resamples)
        rows += [row | {"agent": agent} for pair in by_item for row in pair]
    numbers = dict.fromkeys(("value", "low", "high"), "float64")
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype(numbers)


def _of_item(trials: Sequence[Trial], registration: TableRegistration) -> list[dict[str, Any]]:
    there = [trial for trial in trials if trial.outcome not in EXCLUDED_OUTCOMES]
    original, after = (
        [_numbers(trial, registration) for trial in there if trial.key.variant == variant]
        for variant in ("original", "flip")
    )
    found = structured_consistency(original, after, asked=registration.asked, truth=registration.truth)
    n_excluded = sum(
        trial.outcome in EXCLUDED_OUTCOMES and trial.key.variant in ("original", "flip") for trial in trials
    )
    shared = {"item": registration.item, "n_items": 1, "n_excluded": n_excluded, "unreliable": True}
    n_reruns = len(original) * (len(original) - 1) // 2
    fewer = "fewer than 2 trials on the original" if found.rerun is None else None
    return [
        {**shared, "metric": "transform_consistency", "value": found.value, "n_pairs": found.n_pairs}
        | {"reason": found.reason},
        {**shared, "metric": "rerun_agreement", "value": found.rerun, "n_pairs": n_reruns, "reason": fewer},
    ]


def _numbers(trial: Trial, registration: TableRegistration) -> dict[str, int | float] | None:
    fields = trial.answer.fields if trial.outcome == "answered" and trial.answer else {}
    return dict(fields) if set(fields) == set(registration.asked) else None


def _overall(by_item: Sequence[list[dict[str, Any]]], *, agent: str, seed: int, resamples: int) -> list[dict[str, Any]]:
    item = np.arange(len(by_item))
    measures = []
    for place, name in enumerate(("transform_consistency", "rerun_agreement")):
        values = np.array([np.nan if pair[place]["value"] is None else pair[place]["value"] for pair in by_item])
        none = "no item has a pair of trials" if place == 0 else "no item has two trials on the original"
        measures.append(rate(name, values, available=np.isfinite(values), absent=none))
    found = estimates(measured(measures, item), seed=seed, resamples=resamples)
    return [
        _row(agent, measure.name, estimate, [pair[place] for pair in by_item])
        for place, (measure, estimate) in enumerate(zip(measures, found, strict=True))
    ]


def _row(agent: str, name: str, estimate: Estimate, parts: Sequence[dict[str, Any]]) -> dict[str, Any]:
    told = {field: getattr(estimate, field) for field in ("value", "low", "high", "n_items", "reason", "unreliable")}
    counts = {field: sum(part[field] for part in parts) for field in ("n_pairs", "n_excluded")}
    return {"agent": agent, "item": ALL_ITEMS, "metric": name, **told, **counts}
