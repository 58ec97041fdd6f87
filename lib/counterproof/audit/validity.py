"""Whether an evaluator notices: what its scores do when the evidence is kept, withdrawn or reversed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.audit.estimates import (
    ESTIMATED,
    Bools,
    Floats,
    Measure,
    estimates,
    measured,
    rate,
    tidy,
    with_interval,
)
from counterproof.audit.groups import ALL_AGENTS, Group, grouped
from counterproof.audit.paired import Paired, Responses, pair_variants, responses
from counterproof.audit.table import leave_out_second_analysis
from counterproof.domain.finding import Estimate
from counterproof.domain.study import EvaluatorName
from counterproof.evaluators.registry import score_trials
from counterproof.stats.ranking import auc_by_item, clustered_auc
from counterproof.stats.resample import item_bootstrap

COLUMNS = ("evaluator", "agent", "metric", *ESTIMATED, "n_excluded", "n_incomplete")


class FlipScores(NamedTuple):
    """The scores of answered flip trials: whether each followed the flip, and its row of the paired table."""

    score: Floats
    followed: Bools
    row: NDArray[np.intp]


def score_evaluators(
    table: pd.DataFrame,
    *,
    evaluators: Sequence[EvaluatorName],
    judged: pd.DataFrame | None = None,
    seed: int,
    resamples: int = 2000,
    without_second_analysis: bool = False,
) -> pd.DataFrame:
    """Sensitivities, blind spot and flip AUC of every evaluator, tidy: one row for each evaluator, agent and metric.

    Parameters
    ----------
    table
        A trial table of one arm. The agent `all`, first, stands for all agents of the table together.
    judged
        Scores that judges gave its trials (`judge.scores.judge_scores`): each judge and sub-score is one evaluator.

    Returns
    -------
    DataFrame
        Sensitivities are mean absolute differences to the score on `original`, in [0, 1]; `blind_spot` is the mean
        score on `withdraw`, `unfounded_key_ratio` that of withdrawals which gave the key, unflagged, over the score of
        the same trials on `original`, `null_drift` the null sensitivity of those whose answer stayed the same.
        `n_trials` counts pairs of scored trials, for the AUC answered and scored flip trials. The same replicates are
        dropped as for the scores of agents. An unscored trial is in no mean.
    """
    chosen = leave_out_second_analysis(table) if without_second_analysis else table
    paired = pair_variants(chosen)
    kept = paired.complete()
    did = responses(kept.table)
    scores = score_trials(chosen, evaluators=evaluators, judged=judged)
    groups = [*_groups(paired, everyone=True), *_groups(paired, everyone=False)]
    rows: list[dict[str, Any]] = []
    for evaluator, own in scores.groupby("evaluator", sort=False):
        score = kept.table["digest"].map(own.set_index("digest")["score"]).to_numpy(dtype=np.float64)
        for group in groups:
            found = _of_group(kept.where(group.rows), did, score, seed=seed, resamples=resamples)
            names = {"evaluator": evaluator, "agent": group.names[0]}
            rows += [{**names, "metric": metric, **vars(one), **group.dropped} for metric, one in found.items()]
    return tidy(rows, COLUMNS)


def _groups(paired: Paired, *, everyone: bool) -> list[Group]:
    alike = pd.Series(ALL_AGENTS, index=paired.index.index)
    return list(grouped(paired, alike if everyone else paired.index["agent"], alike))


def _of_group(paired: Paired, did: Responses, score: Floats, *, seed: int, resamples: int) -> dict[str, Estimate]:
    item = pd.factorize(paired.index["item"])[0].astype(np.intp)
    flips = flip_scores(paired, did, score)
    measures = [*sensitivities(paired, did, score), _auc_within_item(flips, item)]
    found = estimates(measured(measures, item), seed=seed, resamples=resamples)
    named = {measure.name: estimate for measure, estimate in zip(measures, found, strict=True)}
    return named | {"flip_auc": _auc(flips, item, seed=seed, resamples=resamples)}


def sensitivities(paired: Paired, did: Responses, score: Floats) -> list[Measure]:
    """How far the scores move from the original to each other version, and what they are on it."""
    original, null, withdraw, flip = (
        paired.at(score, variant, absent=np.nan) for variant in ("original", "null", "withdraw", "flip")
    )
    both = np.isfinite(original) & np.isfinite(withdraw)
    same = paired.at(did.answer, "null", absent=-1) == paired.at(did.answer, "original", absent=-2)
    unfounded = both & paired.true(did.correct & ~did.flagged, "withdraw")
    return [
        _mean("score_original", original),
        _mean("null_sensitivity", np.abs(null - original), needs="original and null"),
        _mean("withdrawal_sensitivity", np.abs(withdraw - original), needs="original and withdraw"),
        _mean("flip_sensitivity", np.abs(flip - original), needs="original and flip"),
        _mean("blind_spot", withdraw, needs="withdraw"),
        Measure(
            "blind_spot_ratio",
            np.where(both, withdraw, 0),
            np.where(both, original, 0),
            both,
            absent="no trial scored on original and withdraw",
            empty="the score on original is 0 throughout",
            bounded=False,
        ),
        # Agents change answers on the null too, and a blind spot is high where agents abstain and that is rewarded:
        # these two ask about the evaluator alone.
        rate(
            "null_drift",
            np.abs(null - original),
            available=np.isfinite(null - original) & same,
            absent="no scored trial gave one answer on original and null",
        ),
        Measure(
            "unfounded_key_ratio",
            np.where(unfounded, withdraw, 0),
            np.where(unfounded, original, 0),
            unfounded,
            absent="no scored trial gave the key, unflagged, with the evidence withdrawn",
            empty="the score of their originals is 0 throughout",
            bounded=False,
        ),
    ]


def _mean(name: str, values: Floats, *, needs: str = "original") -> Measure:
    return rate(name, values, available=np.isfinite(values), absent=f"no trial scored on {needs}")


def flip_scores(paired: Paired, did: Responses, score: Floats) -> FlipScores:
    """The scores that the flip AUC is computed from."""
    values = paired.at(score, "flip", absent=np.nan)
    row = np.flatnonzero(np.isfinite(values) & paired.true(did.answered, "flip"))
    return FlipScores(values[row], paired.true(did.flipped, "flip")[row], row)


def _auc_within_item(flips: FlipScores, item: NDArray[np.intp]) -> Measure:
    n_items = int(item.max()) + 1 if item.size else 0
    values = auc_by_item(flips.score, flips.followed, item[flips.row], n_items=n_items)[item]
    answered = np.isin(np.arange(item.size), flips.row)
    values[~answered] = np.nan
    none = "no item has answered flip trials that followed and others that did not"
    return rate("flip_auc_within_item", values, available=np.isfinite(values), absent=none)


def _auc(flips: FlipScores, item: NDArray[np.intp], *, seed: int, resamples: int) -> Estimate:
    places, own = np.unique(item[flips.row], return_inverse=True)
    n_items, n_trials = places.size, flips.row.size
    if flips.followed.all() or not flips.followed.any():
        side = "followed the flip" if not flips.followed.any() else "did not follow the flip"
        reason = f"no answered and scored trial {side}"
        return Estimate(value=None, n_items=n_items, n_trials=n_trials, reason=reason, unreliable=True)
    statistic = clustered_auc(flips.score, flips.followed, own.astype(np.intp), n_items=n_items)
    found = item_bootstrap(statistic, n_items=n_items, seed=seed, resamples=resamples)
    return with_interval(found, n_items=n_items, n_trials=n_trials, bounded=False)
