"""A table of what each agent used: time, tokens, money, and the limits that it ran into."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from counterproof.domain.answer import EXCLUDED_OUTCOMES, Outcome
from counterproof.domain.trajectory import Totals
from counterproof.domain.trial import Launched, Trial
from counterproof.domain.variant import VARIANTS
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.tables.table import DASH, Cell, Column, Table, number

UNKNOWN = "no trial's log or gateway tells"
COLUMNS = (
    Column(name="agent"),
    Column(name="variant"),
    Column(name="version", title="of the agent's program"),
    Column(name="walls", title="the sandbox that the agent ran in; reference agents run in our own processes"),
    Column(name="trials", numeric=True),
    Column(name="median seconds", numeric=True, title="wall time, with the start of the sandbox"),
    Column(name="median input tokens", numeric=True, title="those read from and written to a cache included"),
    Column(name="median output tokens", numeric=True),
    Column(name="US dollars", numeric=True, title="of all these trials, by the study's prices"),
    Column(name="limits hit", title="trials that a limit of the study ended"),
    Column(name="tried again", numeric=True, title="requests to the model that were repeated after a failure"),
    Column(name="failed", numeric=True, title="a fault of the machinery: in no denominator"),
    Column(name="provider's tools", title="tools that the provider was asked to run, where no wall of ours stands"),
)


def usage_table(trials: Sequence[Trial]) -> Table:
    """One row an agent and variant.

    Tokens and money are a dash where they are not known, never 0: tokens are those of the trials that tell them, money
    stands only where it is known of every trial.
    """
    used: dict[tuple[str, str], list[_Used]] = {}
    for trial in trials:
        used.setdefault((trial.key.agent, trial.key.variant), []).append(_used(trial))
    rows = tuple(
        _row(agent, variant, used[agent, variant])
        for agent in sorted({agent for agent, _ in used})
        for variant in VARIANTS
        if (agent, variant) in used
    )
    launched = [one.launched for own in used.values() for one in own if one.launched is not None]
    spent = [each.cost_usd for each in launched if each.cost_usd is not None]
    paid = f", {sum(spent):.2f} US dollars for {len(spent)} of them" if spent else ""
    return Table(caption=f"{len(trials)} trials: what they used{paid}", columns=COLUMNS, rows=rows)


class _Used(NamedTuple):
    """What one trial used, without what it did: a hundred thousand of these fit into memory."""

    outcome: Outcome
    seconds: float | None
    totals: Totals
    launched: Launched | None


def _used(trial: Trial) -> _Used:
    return _Used(trial.outcome, trial.seconds, trial.trajectory.totals, trial.launched)


def _row(agent: str, variant: str, trials: Sequence[_Used]) -> tuple[Cell, ...]:
    launched = [trial.launched for trial in trials if trial.launched is not None]
    limits: Counter[str] = Counter(each.limit for each in launched if each.limit)
    limits["seconds"] += sum(trial.launched is None and trial.outcome == "timeout" for trial in trials)
    failed = sum(trial.outcome in EXCLUDED_OUTCOMES for trial in trials)
    hosted = sorted({tool for each in launched for tool in each.hosted_tools})
    walls = sorted({each.sandbox for each in launched})
    return (
        Cell(text=agent),
        Cell(text=VARIANT_LABELS[variant]),
        _words(sorted({each.version for each in launched if each.version}), why="the log does not tell it"),
        _words(walls, why="no program was started", bad="none" in walls),
        Cell(text=str(len(trials))),
        number(_median([trial.seconds for trial in trials]), digits=1, reason="not recorded"),
        number(_median([_input(trial.totals) for trial in trials]), digits=0, reason=UNKNOWN),
        number(_median([trial.totals.output_tokens for trial in trials]), digits=0, reason=UNKNOWN),
        number(_sum([trial.totals.cost_usd for trial in trials]), digits=2, reason=UNKNOWN),
        _words([f"{name}: {count}" for name, count in sorted(limits.items()) if count], why="none", bad=True),
        number(sum(each.retries for each in launched) if launched else None, digits=0, reason="no gateway was there"),
        Cell(text=str(failed), tone="bad" if failed else ""),
        _words(hosted, why="none was asked for", bad=True),
    )


def _words(words: Sequence[str], *, why: str, bad: bool = False) -> Cell:
    if not words:
        return Cell(text=DASH, title=why, tone="quiet")
    return Cell(text=", ".join(words), tone="bad" if bad else "")


def _input(totals: Totals) -> int | None:
    if totals.input_tokens is None:
        return None
    return totals.input_tokens + (totals.cached_input_tokens or 0) + (totals.cache_write_tokens or 0)


def _median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None


def _sum(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known and len(known) == len(values) else None
