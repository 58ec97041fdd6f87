"""The access audit: each tool call of each trial, looked at for what the agent was not given."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import pandas as pd

from counterproof.audit.access_rules import (
    KINDS,
    OWN_PLACES,
    WALLED_PLACES,
    WHERE,
    Kind,
    Rule,
    Where,
    rules_that_may_match,
)
from counterproof.audit.access_words import words_of
from counterproof.domain.call import Call
from counterproof.domain.record import Record
from counterproof.domain.trajectory import Step, Trajectory
from counterproof.domain.trial import Trial

SHOWN = 160
"""Characters of a call that a flag quotes."""

WHO_DTYPES = {"item": "object", "variant": "object", "agent": "object", "replicate": "int64", "digest": "object"}
"""Columns that tell of which trial a row is."""
CHECK_DTYPES = WHO_DTYPES | {"tool_calls": "int64", "without_input": "int64", "flags": "int64"}
FLAGGED = {
    "step": "Int64",
    "tool": "object",
    "kind": "object",
    "rule": "object",
    "quote": "object",
    "invited": "bool",
}
"""The columns of a `Flag`, whatever reached."""
FLAG_DTYPES = WHO_DTYPES | FLAGGED


class Flag(Record):
    """One thing that a trial reached for.

    `step` is the place of its call among the trial's steps, counted from 1 as the stepper counts; null where the log
    tells of it without a call. `quote` is the part of the call that the rule met. `invited` says that the prompt itself
    names that place.
    """

    step: int | None
    tool: str | None
    kind: Kind
    rule: str
    quote: str
    invited: bool = False


def flags_of(trajectory: Trajectory, *, own: Sequence[str] = OWN_PLACES) -> tuple[Flag, ...]:
    """What the tool calls of one trial reached for, in order; each rule speaks once a call.

    Parameters
    ----------
    own
        Folders that are the trial's own: absolute paths below them are not outside.
    """
    mine = _own_paths(tuple(own))
    calls = [
        _call(step, place, mine=mine) for place, step in enumerate(trajectory.steps, 1) if step.kind == "tool_call"
    ]
    # Most rules have no hint in any call of a trial: asked once, they need not be asked call by call.
    lower = {where: "\n".join(call.texts[where] for call in calls).lower() for where in WHERE}
    rules = rules_that_may_match(lower)
    flags = [flag for call in calls for flag in _of_call(call, rules, prompts=trajectory.prompts)]
    if trajectory.web_search and not any(
        flag.kind == "web_search" or flag.rule == "tool that fetches" for flag in flags
    ):
        told = "the log tells of a web search"
        flags.append(Flag(step=None, tool=None, kind="web_search", rule="told by the log", quote=told))
    return tuple(flags)


def without_input(trial: Trial) -> int:
    """How many tool calls of a trial stand in its log without their input: nothing can be said of them."""
    return sum(step.input is None for step in trial.trajectory.steps if step.kind == "tool_call")


def reached_for(ran: Trial | Call, *, own: Sequence[str]) -> tuple[Flag, ...]:
    """What a trial, or a call of an identity study, reached for: told by its log, or seen by its gateway."""
    return (*flags_of(ran.trajectory, own=(*own, *_walled_places(ran))), *_asked_of_provider(ran))


def access_by_agent(checks: pd.DataFrame, flags: pd.DataFrame) -> pd.DataFrame:
    """One row an agent: trials and tool calls checked, calls without input, trials flagged, and flags of each kind."""
    counted = checks.groupby("agent").agg(
        trials=("digest", "size"), tool_calls=("tool_calls", "sum"), without_input=("without_input", "sum")
    )
    counted["trials_flagged"] = (checks["flags"] > 0).groupby(checks["agent"]).sum()
    kinds = pd.crosstab(flags["agent"], flags["kind"]) if len(flags) else pd.DataFrame(index=counted.index)
    return counted.join(kinds.reindex(index=counted.index, columns=list(KINDS), fill_value=0)).reset_index()


def framed(rows: Sequence[dict[str, Any]] | pd.DataFrame, dtypes: dict[str, str]) -> pd.DataFrame:
    """Rows as a frame of these columns and types, also where there is no row."""
    return pd.DataFrame(rows, columns=list(dtypes)).astype(dtypes)


def _walled_places(trial: Trial | Call) -> tuple[str, ...]:
    """What is a trial's own beside its working folder, where it ran within our walls."""
    return WALLED_PLACES if trial.launched is not None and trial.launched.sandbox == "bubblewrap" else ()


def _asked_of_provider(trial: Trial | Call) -> Iterator[Flag]:
    """A flag for each tool that the agent asked its provider to run: the gateway saw it, whatever the log tells."""
    for tool in trial.launched.hosted_tools if trial.launched is not None else ():
        quote = f"the request asks for {tool}"
        yield Flag(step=None, tool=tool, kind="web_search", rule="run by the provider", quote=quote)


class _Call(NamedTuple):
    place: int
    tool: str | None
    texts: dict[Where, str]


def _call(step: Step, place: int, *, mine: re.Pattern[str]) -> _Call:
    words = mine.sub("./", words_of(step.tool, step.input or ""))
    return _Call(place, step.tool, {"tool": step.tool or "", "input": words})


def _of_call(call: _Call, rules: Sequence[Rule], *, prompts: Sequence[str]) -> Iterator[Flag]:
    for rule in rules:
        text = call.texts[rule.where]
        found = rule.pattern.search(text) if rule.may_match(text.lower()) else None
        if found is not None:
            invited = rule.kind == "outside_path" and _is_invited(found.group().strip(), prompts)
            yield Flag(
                step=call.place,
                tool=call.tool,
                kind=rule.kind,
                rule=rule.name,
                quote=_quote(text, found, rule),
                invited=invited,
            )


@cache
def _own_paths(own: tuple[str, ...]) -> re.Pattern[str]:
    places = "|".join(re.escape(place.rstrip("/")) for place in own) or r"(?!)"
    return re.compile(rf"(?<![\w./])(?:{places})(?=[/\s'\"`;|&)]|$)/?")


def _is_invited(quote: str, prompts: Sequence[str]) -> bool:
    place = re.search(r"/[\w-]+", quote)
    return place is not None and any(
        re.search(rf"(?<![\w/.]){re.escape(place.group())}(?![\w-])", text) for text in prompts
    )


def _quote(text: str, found: re.Match[str], rule: Rule) -> str:
    if rule.where == "tool":
        return text[:SHOWN]
    # A rule may begin to match at the start of a long line: what it looks for stands at the end of the match.
    start = max(text.rfind("\n", 0, found.end() - 1) + 1, found.end() - SHOWN // 2)
    end = text.find("\n", found.end())
    return text[start : min(start + SHOWN, len(text) if end < 0 else end)].strip()
