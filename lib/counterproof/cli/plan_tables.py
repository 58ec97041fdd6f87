"""A study's plan in the terminal: trials and cost by agent, and the smallest effect by contrast."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from counterproof.audit.loaded import table_of
from counterproof.audit.planned_power import ContrastPower, measured_discordance, planned_power
from counterproof.benchmarks.own import open_study
from counterproof.construct.run import read_constructions
from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.use import Use
from counterproof.domain.variant import VARIANTS
from counterproof.trials.forecast import Forecast, forecast
from counterproof.trials.read import read_trials

UNKNOWN = "unknown"
MARK = "*"


class Plan(NamedTuple):
    """What a terminal shows of a plan, and why the study may not start, if it may not."""

    summary: RenderableType
    over_budget: str | None


def plan_summary(path: Path, *, out: Path | None, jobs: int, otherwise: Use, between_items: float) -> Plan:
    """The plan of the study at `path`.

    Raises
    ------
    InputError
        If the study is faulty.
    """
    study = open_study(path, out=out)
    made = read_constructions(study)
    trials = read_trials(study, made)
    expected = forecast(study, made, trials, jobs=jobs, otherwise=otherwise)
    known = [agent.name for agent in study.study.agents if isinstance(agent, ReferenceAgent)]
    power = planned_power(
        study.study.variants,
        n_items=expected.n_items,
        replicates=study.study.replicates,
        seed=study.study.seed,
        measured=measured_discordance(table_of(study, made, trials), without=known),
        between_items=between_items,
    )
    parts: list[RenderableType] = [
        _head(study.study.study, expected),
        _trials(expected),
        _cost(expected),
        _totals(expected),
        _power(power),
        _notes(expected, power, between_items=between_items),
    ]
    if expected.over_budget:
        parts.append(Text(f"Above the budget: {expected.over_budget}. `audit` will not start.", style="bold red"))
    return Plan(Group(*parts), expected.over_budget)


def _head(name: str, expected: Forecast) -> Text:
    told = "decidable and verified" if expected.constructed else "registered (not constructed: some may drop out)"
    return Text.assemble(
        (name, "bold"),
        f"  {expected.n_items} of {expected.n_of} items are {told}, {expected.replicates} replicates\n",
    )


def _trials(expected: Forecast) -> Table:
    agents = expected.agents
    table = Table(title="Trials", title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("variant", no_wrap=True)
    for agent in agents:
        table.add_column(agent.agent, justify="right")
    for name in (name for name in VARIANTS if any(name in agent.trials for agent in agents)):
        table.add_row(name, *[f"{agent.trials.get(name, 0):,}" for agent in agents])
    table.add_section()
    table.add_row("all", *[f"{agent.n_trials:,}" for agent in agents])
    table.add_row("left", *[f"{agent.left:,}" for agent in agents])
    return table


def _cost(expected: Forecast) -> Table:
    title = "Expected: a trial's tokens and seconds, then all trials of the agent"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("agent", no_wrap=True)
    for name in ("tokens in", "out", "seconds", "all tokens", "dollars", "hours left"):
        table.add_column(name, justify="right")
    for agent in expected.agents:
        use, tokens, time = agent.each.use, agent.each.source, agent.each.seconds_source
        into = None if use.input_tokens is None else _all_in(use)
        table.add_row(
            agent.agent,
            _marked(into, tokens),
            _marked(use.output_tokens, tokens),
            _marked(use.seconds, time, digits=1 if (use.seconds or 0) >= 1 else 2),
            _marked(agent.tokens, tokens),
            _marked(agent.usd, tokens, digits=2),
            _marked(agent.hours_left, time, digits=2),
        )
    return table


def _totals(expected: Forecast) -> Text:
    budget = "none" if expected.budget_usd is None else f"{expected.budget_usd:.2f} dollars"
    marks = {source for agent in expected.agents for source in (agent.each.source, agent.each.seconds_source)}
    mark = MARK if "assumed" in marks else ""
    usd, left = (f"{_number(value, digits=2)}{mark}" for value in (expected.usd, expected.usd_left))
    return Text(
        f"Together: {expected.n_trials:,} trials, {_number(expected.tokens)}{mark} tokens, "
        f"{usd} dollars ({left} for those left), "
        f"{_number(expected.hours, digits=2)}{mark} hours of agents' time left, about "
        f"{_number(expected.wall_hours, digits=2)}{mark} hours by the clock. Budget: {budget}.\n"
    )


def _power(contrasts: Sequence[ContrastPower]) -> Table:
    title = "Smallest difference from the original in the share of keyed answers, with a power of 0.8"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("contrast", no_wrap=True)
    for name in ("items", "differ", "McNemar, 1 replicate", "bootstrap, all"):
        table.add_column(name, justify="right")
    for each in contrasts:
        share = f"{each.discordance:.2f}{'' if each.measured else MARK}"
        table.add_row(
            each.variant,
            str(each.n_items),
            share,
            _smallest(each.exact, each.exact_reason),
            _smallest(each.bootstrap, each.bootstrap_reason),
        )
    return table


def _smallest(value: float | None, reason: str | None) -> str:
    return reason or UNKNOWN if value is None else f"{value:.3f}"


def _notes(expected: Forecast, contrasts: Sequence[ContrastPower], *, between_items: float) -> Text:
    notes = [
        f"{MARK} assumed, not measured. An item's replicates are taken to correlate by {between_items:g}.",
        "differ: the share of pairs of trials whose verdicts differ.",
        "McNemar's test is exact, on one replicate; the bootstrap draws items, with all replicates.",
    ]
    notes += [f"{agent.agent}: no cost: {agent.each.reason}." for agent in expected.agents if agent.each.reason]
    if any(each.exact_reason == "unattainable" for each in contrasts):
        notes.append("unattainable: even if all pairs that differ pointed one way, the test would fall short.")
    return Text("\n".join(notes), style="dim")


def _all_in(use: Use) -> float:
    return (use.input_tokens or 0) + use.cached_input_tokens + use.cache_write_tokens


def _marked(value: float | None, source: str, *, digits: int = 0) -> str:
    return f"{_number(value, digits=digits)}{MARK if source == 'assumed' and value is not None else ''}"


def _number(value: float | None, *, digits: int = 0) -> str:
    if value is None:
        return UNKNOWN
    return f"{value / 1e6:,.1f} M" if value >= 1e6 else f"{value:,.{digits}f}"
