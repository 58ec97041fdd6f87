"""Questions put to a judge, several at once, here or on a cluster's workers; each verdict is written as it comes."""

import asyncio
import socket
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Generic, NamedTuple, TypeVar

from counterproof.domain.judge import JudgeSpec, Verdict
from counterproof.domain.problem import InputError
from counterproof.evaluators.judge.ask import Told, judge_of
from counterproof.evaluators.judge.own_loop import run_apart
from counterproof.evaluators.judge.prompts import Asked
from counterproof.evaluators.judge.replies import Reply
from counterproof.evaluators.rubric.reply import RubricVerdict
from counterproof.jobs.pool import Pool
from counterproof.store.records import append_record, read_log

V = TypeVar("V", Verdict, RubricVerdict)

AT_A_TIME = 4
"""Questions that a worker takes for each one that it asks at once: few are then asked again if it dies."""


class Question(NamedTuple):
    """One request as it travels: its digest, that of its trial, and its words. A whole trial may be large."""

    request: str
    trial: str
    asked: Asked


class Said(NamedTuple, Generic[V]):
    """The verdicts on some questions, and why no further one makes sense, if none does."""

    verdicts: list[V]
    stopped: str | None


@dataclass(frozen=True)
class Asking(Generic[V]):
    """Who is asked, and what becomes of what it says; `verdict` makes it of that, the question and the seconds taken.

    `schema` gives the form of its replies, `log` is where verdicts of `kind` are written.
    """

    spec: JudgeSpec
    seed: int
    schema: Callable[[], type[Reply]]
    kind: type[V]
    verdict: Callable[[Told, Question, float], V]
    log: Path

    def ask(self, questions: Sequence[Question], *, pool: Pool, told: Callable[[V], None]) -> str | None:
        """Why the judge was not asked further, if it was not; `told` hears of each verdict.

        The first question goes alone: with a wrong key or model all others would be refused as it is. No more than the
        judge's `at_once` are under way, on all workers together. A key is looked for where the question is asked.

        Raises
        ------
        InputError
            If the pool's cluster cannot do the work, or the log is damaged.
        """
        if pool.elsewhere:
            pool.join()
            return self._over(pool, questions, told)
        try:
            return _stopped(run_apart(self._each(questions, at_once=self.spec.at_once, told=told)))
        except InputError as error:
            return error.problems[0].wrong

    def some(self, questions: Sequence[Question], *, at_once: int, begun: Path, since: int) -> Said[V]:
        """What came of some questions, asked on this worker; what a dead one has written since then is kept.

        `begun` is a folder of this run that all workers share: a file in it tells that somebody took these questions
        before. Only then is the log read, from the byte `since`, at which it ended when the run began.

        Raises
        ------
        InputError
            If the log is damaged.
        """
        written: dict[str, V] = {}
        if not _is_first(begun / questions[0].request):
            written = {one.request: one for one in read_log(self.log, self.kind, start=since)}
        left = [question for question in questions if question.request not in written]
        kept = [written[question.request] for question in questions if question.request in written]
        try:
            asked = run_apart(self._each(left, at_once=at_once, told=lambda _: None)) if left else []
        except InputError as error:
            return Said(kept, f"{error.problems[0].wrong} on {socket.gethostname()}")
        return Said(kept + asked, _stopped(asked))

    def _over(self, pool: Pool, questions: Sequence[Question], told: Callable[[V], None]) -> str | None:
        width = min(pool.size, self.spec.at_once)
        each = self.spec.at_once // width
        since = self.log.stat().st_size if self.log.exists() else 0
        step = each * AT_A_TIME
        rest = [questions[start : start + step] for start in range(1, len(questions), step)]
        self.log.parent.mkdir(parents=True, exist_ok=True)
        # A worker may be under way still when this ends early.
        with TemporaryDirectory(prefix=".begun-", dir=self.log.parent, ignore_cleanup_errors=True) as begun:
            work = partial(self.some, at_once=each, begun=Path(begun), since=since)
            for some in ([questions[:1]], rest):
                with closing(pool.lanes(work, some, widths={None: width})) as landed:
                    for said in (one.result for one in landed):
                        for verdict in said.verdicts:
                            told(verdict)
                        if said.stopped is not None:
                            return said.stopped
        pool.appeared([self.log])
        return None

    async def _each(self, questions: Sequence[Question], *, at_once: int, told: Callable[[V], None]) -> list[V]:
        judge = judge_of(self.spec, schema=self.schema(), seed=self.seed)
        room, verdicts = asyncio.Semaphore(at_once), list[V]()

        async def ask(question: Question) -> None:
            async with room:
                if _stopped(verdicts) is None:
                    clock = time.perf_counter()
                    said = await judge.ask(question.asked)
                    verdict = self.verdict(said, question, time.perf_counter() - clock)
                    append_record(self.log, verdict)
                    verdicts.append(verdict)
                    told(verdict)

        async with judge.agent:
            await ask(questions[0])
            await asyncio.gather(*(ask(question) for question in questions[1:]))
        return verdicts


def _stopped(verdicts: Sequence[V]) -> str | None:
    """Why no further question makes sense, if none does."""
    return next((one.reason or one.status for one in verdicts if one.status == "config_error"), None)


def _is_first(mark: Path) -> bool:
    """Whether nobody made this file before; it is there afterwards."""
    try:
        mark.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True
