"""How far judges agree with each other, and with the people who read the same trials."""

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from counterproof.audit.estimates import ESTIMATED, tidy, with_interval
from counterproof.domain.finding import Estimate
from counterproof.domain.review import BEHAVIOURS, Review
from counterproof.stats.alpha import clustered_alpha
from counterproof.stats.correlation import Floats, Statistic, clustered_spearman
from counterproof.stats.ranking import clustered_auc
from counterproof.stats.resample import item_bootstrap

Clustered = Callable[..., Statistic]
MEASURES: dict[str, Clustered] = {"Spearman": clustered_spearman, "Krippendorff alpha": clustered_alpha}
"""Alpha is that for intervals: it asks for the same scores, Spearman's correlation for the same order."""


def judge_agreement(table: pd.DataFrame, scores: pd.DataFrame, *, seed: int, resamples: int = 2000) -> pd.DataFrame:
    """Spearman's correlation and Krippendorff's alpha of every two judges over the trials that both scored.

    Parameters
    ----------
    table
        The trial table, for the items of the trials.
    scores
        Scores by judges (`judge.scores.judge_scores`). A sub-score is compared with the other judge's of the same name.

    Returns
    -------
    DataFrame
        judge, other, score, measure, and the estimate with its interval over items; null with a reason where the judges
        share no trial, or one gave the same score throughout.
    """
    wide = scores.pivot_table(index="digest", columns="evaluator", values="score", sort=False)
    items = table.set_index("digest")["item"]
    rows = []
    for one, other in combinations(list(dict.fromkeys(scores["evaluator"])), 2):
        (judge, part), (second, same) = _parted(one), _parted(other)
        if part != same or judge == second:
            continue
        names = {"judge": judge, "other": second, "score": part}
        both = wide.reindex(columns=[one, other]).dropna()
        x, y = (both[name].to_numpy(dtype=np.float64) for name in (one, other))
        for measure, clustered in MEASURES.items():
            found = _estimate(clustered, x, y, items.loc[both.index], seed=seed, resamples=resamples)
            rows.append({**names, "measure": measure, **vars(found)})
    return tidy(rows, ("judge", "other", "score", "measure", *ESTIMATED))


def people_agreement(
    table: pd.DataFrame, scores: pd.DataFrame, reviews: Sequence[Review], *, seed: int, resamples: int = 2000
) -> pd.DataFrame:
    """How often a judge scores a trial that people call sound above one that they do not, ties one half.

    A trial counts as sound where more than half of those who labelled its behaviour say so; one on which they are
    divided in halves is left out.

    Returns
    -------
    DataFrame
        judge, measure (`AUC of sound work`), n_sound, n_other, and the estimate with its interval over items; null with
        a reason where people and judge share no trial, or all of them have one label.
    """
    said = pd.DataFrame(
        [(review.trial, review.behaviour == "sound") for review in reviews if review.behaviour is not None],
        columns=["digest", "sound"],
    )
    share = said.groupby("digest")["sound"].mean().astype(float)
    sound = share[share != 0.5] > 0.5
    items = table.set_index("digest")["item"]
    rows = []
    for name, own in scores.groupby("evaluator", sort=False):
        if "." in str(name):
            continue
        score = own.set_index("digest")["score"].dropna()
        both = [digest for digest in sound.index if digest in score.index and digest in items.index]
        positive = sound.loc[both].to_numpy(dtype=bool)
        found = _estimate(
            clustered_auc,
            score.loc[both].to_numpy(dtype=np.float64),
            positive,
            items.loc[both],
            seed=seed,
            resamples=resamples,
            none="no trial, or only trials of one label, that people and the judge both read",
        )
        counts = {"n_sound": int(positive.sum()), "n_other": int((~positive).sum())}
        rows.append({"judge": name, "measure": "AUC of sound work", **counts, **vars(found)})
    return tidy(rows, ("judge", "measure", "n_sound", "n_other", *ESTIMATED))


def scores_by_behaviour(scores: pd.DataFrame, reviews: Sequence[Review]) -> pd.DataFrame:
    """The mean score that each judge gave to trials of each behaviour: judge, behaviour, n, value."""
    labels = [(review.trial, review.behaviour) for review in reviews if review.behaviour is not None]
    said = pd.DataFrame(labels, columns=["digest", "behaviour"])
    overall = scores[~scores["evaluator"].str.contains(".", regex=False)].dropna(subset=["score"])
    means = said.merge(overall, on="digest").groupby(["evaluator", "behaviour"])["score"].agg(["size", "mean"])
    order = {name: place for place, name in enumerate(BEHAVIOURS)}
    found = means.reset_index().set_axis(["judge", "behaviour", "n", "value"], axis=1)
    found = found.sort_values(["judge", "behaviour"], key=lambda c: c.map(order) if c.name == "behaviour" else c)
    return found.assign(behaviour=found["behaviour"].map(BEHAVIOURS)).reset_index(drop=True)


def _parted(evaluator: str) -> tuple[str, str]:
    judge, _, part = evaluator.partition(".")
    return judge, part or "overall"


def _estimate(
    clustered: Clustered,
    x: Floats,
    y: NDArray[np.generic],
    items: pd.Series,
    *,
    seed: int,
    resamples: int,
    none: str = "no trial that both scored, or one of them gave the same score throughout",
) -> Estimate:
    names, item = np.unique(items.to_numpy(dtype=str), return_inverse=True)
    statistic = clustered(x, y, item.astype(np.intp), n_items=names.size)
    facts: dict[str, Any] = {"n_items": names.size, "n_trials": x.size}
    if not names.size or np.isnan(statistic(np.ones((1, names.size)))[0, 0]):
        return Estimate(value=None, reason=none, unreliable=True, **facts)
    found = item_bootstrap(statistic, n_items=names.size, seed=seed, resamples=resamples)
    return with_interval(found, bounded=False, **facts)
