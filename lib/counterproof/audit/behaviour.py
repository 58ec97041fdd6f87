"""Confidence, stated support and effort: how an agent behaves on each variant, and by what it did with the flip."""

from typing import Any

import numpy as np
import pandas as pd

from counterproof.audit.estimates import ESTIMATED, Bools, Floats, Measure, estimates, measured, rate, tidy
from counterproof.audit.groups import grouped
from counterproof.audit.paired import Paired, pair_variants, responses
from counterproof.audit.table import leave_out_second_analysis
from counterproof.domain.variant import VARIANTS, VariantName

SUPPORTS = ("full", "partial", "none")
COLUMNS = ("agent", "by", "level", "measure", *ESTIMATED, "n_excluded", "n_incomplete")


def behaviour(
    table: pd.DataFrame, *, seed: int, resamples: int = 2000, without_second_analysis: bool = False
) -> pd.DataFrame:
    """Means of what trials state and use, tidy: one row for each agent, level and measure.

    `by` is `variant` or `flip_outcome` (levels `followed`, `kept`, `other`, of the flip trials). Measures: `confidence`
    (percent) and `support_full`, `support_partial`, `support_none` (shares) among trials that state them; `seconds`
    (wall time) and `tool_calls` of all trials. Replicates within items, items within agent, as for the scores.
    """
    chosen = leave_out_second_analysis(table) if without_second_analysis else table
    paired = pair_variants(chosen)
    kept = paired.complete()
    facts = trial_facts(kept.table)
    levels = _levels(kept)
    measures = [
        _measure(kept, f"{by}/{level}/{name}", values, variant=variant, rows=rows)
        for by, level, variant, rows in levels
        for name, values in facts.items()
    ]
    over = measured(measures, pd.factorize(kept.index["item"])[0].astype(np.intp))
    rows: list[dict[str, Any]] = []
    alike = pd.Series("all", index=paired.index.index)
    for group in grouped(paired, paired.index["agent"], alike):
        found = estimates(over.rows(group.rows), seed=seed, resamples=resamples)
        for measure, estimate in zip(measures, found, strict=True):
            by, level, name = measure.name.split("/")
            names = {"agent": group.names[0], "by": by, "level": level, "measure": name}
            rows.append({**names, **vars(estimate), **group.dropped})
    return tidy(rows, COLUMNS)


def trial_facts(table: pd.DataFrame) -> dict[str, Floats]:
    """What each trial states and uses, by measure; nan where it does not state it."""
    support = table["data_support"]
    stated = support.isin(SUPPORTS)
    return {
        "confidence": table["confidence"].to_numpy(dtype=np.float64),
        **{f"support_{name}": (support == name).astype(float).where(stated).to_numpy() for name in SUPPORTS},
        "seconds": table["seconds"].to_numpy(dtype=np.float64),
        "tool_calls": table["tool_calls"].to_numpy(dtype=np.float64),
    }


def _levels(paired: Paired) -> list[tuple[str, str, VariantName, Bools]]:
    did = responses(paired.table)
    followed, kept = paired.true(did.flipped, "flip"), paired.true(did.correct, "flip")
    run = set(paired.table["variant"])
    return [
        *(("variant", name, name, paired.has(name)) for name in VARIANTS if name in run),
        ("flip_outcome", "followed", "flip", followed),
        ("flip_outcome", "kept", "flip", kept),
        ("flip_outcome", "other", "flip", ~followed & ~kept),
    ]


def _measure(paired: Paired, name: str, values: Floats, *, variant: VariantName, rows: Bools) -> Measure:
    taken = paired.at(values, variant, absent=np.nan)
    there = rows & np.isfinite(taken)
    bounded = "/support_" in name
    return rate(name, taken, available=there, absent="no such trial states it")._replace(bounded=bounded)
