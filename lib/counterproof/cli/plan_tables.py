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
from counterproof.cli.fitting import Fitting
from counterproof.construct.run import read_constructions
from counterproof.domain.agent import ReferenceAgent
from counterproof.domain.loaded_item import DraftItem
from counterproof.domain.use import Use
from counterproof.domain.variant import VARIANTS
from counterproof.store.study import OpenStudy
from counterproof.trials.forecast import Forecast, forecast
from counterproof.trials.read import read_trials
from counterproof.trials.stored import ran_of_each
from counterproof.trials.unregistered import read_unregistered

UNKNOWN = "unknown"
MARK = "*"
UNATTAINABLE = "unattainable: even if all pairs that differ pointed one way, the test would fall short."


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
    plain = read_unregistered(study)
    others = (read_trials(study, made, arm=arm.name) for arm in study.study.arm_specs if arm.name != "standard")
    done = sum(map(ran_of_each, (trials, *others)), start=ran_of_each(plain))
    expected = forecast(study, made, (*trials, *plain), jobs=jobs, otherwise=otherwise, done=done)
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
        _head(study, expected),
        _trials(expected),
        cost_table(expected),
        totals(expected),
        _power(power),
        _notes(expected, power, between_items=between_items),
    ]
    return finished(parts, expected)


def finished(parts: Sequence[RenderableType], expected: Forecast) -> Plan:
    """The plan of these parts, with a last line where it passes the budget."""
    over = expected.over_budget
    told = [Text(f"Above the budget: {over}. `audit` will not start.", style="bold red")] if over else []
    return Plan(Group(*parts, *told), over)


def _head(study: OpenStudy, expected: Forecast) -> Text:
    told = "decidable and verified" if expected.constructed else "registered (not constructed: some may drop out)"
    drafts = sum(isinstance(item, DraftItem) for item in study.items)
    waiting = f"{drafts} more have a draft that nobody has accepted, and are not counted.\n" if drafts else ""
    return Text.assemble(
        (study.study.study, "bold"),
        f"  {expected.n_items} of {expected.n_of} items are {told}, {expected.replicates} replicates\n{waiting}",
    )


def _trials(expected: Forecast) -> Fitting:
    agents = expected.agents
    counts: list[dict[str, int]] = [{str(name): n for name, n in agent.trials.items()} for agent in agents]
    table = Table(title="Trials", title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("variant", no_wrap=True)
    for agent in agents:
        table.add_column(agent.agent, justify="right")
    for name in (name for name in VARIANTS if any(name in each for each in counts)):
        table.add_row(name, *[f"{each.get(name, 0):,}" for each in counts])
    table.add_section()
    table.add_row("all", *[f"{agent.n_trials:,}" for agent in agents])
    table.add_row("left", *[f"{agent.left:,}" for agent in agents])
    return Fitting(table)


def cost_table(expected: Forecast, *, unit: str = "trial") -> Fitting:
    """What one trial or call of every agent uses, and all of them together."""
    title = f"Expected: a {unit}'s tokens and seconds, then all {unit}s of the agent"
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
    return Fitting(table)


def totals(expected: Forecast, *, unit: str = "trial") -> Text:
    """What all agents take together, against the budget."""
    budget = "none" if expected.budget_usd is None else f"{expected.budget_usd:.2f} dollars"
    marks = {source for agent in expected.agents for source in (agent.each.source, agent.each.seconds_source)}
    mark = MARK if "assumed" in marks else ""
    # A table has what is left of trials, variant by variant; calls are alike for all agents.
    left_of = "" if unit == "trial" else f" ({sum(agent.left for agent in expected.agents):,} left)"
    usd, left = (f"{_number(value, digits=2)}{mark}" for value in (expected.usd, expected.usd_left))
    return Text(
        f"Together: {expected.n_trials:,} {unit}s{left_of}, {_number(expected.tokens)}{mark} tokens, "
        f"{usd} dollars ({left} for those left), "
        f"{_number(expected.hours, digits=2)}{mark} hours of agents' time left, about "
        f"{_number(expected.wall_hours, digits=2)}{mark} hours by the clock. Budget: {budget}.\n"
    )


def _power(contrasts: Sequence[ContrastPower]) -> Fitting:
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
            smallest(each.exact, each.exact_reason),
            smallest(each.bootstrap, each.bootstrap_reason),
        )
    return Fitting(table)


def smallest(value: float | None, reason: str | None) -> str:
    """A smallest difference, or why there is none."""
    return reason or UNKNOWN if value is None else f"{value:.3f}"


def _notes(expected: Forecast, contrasts: Sequence[ContrastPower], *, between_items: float) -> Text:
    notes = [
        f"{MARK} assumed, not measured. An item's replicates are taken to correlate by {between_items:g}.",
        "differ: the share of pairs of trials whose verdicts differ.",
        "McNemar's test is exact, on one replicate; the bootstrap draws items, with all replicates.",
    ]
    notes += costless(expected)
    if any(each.exact_reason == "unattainable" for each in contrasts):
        notes.append(UNATTAINABLE)
    return Text("\n".join(notes), style="dim")


def costless(expected: Forecast) -> list[str]:
    """Why an agent's cost cannot be told, a line each."""
    return [f"{agent.agent}: no cost: {agent.each.reason}." for agent in expected.agents if agent.each.reason]


def _all_in(use: Use) -> float:
    return (use.input_tokens or 0) + use.cached_input_tokens + use.cache_write_tokens


def _marked(value: float | None, source: str, *, digits: int = 0) -> str:
    return f"{_number(value, digits=digits)}{MARK if source == 'assumed' and value is not None else ''}"


def _number(value: float | None, *, digits: int = 0) -> str:
    if value is None:
        return UNKNOWN
    return f"{value / 1e6:,.1f} M" if value >= 1e6 else f"{value:,.{digits}f}"
