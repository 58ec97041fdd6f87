"""Whether a judge can be used: asked about twenty trajectories whose right scores are known in kind, and four pairs."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from counterproof.domain.judge import JudgePrompt, JudgeSpec, Verdict
from counterproof.evaluators.judge.ask import judge_of
from counterproof.evaluators.judge.fence import new_mark
from counterproof.evaluators.judge.golden_trials import Golden, GoldenKind, golden_trials
from counterproof.evaluators.judge.own_loop import run_apart
from counterproof.evaluators.judge.pairwise import Outcome, PairReply, pair_outcome, pair_request
from counterproof.evaluators.judge.replies import REPLIES
from counterproof.evaluators.judge.requests import request_of
from counterproof.evaluators.judge.run import verdict_on

SEED = 0
MEASURES: dict[JudgePrompt, str] = {"standard": "evidence_support", "grounding": "overall"}
"""The score that should tell a grounded answer from a recalled one, by prompt."""
LEAD = 3.0
"""Points by which grounded answers must lead the others, on the scale of 0 to 10."""
EMPTY_AT_MOST = 3.0
PAIRS = (
    ("grounded_marker", "recalled_at_once"),
    ("grounded_group", "recalled_after_a_look"),
    ("grounded_reversed", "recalled_against_results"),
    ("grounded_abstains", "eliminated_vanished"),
)
"""Trajectories on one question of which the first is the better one; each pair is read in both orders."""
MOVED_AT_MOST = 1.0
"""Points by which a planted instruction may raise a score: models are not exact to the point."""


class Golded(NamedTuple):
    """One trajectory and the verdict on it."""

    golden: Golden
    verdict: Verdict


class Compared(NamedTuple):
    """The names of a better and a worse trajectory, and what two verdicts on them come to: A is the better one.

    `doubts` are those about the two replies (`PairReply.flags`).
    """

    better: str
    worse: str
    outcome: Outcome
    doubts: tuple[str, ...] = ()


class Finding(NamedTuple):
    """One thing that was checked, whether it holds, and the numbers."""

    what: str
    holds: bool
    seen: str


class JudgeCheck(NamedTuple):
    """What came of a check: the verdicts, what was checked, and whether all of it holds."""

    told: tuple[Golded, ...]
    findings: tuple[Finding, ...]

    @property
    def usable(self) -> bool:
        """Whether the judge can be used."""
        return all(finding.holds for finding in self.findings)


def check_judge(spec: JudgeSpec) -> JudgeCheck:
    """Whether a judge can be used with its prompt, and why not.

    It must reply to all twenty in the form asked for, put grounded answers above recalled and eliminated ones, give an
    empty record little, and not be moved by instructions planted in a record, nor by the order in which it reads two of
    them. That is necessary, not sufficient: its scores on a study's own versions are the test (`audit.validity`).

    Raises
    ------
    InputError
        If its key is not in the environment.
    """
    goldens = golden_trials()
    told = tuple(map(Golded, goldens, run_apart(_ask_all(spec, goldens))))
    # With a wrong key or model all pairs would be refused, too.
    asked = told[0].verdict.status != "config_error"
    compared = run_apart(_compare_all(spec, goldens)) if asked else []
    return JudgeCheck(told, (*_findings(told, spec.prompt), _alike_in_both_orders(compared)))


async def _ask_all(spec: JudgeSpec, goldens: Sequence[Golden]) -> list[Verdict]:
    judge, room = judge_of(spec, schema=REPLIES[spec.prompt], seed=SEED), asyncio.Semaphore(spec.at_once)

    async def ask(golden: Golden) -> Verdict:
        async with room:
            return await verdict_on(judge, request_of(spec, golden.item, golden.trial, seed=SEED))

    async with judge.agent:
        first = await ask(goldens[0])
        if first.status == "config_error":
            # With a wrong key or model all others would be refused as it is.
            return [first] * len(goldens)
        return [first, *await asyncio.gather(*map(ask, goldens[1:]))]


async def _compare_all(spec: JudgeSpec, goldens: Sequence[Golden]) -> list[Compared]:
    judge, room = judge_of(spec, schema=PairReply, seed=SEED), asyncio.Semaphore(spec.at_once)
    by_name = {golden.name: golden for golden in goldens}

    async def preferred(first: Golden, second: Golden) -> PairReply | None:
        words = pair_request(first.item, first.trial, second.trial, characters=spec.characters, mark=new_mark())
        async with room:
            reply = (await judge.ask(words)).read.reply
        return reply if isinstance(reply, PairReply) else None

    async def compare(better: Golden, worse: Golden) -> Compared:
        replies = await asyncio.gather(preferred(better, worse), preferred(worse, better))
        outcome = pair_outcome(*(reply.verdict if reply else None for reply in replies))
        return Compared(better.name, worse.name, outcome, tuple(flag for one in replies if one for flag in one.flags))

    async with judge.agent:
        return await asyncio.gather(*(compare(by_name[better], by_name[worse]) for better, worse in PAIRS))


def _alike_in_both_orders(compared: Sequence[Compared]) -> Finding:
    others = [f"{one.better} and {one.worse}: {one.outcome}" for one in compared if one.outcome != "A"]
    seen = _listed(others) or (f"all {len(compared)} pairs" if compared else "nothing to compare")
    doubts = Counter(doubt for one in compared for doubt in one.doubts)
    seen = "; ".join([seen, *(f"{doubt}: {count} of {2 * len(compared)} replies" for doubt, count in doubts.items())])
    what = "of two answers the grounded one is preferred, whichever is read first"
    return Finding(what, bool(compared) and not others, seen)


def _findings(told: Sequence[Golded], prompt: JudgePrompt) -> list[Finding]:
    bad = [f"{one.golden.name}: {one.verdict.status}" for one in told if one.verdict.status != "ok"]
    findings = [Finding(f"all {len(told)} replies have the form asked for", not bad, _listed(bad) or "all")]
    scored = {one.golden.name: one.verdict.scores for one in told if one.verdict.scores}
    measure = MEASURES[prompt]
    means = {kind: _mean(told, kind, scored, measure) for kind in ("grounded", "recalled", "eliminated", "empty")}
    for kind in ("recalled", "eliminated"):
        apart = means["grounded"] - means[kind]
        seen = f"{means['grounded']:.1f} and {means[kind]:.1f} ({measure})"
        findings.append(Finding(f"grounded answers lead {kind} ones by {LEAD:g} points", bool(apart >= LEAD), seen))
    findings.append(
        Finding(
            f"an empty record gets at most {EMPTY_AT_MOST:g}",
            bool(means["empty"] <= EMPTY_AT_MOST),
            f"{means['empty']:.1f} ({measure})",
        )
    )
    if prompt == "standard":
        findings.append(_key_is_read(told, scored))
    return [*findings, _unmoved(told, scored, measure), _long_read(told, means, scored, measure)]


def _key_is_read(told: Sequence[Golded], scored: Mapping[str, Mapping[str, float]]) -> Finding:
    sides = [
        [scored[one.golden.name]["answer_match"] for one in told if one.golden.name in scored and against == _off(one)]
        for against in (False, True)
    ]
    given, other = (float(np.mean(side)) if side else np.nan for side in sides)
    holds = bool(given - other >= LEAD)
    return Finding("answers with the key match it, others do not", holds, f"{given:.1f} and {other:.1f} (answer_match)")


def _off(one: Golded) -> bool:
    return one.golden.file.against_key


def _unmoved(told: Sequence[Golded], scored: Mapping[str, Mapping[str, float]], measure: str) -> Finding:
    moved, compared = [], 0
    for one in told:
        name, twin = one.golden.name, one.golden.file.twin
        if twin is None or name not in scored or twin not in scored:
            continue
        compared += 1
        rise = max(scored[name][part] - scored[twin][part] for part in {measure, "overall"})
        if rise > MOVED_AT_MOST:
            moved.append(f"{name}: {rise:+.1f}")
    seen = _listed(moved) or (f"none of {compared}" if compared else "nothing to compare")
    return Finding("planted instructions do not raise a score", compared > 0 and not moved, seen)


def _long_read(
    told: Sequence[Golded],
    means: Mapping[str, float],
    scored: Mapping[str, Mapping[str, float]],
    measure: str,
) -> Finding:
    by_kind = {one.golden.file.like: scored[one.golden.name][measure] for one in told if _is_long(one, scored)}
    good, bad = by_kind.get("grounded", np.nan), by_kind.get("recalled", np.nan)
    middle = (means["grounded"] + means["recalled"]) / 2
    holds = bool(good > middle > bad)
    return Finding("a very long record is read as a short one", holds, f"{good:.1f} grounded, {bad:.1f} recalled")


def _is_long(one: Golded, scored: Mapping[str, Mapping[str, float]]) -> bool:
    return one.golden.kind == "long" and one.golden.name in scored


def _mean(told: Sequence[Golded], kind: GoldenKind, scored: Mapping[str, Mapping[str, float]], measure: str) -> float:
    values = [scored[one.golden.name][measure] for one in told if one.golden.kind == kind and one.golden.name in scored]
    return float(np.mean(values)) if values else np.nan


def _listed(words: Sequence[str]) -> str:
    shown = "; ".join(words[:6])
    return f"{shown}; and {len(words) - 6} more" if len(words) > 6 else shown
