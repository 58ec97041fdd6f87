"""The evaluators by name, with what a reader must know of each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pandas as pd

from counterproof.domain.study import EvaluatorName
from counterproof.evaluators.benchmark import benchmark
from counterproof.evaluators.reference import follows_evidence, follows_key
from counterproof.evaluators.scores import COLUMNS
from counterproof.evaluators.self_report import self_report


@dataclass(frozen=True)
class Evaluator:
    """An evaluator: from a trial table to scores in [0, 1], one row a trial and score.

    `scores` names what it gives, its own name first; `reference` marks one whose behaviour is known beforehand.
    """

    name: EvaluatorName
    measures: str
    scores: tuple[str, ...]
    score: Callable[[pd.DataFrame], pd.DataFrame]
    reference: bool = False


EVALUATORS: dict[EvaluatorName, Evaluator] = {
    evaluator.name: evaluator
    for evaluator in (
        Evaluator("benchmark", "the choice is the key", ("benchmark",), benchmark),
        Evaluator(
            "self_report",
            "the agent's own data support (full 1, partial 0.5, none 0), with its confidence beside",
            ("self_report", "self_report_confidence"),
            self_report,
        ),
        Evaluator("follows_key", "the choice is the key", ("follows_key",), follows_key, reference=True),
        Evaluator(
            "follows_evidence",
            "the choice is what the variant supports; where nothing is supported, it is denied",
            ("follows_evidence",),
            follows_evidence,
            reference=True,
        ),
    )
}


def score_trials(
    table: pd.DataFrame, *, evaluators: Sequence[EvaluatorName], judged: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Scores of every trial by every evaluator, long: digest, evaluator, score, status, reason.

    Parameters
    ----------
    judged
        Scores that judges gave (`judge.scores.judge_scores`); those of other trials are left out.

    Raises
    ------
    ValueError
        If an evaluator is unknown or named twice, or a trial stands in the table twice.
    """
    unknown = [name for name in evaluators if name not in EVALUATORS]
    if unknown or len(set(evaluators)) < len(evaluators):
        msg = f"evaluators are named once each, among {', '.join(EVALUATORS)}; got {', '.join(evaluators)}"
        raise ValueError(msg)
    twice = table["digest"][table["digest"].duplicated()]
    if len(twice):
        msg = f"trial {twice.iloc[0]} stands in the table twice: a trial is scored once"
        raise ValueError(msg)
    frames = [EVALUATORS[name].score(table) for name in evaluators]
    if judged is not None and len(judged):
        frames.append(judged[judged["digest"].isin(table["digest"])])
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame(columns=list(COLUMNS))
