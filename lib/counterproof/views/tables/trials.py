"""Tables about trials: how they ended, what one agent did in one of them, and the cases worth reading."""

import pandas as pd

from counterproof.domain.answer import EXCLUDED_OUTCOMES
from counterproof.domain.trajectory import Step
from counterproof.domain.trial import Trial
from counterproof.domain.variant import VARIANTS
from counterproof.trials.run import RunSummary
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.tables.table import Cell, Column, Table, number

SHOWN = 400
"""Characters of a step's text that a table shows; the stepper has them all."""


def outcomes_table(trials: pd.DataFrame) -> Table:
    """How the trials of each agent ended on each variant, with median wall time and tool calls.

    `trials` is a trial table. Trials that ended by a fault of the machinery are counted apart: they say nothing about
    the agent.
    """
    rows = tuple(
        _outcome_row(agent, variant, own[own["variant"] == variant])
        for agent, own in ((str(name), own) for name, own in trials.groupby("agent"))
        for variant in VARIANTS
        if (own["variant"] == variant).any()
    )
    columns = (
        Column(name="agent"),
        Column(name="variant"),
        Column(name="trials", numeric=True),
        Column(name="answered", numeric=True),
        Column(name="abstained", numeric=True),
        Column(name="other", numeric=True, title="no answer, refused, invalid or timeout: not correct"),
        Column(name="excluded", numeric=True, title="a fault of the machinery: in no denominator"),
        Column(name="median seconds", numeric=True),
        Column(name="median tool calls", numeric=True),
    )
    return Table(caption=f"{len(trials)} trials: how they ended", columns=columns, rows=rows)


def steps_table(trial: Trial) -> Table:
    """The steps of one trial in order, long texts shortened."""
    rows = tuple(
        (
            Cell(text=str(place)),
            Cell(text=step.tool or step.kind),
            Cell(text=_short(_said(step)), title=_said(step)),
            Cell(text=_short(step.output or ""), title=step.output or "", tone="bad" if step.error else ""),
            number(step.seconds, reason="the log does not tell"),
        )
        for place, step in enumerate(trial.trajectory.steps, 1)
    )
    columns = (
        Column(name="step", numeric=True),
        Column(name="what"),
        Column(name="text and input"),
        Column(name="output"),
        Column(name="seconds", numeric=True),
    )
    key = trial.key
    caption = f"{key.agent} on {key.item}, {VARIANT_LABELS[key.variant]}, replicate {key.replicate}: {trial.outcome}"
    return Table(caption=caption, columns=columns, rows=rows)


def _outcome_row(agent: str, variant: str, trials: pd.DataFrame) -> tuple[Cell, ...]:
    counts = trials["outcome"].value_counts()
    excluded = int(counts.reindex(sorted(EXCLUDED_OUTCOMES), fill_value=0).sum())
    answered, abstained = (int(counts.get(name, 0)) for name in ("answered", "abstained"))
    numbers = [len(trials), answered, abstained, len(trials) - answered - abstained - excluded, excluded]
    return (
        Cell(text=agent),
        Cell(text=VARIANT_LABELS[variant]),
        *(Cell(text=str(count)) for count in numbers),
        number(float(trials["seconds"].median())),
        number(float(trials["tool_calls"].median()), digits=0),
    )


def _said(step: Step) -> str:
    """What the agent said, and what it gave to the tool."""
    return "\n".join(text for text in (step.text, step.input) if text)


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} [...]"


def run_table(summary: RunSummary) -> Table:
    """What a run of the agents came to: trials planned, kept from before, run, and how all of them ended."""
    facts = {
        "planned": summary.planned,
        "kept from before": summary.skipped,
        "run now": summary.ran,
        **{f"ended as {outcome}": count for outcome, count in summary.outcomes.items()},
    }
    rows = tuple((Cell(text=name), Cell(text=f"{count:,}", sort=str(count))) for name, count in facts.items())
    columns = (Column(name="trials"), Column(name="number", numeric=True))
    return Table(caption=f"The run took {summary.seconds:.0f} seconds", columns=columns, rows=rows)
