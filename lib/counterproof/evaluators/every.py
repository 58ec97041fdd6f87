"""The scores of all evaluators of a study: those that need no model, and its judges."""

from collections.abc import Sequence

import pandas as pd

from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.scores import judge_scores
from counterproof.evaluators.registry import score_trials
from counterproof.store.study import OpenStudy


def study_scores(study: OpenStudy, table: pd.DataFrame, trials: Sequence[Trial]) -> pd.DataFrame:
    """Scores of every trial by every evaluator of the study, as `registry.score_trials` gives them.

    Parameters
    ----------
    table
        The trial table of `trials`: judges read the trials themselves, the other evaluators their rows.
    """
    return score_trials(table, evaluators=study.study.named_evaluators, judged=judge_scores(study, trials))
