"""The same trials scored by two evaluators: what a judge of the evidence sees more (SPEC section 2, repairs)."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd

from counterproof.audit.estimates import ESTIMATED, Floats, Measure, estimates, measured, tidy, with_interval
from counterproof.audit.paired import Paired, Responses, pair_variants, responses
from counterproof.audit.validity import flip_scores, sensitivities
from counterproof.domain.finding import Estimate
from counterproof.domain.study import Study
from counterproof.stats.ranking import clustered_auc
from counterproof.stats.resample import item_bootstrap

METRICS = ("null_sensitivity", "withdrawal_sensitivity", "flip_sensitivity", "blind_spot")
COLUMNS = ("before", "after", "metric", "condition", *ESTIMATED)


class Pair(NamedTuple):
    """Two evaluators to be compared: the one in use, and its repair."""

    before: str
    after: str


def repair_pairs(study: Study) -> tuple[Pair, ...]:
    """Each standard judge with the grounding judge of the same model, and the two reference evaluators.

    The references show how far a repair can lead: from an evaluator that follows the key to one that follows the
    evidence.
    """
    pairs = [
        Pair(one.name, other.name)
        for one in study.judges
        for other in study.judges
        if (one.prompt, other.prompt) == ("standard", "grounding")
        and (one.model, one.base_url) == (other.model, other.base_url)
    ]
    ends = Pair("follows_key", "follows_evidence")
    return (*pairs, ends) if set(ends) <= set(study.named_evaluators) else tuple(pairs)


def regraded(
    table: pd.DataFrame, scores: pd.DataFrame, *, pairs: Sequence[Pair], seed: int, resamples: int = 2000
) -> pd.DataFrame:
    """Sensitivities, blind spot and flip AUC of both evaluators of each pair, over the trials that both scored.

    Parameters
    ----------
    table
        A trial table of one arm; all its agents together.
    scores
        The scores of all evaluators (`evaluators.every.study_scores`).

    Returns
    -------
    DataFrame
        Tidy: before, after, metric, and `condition`: `before`, `after`, or `difference` (after less before), whose
        interval resamples items for both at once.
    """
    kept = pair_variants(table).complete()
    did = responses(kept.table)
    rows: list[dict[str, Any]] = []
    for pair in pairs:
        sides = [_of(scores, name, kept.table) for name in pair]
        common = np.isfinite(sides[0]) & np.isfinite(sides[1])
        before, after = (np.where(common, side, np.nan) for side in sides)
        found = _compared(kept, did, before, after, seed=seed, resamples=resamples)
        names = {"before": pair.before, "after": pair.after}
        rows += [{**names, "metric": metric, "condition": part, **vars(one)} for (metric, part), one in found.items()]
    return tidy(rows, COLUMNS)


def _of(scores: pd.DataFrame, evaluator: str, table: pd.DataFrame) -> Floats:
    own = scores[scores["evaluator"] == evaluator].set_index("digest")["score"]
    return np.asarray(table["digest"].map(own), dtype=np.float64)


def _compared(
    paired: Paired, did: Responses, before: Floats, after: Floats, *, seed: int, resamples: int
) -> dict[tuple[str, str], Estimate]:
    item = pd.factorize(paired.index["item"])[0].astype(np.intp)
    measures: list[Measure] = []
    names: list[tuple[str, str]] = []
    old, new = ({one.name: one for one in sensitivities(paired, did, score)} for score in (before, after))
    for metric in METRICS:
        apart = old[metric]._replace(numerator=new[metric].numerator - old[metric].numerator, bounded=False)
        measures += [old[metric], new[metric], apart]
        names += [(metric, part) for part in ("before", "after", "difference")]
    found = dict(zip(names, estimates(measured(measures, item), seed=seed, resamples=resamples), strict=True))
    return found | _aucs(paired, did, before, after, seed=seed, resamples=resamples)


def _aucs(
    paired: Paired, did: Responses, before: Floats, after: Floats, *, seed: int, resamples: int
) -> dict[tuple[str, str], Estimate]:
    old, new = (flip_scores(paired, did, score) for score in (before, after))
    item = pd.factorize(paired.index["item"])[0].astype(np.intp)[old.row]
    places, own = np.unique(item, return_inverse=True)
    facts: dict[str, Any] = {"n_items": places.size, "n_trials": old.row.size}
    parts = ("before", "after", "difference")
    if old.followed.all() or not old.followed.any():
        reason = "no answered trial that both scored followed the flip, or none did not"
        return {("flip_auc", part): Estimate(value=None, reason=reason, unreliable=True, **facts) for part in parts}
    first, second = (
        clustered_auc(side.score, side.followed, own.astype(np.intp), n_items=places.size) for side in (old, new)
    )

    def statistic(weights: Floats) -> Floats:
        one, other = first(weights), second(weights)
        return np.concatenate([one, other, other - one], axis=1)

    interval = item_bootstrap(statistic, n_items=places.size, seed=seed, resamples=resamples)
    return {
        ("flip_auc", part): with_interval(interval.only(at), bounded=False, **facts) for at, part in enumerate(parts)
    }
