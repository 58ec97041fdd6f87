"""An identity study's plan in the terminal: calls and cost by agent, and the smallest effect by contrast."""

from collections.abc import Sequence
from pathlib import Path

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from counterproof.audit.identity.planned_power import IdentityPower, identity_power
from counterproof.audit.identity.table import reply_table
from counterproof.benchmarks.identity import open_identity
from counterproof.cli.fitting import Fitting
from counterproof.cli.plan_tables import (
    MARK,
    UNATTAINABLE,
    Plan,
    cost_table,
    costless,
    finished,
    smallest,
    totals,
)
from counterproof.domain.agent import LaunchedAgent
from counterproof.domain.condition import CONDITIONS
from counterproof.domain.use import Use
from counterproof.store.identity import OpenIdentity
from counterproof.trials.call_forecast import forecast_calls
from counterproof.trials.call_run import read_calls
from counterproof.trials.calls import CallPlan, planned_calls
from counterproof.trials.forecast import Forecast

FEW_CALLS = 10
"""Fewer clusters than this have unreliable intervals."""


def identity_plan_summary(path: Path, *, out: Path | None, jobs: int, otherwise: Use, between_items: float) -> Plan:
    """The plan of the identity study at `path`.

    Raises
    ------
    InputError
        If the study is faulty.
    """
    study = open_identity(path, out=out)
    plan = planned_calls(study)
    calls = read_calls(study, plan=plan)
    expected = forecast_calls(study, plan, calls, jobs=jobs, otherwise=otherwise)
    audited = {agent.name for agent in study.study.agents if isinstance(agent, LaunchedAgent)}
    own = [call for call in calls if call.key.agent in audited]
    power = identity_power(study, plan, measured=reply_table(study, own) if own else None, between_items=between_items)
    parts: list[RenderableType] = [
        _head(study, expected),
        _calls(plan),
        cost_table(expected, unit="call"),
        totals(expected, unit="call"),
        _power(power),
        _notes(study, expected, power, between_items=between_items),
    ]
    return finished(parts, expected)


def _head(study: OpenIdentity, expected: Forecast) -> Text:
    spec = study.study
    return Text.assemble(
        (spec.study, "bold"),
        f"  {expected.n_items:,} instances ({len(study.refused):,} rows of the source refused), "
        f"{spec.instances_per_call} a call, {spec.replicates} replicates\n",
    )


def _calls(plan: CallPlan) -> Fitting:
    """Instances and calls by condition: every agent has the same."""
    table = Table(title="Calls of each agent", title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name in ("condition", "instances", "calls"):
        table.add_column(name, no_wrap=True, justify="left" if name == "condition" else "right")
    first = plan.calls[0].key.agent
    own = [call.key for call in plan.calls if call.key.agent == first]
    for name in CONDITIONS:
        keys = [key for key in own if key.condition == name]
        if keys:
            instances = {one for key in keys for one in key.instances}
            table.add_row(name, f"{len(instances):,}", f"{len(keys):,}")
    table.add_section()
    table.add_row("all", "", f"{len(own):,}")
    return Fitting(table)


def _power(contrasts: Sequence[IdentityPower]) -> Fitting:
    title = "Smallest difference in accuracy, or slope of it, with a power of 0.8"
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("contrast", no_wrap=True)
    for name in ("instances", "differ", "exact, 1 replicate", "bootstrap, all"):
        table.add_column(name, justify="right")
    for each in contrasts:
        table.add_row(
            each.contrast,
            f"{each.n_items:,}",
            f"{each.differ:.2f}{'' if each.measured else MARK}",
            smallest(each.exact, each.exact_reason),
            smallest(each.bootstrap, each.bootstrap_reason),
        )
    return Fitting(table)


def _notes(
    study: OpenIdentity, expected: Forecast, contrasts: Sequence[IdentityPower], *, between_items: float
) -> Text:
    spec = study.study
    tests = spec.n_tests
    taken = (
        f"Replicates and steps of an instance are taken to correlate by {between_items:g}, instances of a call by 0."
    )
    notes = [
        f"{MARK} not measured: registered (discordance), or assumed. {taken}",
        "differ: the share of pairs whose verdicts differ; of recall, the share of records that are recognised.",
        f"exact: McNemar's test, Fisher's for recall, at 0.05 before Holm's adjustment over {tests} tests an agent.",
        "bootstrap: whole calls are drawn, with all replicates. The slope is per unit of evidence redacted.",
    ]
    fewest = min((each.n_calls for each in contrasts), default=FEW_CALLS)
    if fewest < FEW_CALLS:
        notes.append(f"Only {fewest} calls are drawn: their intervals will be too narrow. Ask fewer instances a call.")
    notes += costless(expected)
    if any(each.exact_reason == "unattainable" for each in contrasts):
        notes.append(UNATTAINABLE)
    return Text("\n".join(notes), style="dim")
