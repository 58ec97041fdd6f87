"""What an item's own grader, or its key, gives to trials where no registration says what the data support."""

from collections.abc import Sequence

import pandas as pd

from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.domain.problem import InputError
from counterproof.domain.trial import Trial
from counterproof.evaluators.elsewhere import verdict_on
from counterproof.store.digest import digest_of
from counterproof.store.study import OpenStudy

NAME = "own grader"
COLUMNS = ("digest", "evaluator", "score", "status", "reason")


def own_verdicts(study: OpenStudy, trials: Sequence[Trial]) -> pd.DataFrame:
    """A row a trial as evaluators give them: `score` is 1 where it passed, else 0; `reason` is the grader's.

    Without a score, and with a status other than `scored`, where the machinery failed or the grader cannot be read.
    """
    rows = [(digest_of(trial.key)[:16], NAME, *_verdict(trial, study)) for trial in trials]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype({"score": "float64"})


def _verdict(trial: Trial, study: OpenStudy) -> tuple[float | None, str, str]:
    if trial.outcome in EXCLUDED_OUTCOMES:
        return None, trial.outcome, trial.reason or "the machinery failed"
    try:
        verdict = verdict_on(trial.answer, item=study.item(trial.key.item))
    except InputError as error:
        return None, "unscored", f"the grader cannot be read: {error.problems[0].wrong}"
    why = trial.reason or trial.outcome.replace("_", " ") if trial.answer is None else verdict.reason
    return float(verdict.passed), "scored", "" if verdict.passed else why
