"""A study's trials read by its judges: those that were not asked about yet, several at once, each verdict kept."""

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from tqdm import tqdm

from counterproof.domain.judge import ASKED_AGAIN, JudgeSpec, JudgeStatus, Verdict
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.ask import Judge, Told
from counterproof.evaluators.judge.asking import Asking, Question
from counterproof.evaluators.judge.fence import new_mark
from counterproof.evaluators.judge.prompts import judge_request
from counterproof.evaluators.judge.replies import REPLIES
from counterproof.evaluators.judge.requests import Request, requests_of
from counterproof.jobs.bar import bar_settings
from counterproof.jobs.interrupts import interrupts_arrive
from counterproof.jobs.pool import Pool
from counterproof.jobs.shared import Shared
from counterproof.store.records import read_log
from counterproof.store.study import OpenStudy
from counterproof.trials.claim import claimed

REPLY_KEPT = 4_000
"""Characters of a judge's text that a verdict keeps."""


class JudgeSummary(Record):
    """What a judge did: trials it was to read, those known from before, requests made, and how its verdicts stand.

    `statuses` counts trials. `stopped` tells why it was not asked further: no key, no such model, no server. Tokens are
    of this run, null where the server did not tell them.
    """

    judge: str
    trials: int
    kept: int
    asked: int
    statuses: dict[JudgeStatus, int]
    stopped: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float


def judge_trials(
    study: OpenStudy, trials: Sequence[Trial], *, progress: bool = False, scheduler: str | None = None
) -> tuple[JudgeSummary, ...]:
    """What each judge of the study did, after it has read every trial that it had not.

    A verdict counts until something that went into its request changes. Each is written as it comes, so that nothing
    paid for is lost by a kill. A judge whose key or model is refused is not asked further; the others are.

    Parameters
    ----------
    scheduler
        Address of a running dask cluster, whose workers ask then, with the keys in their own environments and no more
        at once than each judge's `at_once` in all. Without it this process asks: it only waits for the models.

    Raises
    ------
    InputError
        If another run is judging the study's trials, or the cluster cannot do the work.
    """
    if not study.study.judges:
        return ()
    shared = Shared(study.layout.work, locks=True)
    with interrupts_arrive(), claimed(study.layout.verdicts), Pool(shared, scheduler=scheduler) as pool:
        return tuple(_judged(spec, study, trials, pool=pool, progress=progress) for spec in study.study.judges)


def verdict_log(study: OpenStudy, spec: JudgeSpec) -> Path:
    """The log of one judge's verdicts."""
    return study.layout.verdicts / f"{spec.name}.jsonl"


def known_verdicts(study: OpenStudy, spec: JudgeSpec) -> Mapping[str, Verdict]:
    """The last verdict on each request, by the request's digest.

    Raises
    ------
    InputError
        If the log is damaged.
    """
    return {verdict.request: verdict for verdict in read_log(verdict_log(study, spec), Verdict)}


def _judged(spec: JudgeSpec, study: OpenStudy, trials: Sequence[Trial], *, pool: Pool, progress: bool) -> JudgeSummary:
    clock = time.perf_counter()
    requests = requests_of(spec, study, trials)
    known = {digest: verdict for digest, verdict in known_verdicts(study, spec).items() if not _open(verdict)}
    missing = list({request.digest: request for request in requests if request.digest not in known}.values())
    new: dict[str, Verdict] = {}
    stopped = None
    if missing:
        asking = Asking(
            spec=spec,
            seed=study.study.seed,
            schema=partial(REPLIES.__getitem__, spec.prompt),
            kind=Verdict,
            verdict=partial(_verdict, spec),
            log=verdict_log(study, spec),
        )
        with tqdm(total=len(missing), unit="verdict", desc=spec.name, **bar_settings(shown=progress)) as bar:

            def told(verdict: Verdict) -> None:
                new[verdict.request] = verdict
                bar.update()

            stopped = asking.ask([_question(spec, request) for request in missing], pool=pool, told=told)
    verdicts = known | new
    statuses = Counter(verdicts[request.digest].status for request in requests if request.digest in verdicts)
    counted = [verdict for verdict in new.values() if verdict.input_tokens is not None]
    return JudgeSummary(
        judge=spec.name,
        trials=len(requests),
        kept=sum(request.digest in known for request in requests),
        asked=len(new),
        statuses=dict(sorted(statuses.items())),
        stopped=stopped,
        input_tokens=sum(verdict.input_tokens or 0 for verdict in counted) if counted else None,
        output_tokens=sum(verdict.output_tokens or 0 for verdict in counted) if counted else None,
        seconds=round(time.perf_counter() - clock, 3),
    )


def _open(verdict: Verdict) -> bool:
    return verdict.status in ASKED_AGAIN


async def verdict_on(judge: Judge, request: Request) -> Verdict:
    """The judge's verdict on one trial, within `async with judge.agent`."""
    clock, question = time.perf_counter(), _question(judge.spec, request)
    return _verdict(judge.spec, await judge.ask(question.asked), question, time.perf_counter() - clock)


def _question(spec: JudgeSpec, request: Request) -> Question:
    words = judge_request(request.item, request.trial, prompt=spec.prompt, characters=spec.characters, mark=new_mark())
    return Question(request.digest, request.trial_digest, words)


def _verdict(spec: JudgeSpec, told: Told, question: Question, seconds: float) -> Verdict:
    reply = told.read.reply
    return Verdict(
        request=question.request,
        judge=spec.name,
        prompt=spec.prompt,
        trial=question.trial,
        status=told.read.status,
        scores=reply.scores if reply else {},
        reason=told.read.reason,
        rationale=str(getattr(reply, "rationale", "")),
        flags=reply.flags if reply else (),
        reply=told.text[:REPLY_KEPT],
        requests=told.requests,
        input_tokens=told.input_tokens,
        output_tokens=told.output_tokens,
        seconds=round(seconds, 3),
        at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
