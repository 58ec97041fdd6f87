"""Reference judges of rubrics: rules with a planted leniency, error and share of failed replies.

No model takes part. They are there so that what the analyses should find is known beforehand.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd

from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.domain.item import Item
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial
from counterproof.evaluators.rubric.rubric import Rubric, rubric_of
from counterproof.evaluators.rubric.rules import RULES
from counterproof.store.digest import digest_of

POINT_COLUMNS = ("trial", "judge", "criterion", "points", "maximum", "status")


class ReferenceJudge(Record):
    """A judge that follows the rules.

    It gives a criterion that is met `met` of its points and one that is not `unmet`, with a normal error of standard
    deviation `error` (all in parts of the criterion's points, kept between 0 and 1). A share `fails` of its replies is
    no reply.
    """

    name: str
    met: float
    unmet: float
    error: float
    fails: float = 0.0


REFERENCE_JUDGES = (
    ReferenceJudge(name="reference-exact", met=1.0, unmet=0.0, error=0.0),
    ReferenceJudge(name="reference-strict", met=0.85, unmet=0.0, error=0.08),
    ReferenceJudge(name="reference-lenient", met=1.0, unmet=0.3, error=0.12, fails=0.03),
)


def reference_points(
    trials: Iterable[Trial], items: Iterable[Item], rubrics: Iterable[Rubric], *, seed: int
) -> pd.DataFrame:
    """The points of every reference judge for every trial whose item has a rubric: a row for each criterion.

    What a judge gives a trial depends on the seed, the judge and the trial alone, not on which others there are.

    Returns
    -------
    DataFrame
        trial (its digest), judge, criterion, points (nan in a failed reply), maximum, status (`ok` or `invalid`).

    Raises
    ------
    ValueError
        If a criterion has no rule.
    """
    known, rubrics = {item.id: item for item in items}, tuple(rubrics)
    rows: list[dict[str, Any]] = []
    for trial in trials:
        rubric = rubric_of(known[trial.key.item], rubrics)
        if rubric is not None and trial.outcome not in EXCLUDED_OUTCOMES:
            rows += _rows(trial, known[trial.key.item], rubric, seed=seed)
    return pd.DataFrame(rows, columns=list(POINT_COLUMNS)).astype({"points": "float64", "maximum": "float64"})


def _rows(trial: Trial, item: Item, rubric: Rubric, *, seed: int) -> list[dict[str, Any]]:
    met = np.array([_met(trial, item, rubric, name) for name in range(len(rubric.parts))])
    digest = digest_of(trial.key)[:16]
    rows = []
    for number, judge in enumerate(REFERENCE_JUDGES):
        rng = np.random.default_rng([seed, number, int(digest, 16)])
        shares = np.where(met, judge.met, judge.unmet) + judge.error * rng.normal(size=met.size)
        fails = rng.random() < judge.fails
        rows += [
            {
                "trial": digest,
                "judge": judge.name,
                "criterion": part.id,
                "points": np.nan if fails else part.points * float(np.clip(share, 0, 1)),
                "maximum": part.points,
                "status": "invalid" if fails else "ok",
            }
            for part, share in zip(rubric.parts, shares, strict=True)
        ]
    return rows


def _met(trial: Trial, item: Item, rubric: Rubric, place: int) -> bool:
    part = rubric.parts[place]
    if part.rule is None:
        msg = (
            f"criterion {part.id!r} of rubric {rubric.id!r} has no rule: reference judges need one, {', '.join(RULES)}"
        )
        raise ValueError(msg)
    return RULES[part.rule](trial, item)
