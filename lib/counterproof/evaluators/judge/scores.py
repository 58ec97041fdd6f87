"""The verdicts of a study's judges as scores beside those of the other evaluators, and how the requests ended."""

from collections.abc import Iterator, Sequence
from typing import Any

import pandas as pd

from counterproof.domain.judge import JudgeSpec, Verdict
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.replies import BEST, REPLIES, WORST
from counterproof.evaluators.judge.requests import requests_of
from counterproof.evaluators.judge.run import known_verdicts
from counterproof.evaluators.scores import COLUMNS
from counterproof.store.study import OpenStudy

NOT_ASKED = "not asked"


def judge_scores(study: OpenStudy, trials: Sequence[Trial]) -> pd.DataFrame:
    """Scores of every trial that a judge reads, long as those of `registry.score_trials`, scaled to 0 to 1.

    A judge's overall score has the judge's name, a sub-score `JUDGE.SUBSCORE`. A verdict without a score, and a trial
    that was not asked about, is `unscored` with its status and reason.
    """
    rows = [row for spec in study.study.judges for row in _rows(spec, study, trials)]
    return pd.DataFrame(rows, columns=list(COLUMNS)).astype({"score": "float64"})


def judge_statuses(study: OpenStudy, trials: Sequence[Trial]) -> pd.DataFrame:
    """How many trials of each judge stand at which status: judge, prompt, model, status, n."""
    counts: dict[tuple[str, str, str, str], int] = {}
    for spec in study.study.judges:
        for _, verdict in _verdicts(spec, study, trials):
            name = (spec.name, spec.prompt, spec.model, verdict.status if verdict else NOT_ASKED)
            counts[name] = counts.get(name, 0) + 1
    rows = [(*names, n) for names, n in counts.items()]
    return pd.DataFrame(rows, columns=["judge", "prompt", "model", "status", "n"])


def subscore(judge: str, name: str) -> str:
    """The name that a judge's score has among those of all evaluators."""
    return judge if name == "overall" else f"{judge}.{name}"


def _rows(spec: JudgeSpec, study: OpenStudy, trials: Sequence[Trial]) -> Iterator[dict[str, Any]]:
    names = ("overall", *REPLIES[spec.prompt].PARTS)
    for digest, verdict in _verdicts(spec, study, trials):
        scored = verdict is not None and verdict.status == "ok"
        why = NOT_ASKED if verdict is None else f"{verdict.status}: {verdict.reason}"
        for name in names:
            score = verdict.scores.get(name) if verdict is not None and scored else None
            yield {
                "digest": digest,
                "evaluator": subscore(spec.name, name),
                "score": None if score is None else (score - WORST) / (BEST - WORST),
                "status": "scored" if scored else "unscored",
                "reason": None if scored else why,
            }


def _verdicts(spec: JudgeSpec, study: OpenStudy, trials: Sequence[Trial]) -> Iterator[tuple[str, Verdict | None]]:
    known = known_verdicts(study, spec)
    for request in requests_of(spec, study, trials):
        yield request.trial_digest, known.get(request.digest)
