"""The numbers that a report's first page shows."""

from collections.abc import Sequence

import pandas as pd

from counterproof.audit.findings import Findings
from counterproof.domain.construction import Construction
from counterproof.evaluators.scores import is_excluded
from counterproof.reports.index import Instrument, KeyFigure


def verdict_of(findings: Findings) -> Instrument:
    """Whether the reference agents landed where they must, and which did not; or why nothing was checked."""
    frame = findings.instrument
    checked = frame[frame["holds"].notna()]
    if checked.empty:
        why = "No item checks one." if len(frame) else "The study has no reference agent."
        return Instrument(
            holds=None, detail=why if len(findings.trials) else "No trial is on an item that data decide."
        )
    broken = checked.loc[~checked["holds"].astype(bool), ["agent", "metric"]].itertuples(index=False)
    names = ", ".join(f"{agent} ({metric})" for agent, metric in broken)
    detail = f"{int(checked['holds'].sum())} of {len(checked)} expectations hold" + (f"; not: {names}" if names else "")
    unchecked = ", ".join(dict.fromkeys(frame.loc[frame["holds"].isna(), "agent"]))
    return Instrument(holds=findings.holds, detail=detail + (f"; nothing checks {unchecked}" if unchecked else ""))


def key_figures(constructions: Sequence[Construction], findings: Findings) -> tuple[KeyFigure, ...]:
    """What construction and trials came to."""
    decidable = sum(made.excluded is None for made in constructions)
    # Of all written files: an item with a leak is excluded, so that those of decidable items never have one.
    verified = [check for made in constructions for check in made.verifications]
    leaks = [check for made in constructions for check in made.leaks]
    found = sum(not check.passed for check in leaks)
    declared = sum(check.declared for check in leaks)
    beside = f"; {declared} declared by the items' authors" if declared else ""
    return (
        KeyFigure(
            "decidable items", f"{decidable} of {len(constructions)}", "the others are excluded, with the reason"
        ),
        KeyFigure(
            "verified files",
            f"{sum(check.passed for check in verified)} of {len(verified)}",
            "re-opened, and as registered",
        ),
        KeyFigure("leaks found", f"{found or 'none'}", f"by {len(leaks)} checks of the written files{beside}"),
        _trials(findings),
    )


def _trials(findings: Findings) -> KeyFigure:
    done, excluded = len(findings.trials), excluded_words(findings.trials)
    if done == findings.planned:
        return KeyFigure("trials", f"{done:,}", f"all that were planned; {excluded}")
    return KeyFigure("trials", f"{done:,} of {findings.planned:,}", f"unfinished; {excluded}")


def excluded_words(trials: pd.DataFrame) -> str:
    """How many trials broken machinery has taken out of every denominator."""
    gone = int(is_excluded(trials).sum())
    return f"{gone} excluded: a fault of the machinery" if gone else "none excluded"
