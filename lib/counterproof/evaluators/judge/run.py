"""A study's trials read by its judges: those that were not asked about yet, several at once, each verdict kept."""

import asyncio
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tqdm import tqdm

from counterproof.domain.judge import ASKED_AGAIN, JudgeSpec, JudgeStatus, Verdict
from counterproof.domain.problem import InputError
from counterproof.domain.record import Record
from counterproof.domain.trial import Trial
from counterproof.evaluators.judge.ask import Judge, Told, judge_of
from counterproof.evaluators.judge.fence import new_mark
from counterproof.evaluators.judge.own_loop import run_apart
from counterproof.evaluators.judge.prompts import judge_request
from counterproof.evaluators.judge.replies import REPLIES
from counterproof.evaluators.judge.requests import Request, requests_of
from counterproof.jobs.bar import bar_settings
from counterproof.store.records import append_record, read_log
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


def judge_trials(study: OpenStudy, trials: Sequence[Trial], *, progress: bool = False) -> tuple[JudgeSummary, ...]:
    """What each judge of the study did, after it has read every trial that it had not.

    A verdict counts until something that went into its request changes. Each is written as it comes, so that nothing
    paid for is lost by a kill. A judge whose key or model is refused is not asked further; the others are.

    Raises
    ------
    InputError
        If another run is judging the study's trials.
    """
    if not study.study.judges:
        return ()
    with claimed(study.layout.verdicts):
        return tuple(_judged(spec, study, trials, progress=progress) for spec in study.study.judges)


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


def _judged(spec: JudgeSpec, study: OpenStudy, trials: Sequence[Trial], *, progress: bool) -> JudgeSummary:
    clock = time.perf_counter()
    requests = requests_of(spec, study, trials)
    known = {digest: verdict for digest, verdict in known_verdicts(study, spec).items() if not _open(verdict)}
    missing = list({request.digest: request for request in requests if request.digest not in known}.values())
    session = _Session(verdict_log(study, spec))
    if missing:
        try:
            judge = judge_of(spec, schema=REPLIES[spec.prompt], seed=study.study.seed)
        except InputError as error:
            session.stopped = error.problems[0].wrong
        else:
            with tqdm(total=len(missing), unit="verdict", desc=spec.name, **bar_settings(shown=progress)) as bar:
                run_apart(session.ask_all(judge, missing, bar=bar))
    verdicts = known | session.verdicts
    statuses = Counter(verdicts[request.digest].status for request in requests if request.digest in verdicts)
    told = [verdict for verdict in session.verdicts.values() if verdict.input_tokens is not None]
    return JudgeSummary(
        judge=spec.name,
        trials=len(requests),
        kept=sum(request.digest in known for request in requests),
        asked=len(session.verdicts),
        statuses=dict(sorted(statuses.items())),
        stopped=session.stopped,
        input_tokens=sum(verdict.input_tokens or 0 for verdict in told) if told else None,
        output_tokens=sum(verdict.output_tokens or 0 for verdict in told) if told else None,
        seconds=round(time.perf_counter() - clock, 3),
    )


def _open(verdict: Verdict) -> bool:
    return verdict.status in ASKED_AGAIN


@dataclass
class _Session:
    """The verdicts of one run as they come in."""

    log: Path
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    stopped: str | None = None

    async def ask_all(self, judge: Judge, requests: Sequence[Request], *, bar: "tqdm[None]") -> None:
        room = asyncio.Semaphore(judge.spec.at_once)
        async with judge.agent:
            # The first goes alone: with a wrong key or model all others would be refused as it is.
            await self._ask(judge, requests[0], room, bar)
            await asyncio.gather(*(self._ask(judge, request, room, bar) for request in requests[1:]))

    async def _ask(self, judge: Judge, request: Request, room: asyncio.Semaphore, bar: "tqdm[None]") -> None:
        async with room:
            if self.stopped is not None:
                return
            verdict = await verdict_on(judge, request)
        append_record(self.log, verdict)
        self.verdicts[request.digest] = verdict
        bar.update()
        if verdict.status == "config_error":
            self.stopped = verdict.reason


async def verdict_on(judge: Judge, request: Request) -> Verdict:
    """The judge's verdict on one trial, within `async with judge.agent`."""
    clock, spec = time.perf_counter(), judge.spec
    asked = judge_request(request.item, request.trial, prompt=spec.prompt, characters=spec.characters, mark=new_mark())
    return _verdict(await judge.ask(asked), spec, request, seconds=time.perf_counter() - clock)


def _verdict(told: Told, spec: JudgeSpec, request: Request, *, seconds: float) -> Verdict:
    reply = told.read.reply
    return Verdict(
        request=request.digest,
        judge=spec.name,
        prompt=spec.prompt,
        trial=request.trial_digest,
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
