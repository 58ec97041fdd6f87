"""A study's original trials scored by its rubric judges: K models, each reply bound to the rubric, each one kept."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd
from tqdm import tqdm

from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.domain.item import Item
from counterproof.domain.judge import ASKED_AGAIN, JudgeSpec
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.ask import Told
from counterproof.evaluators.judge.asking import Asking, Question
from counterproof.evaluators.judge.fence import new_mark
from counterproof.evaluators.judge.model import RESENT, settings_of
from counterproof.evaluators.rubric.reference import POINT_COLUMNS
from counterproof.evaluators.rubric.reply import RubricVerdict, rubric_request, schema_of
from counterproof.evaluators.rubric.rubric import Rubric, rubric_of
from counterproof.jobs.bar import bar_settings
from counterproof.jobs.interrupts import interrupts_arrive
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared
from counterproof.store.digest import digest_of
from counterproof.store.records import read_log
from counterproof.store.study import OpenStudy
from counterproof.trials.claim import claimed

REPLY_KEPT = 4_000
NOT_ASKED = "not_asked"


class RubricRequest(NamedTuple):
    """One trial that a rubric judge reads; `digest` is of all that goes into the request but the fence's mark."""

    digest: str
    trial: Trial
    item: Item
    rubric: Rubric

    @property
    def trial_digest(self) -> str:
        """The trial's digest as in the trial table."""
        return digest_of(self.trial.key)[:16]


class RubricSummary(Record):
    """What a rubric judge did: trials it was to read, replies asked for now, and why it was not asked further."""

    judge: str
    trials: int
    asked: int
    stopped: str | None = None


def judge_rubrics(
    study: OpenStudy,
    trials: Sequence[Trial],
    rubrics: Sequence[Rubric],
    *,
    progress: bool = False,
    scheduler: str | None = None,
) -> tuple[RubricSummary, ...]:
    """What each rubric judge of the study did, after it was asked about every original trial that it had not scored.

    A reply counts until something that went into its request changes. Each is written as it comes. A judge whose key or
    model is refused is not asked further; the others are. `scheduler` is as in `judge_trials`.

    Raises
    ------
    InputError
        If another run is judging the study's trials, or the cluster cannot do the work.
    """
    if not study.study.rubric_judges:
        return ()
    shared = Shared(study.layout.work, locks=True)
    with interrupts_arrive(), claimed(study.layout.verdicts / "rubric"), Pool(shared, scheduler=scheduler) as pool:
        return tuple(
            _judged(spec, study, rubric_requests(spec, study, trials, rubrics), pool=pool, progress=progress)
            for spec in study.study.rubric_judges
        )


def rubric_points(study: OpenStudy, trials: Sequence[Trial], rubrics: Sequence[Rubric]) -> pd.DataFrame:
    """The points that the study's rubric judges have given so far: a row for each trial, judge and criterion.

    A reply that is none has rows without points and with its status; a trial that was not asked about is `not_asked`.
    """
    rows: list[dict[str, Any]] = []
    for spec in study.study.rubric_judges:
        known = _known(study, spec)
        for request in rubric_requests(spec, study, trials, rubrics):
            rows += _rows(request, known.get(request.digest), judge=spec.name)
    return pd.DataFrame(rows, columns=list(POINT_COLUMNS)).astype({"points": "float64", "maximum": "float64"})


def rubric_requests(
    spec: JudgeSpec, study: OpenStudy, trials: Sequence[Trial], rubrics: Sequence[Rubric]
) -> tuple[RubricRequest, ...]:
    """The requests of a judge: the trials on original data that the machinery did not break and that have a rubric."""
    return tuple(
        RubricRequest(_digest(spec, item, trial, rubric, seed=study.study.seed), trial, item, rubric)
        for trial in trials
        if trial.key.variant == "original"
        and trial.key.arm == "standard"
        and (spec.replicates is None or trial.key.replicate <= spec.replicates)
        and trial.outcome not in EXCLUDED_OUTCOMES
        and (rubric := rubric_of(item := study.item(trial.key.item), rubrics)) is not None
    )


def _digest(spec: JudgeSpec, item: Item, trial: Trial, rubric: Rubric, *, seed: int) -> str:
    went_in = {
        "model": [spec.provider, spec.base_url, spec.model],
        "settings": {**settings_of(spec, seed=seed), "max_retries": RESENT},
        "schema": schema_of(rubric).model_json_schema(),
        "asked": list(rubric_request(item, trial, rubric, characters=spec.characters)),
    }
    return digest_of(went_in)


def _log(study: OpenStudy, spec: JudgeSpec) -> Path:
    return study.layout.verdicts / "rubric" / f"{spec.name}.jsonl"


def _known(study: OpenStudy, spec: JudgeSpec) -> dict[str, RubricVerdict]:
    return {verdict.request: verdict for verdict in read_log(_log(study, spec), RubricVerdict)}


def _judged(
    spec: JudgeSpec, study: OpenStudy, requests: Sequence[RubricRequest], *, pool: Pool, progress: bool
) -> RubricSummary:
    known = {digest for digest, verdict in _known(study, spec).items() if verdict.status not in ASKED_AGAIN}
    missing = {request.digest: request for request in requests if request.digest not in known}
    asked, stopped = list[RubricVerdict](), None
    with tqdm(
        total=len(missing), unit="reply", desc=spec.name, **bar_settings(shown=progress and bool(missing))
    ) as bar:

        def told(verdict: RubricVerdict) -> None:
            asked.append(verdict)
            bar.update()

        for rubric in dict.fromkeys(request.rubric for request in missing.values()):
            own = [_question(spec, request) for request in missing.values() if request.rubric == rubric]
            asking = Asking(
                spec=spec,
                seed=study.study.seed,
                schema=partial(schema_of, rubric),
                kind=RubricVerdict,
                verdict=partial(_verdict, spec, rubric.id),
                log=_log(study, spec),
            )
            stopped = asking.ask(own, pool=pool, told=told)
            if stopped:
                break
    return RubricSummary(judge=spec.name, trials=len(requests), asked=len(asked), stopped=stopped)


def _question(spec: JudgeSpec, request: RubricRequest) -> Question:
    words = rubric_request(request.item, request.trial, request.rubric, characters=spec.characters, mark=new_mark())
    return Question(request.digest, request.trial_digest, words)


def _verdict(spec: JudgeSpec, rubric: str, told: Told, question: Question, seconds: float) -> RubricVerdict:
    reply = told.read.reply
    return RubricVerdict(
        request=question.request,
        judge=spec.name,
        rubric=rubric,
        trial=question.trial,
        status=told.read.status,
        points=reply.scores if reply else {},
        reason=told.read.reason,
        rationale=str(getattr(reply, "rationale", "")),
        reply=told.text[:REPLY_KEPT],
        requests=told.requests,
        input_tokens=told.input_tokens,
        output_tokens=told.output_tokens,
        seconds=round(seconds, 3),
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _rows(request: RubricRequest, verdict: RubricVerdict | None, *, judge: str) -> Iterator[dict[str, Any]]:
    for part in request.rubric.parts:
        yield {
            "trial": request.trial_digest,
            "judge": judge,
            "criterion": part.id,
            "points": verdict.points.get(part.id) if verdict else None,
            "maximum": part.points,
            "status": verdict.status if verdict else NOT_ASKED,
        }
