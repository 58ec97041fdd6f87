"""Tables of the access audit: what was checked, and every flag with its step."""

import pandas as pd

from counterproof.audit.access import access_by_agent
from counterproof.audit.access_rules import KINDS, MEANING
from counterproof.views.palette import VARIANT_LABELS
from counterproof.views.stepper_text import clean
from counterproof.views.tables.table import DASH, Cell, Column, Table

MOST = 1_000
"""Flags that a table shows."""


def access_table(checks: pd.DataFrame, flags: pd.DataFrame) -> Table:
    """One row an agent: trials and tool calls checked, and how many flags of each kind."""
    counts = access_by_agent(checks, flags)
    names = ["trials", "tool_calls", "without_input", "trials_flagged", *KINDS]
    told: dict[str, str] = {str(kind): meaning for kind, meaning in MEANING.items()}
    told["without_input"] = "calls whose input the log does not hold: nothing can be said of them"
    columns = tuple(Column(name=name.replace("_", " "), numeric=True, title=told.get(name, "")) for name in names)
    rows = tuple(
        (Cell(text=str(row["agent"])), *(_count(int(row[name]), bad=name in KINDS) for name in names))
        for _, row in counts.iterrows()
    )
    caption = f"{len(checks):,} trials and {int(checks['tool_calls'].sum()):,} tool calls checked: {len(flags):,} flags"
    return Table(caption=caption, columns=(Column(name="agent"), *columns), rows=rows)


def flags_table(flags: pd.DataFrame) -> Table:
    """The flags with their steps, counted as in the stepper, and the words that the rule met.

    Of more than `MOST` flags the first are shown of each agent, kind and rule in turn; `load_trials` has them all.
    """
    shown = _some(flags)
    columns = tuple(
        Column(name=name, numeric=name in {"replicate", "step"}, wide=name == "what it says")
        for name in ("kind", "agent", "item", "variant", "replicate", "step", "rule", "what it says", "invited")
    )
    rows = tuple(
        (
            Cell(text=str(row["kind"]).replace("_", " "), title=MEANING[row["kind"]]),
            *(Cell(text=str(row[name])) for name in ("agent", "item")),
            Cell(text=VARIANT_LABELS[row["variant"]]),
            Cell(text=str(row["replicate"])),
            Cell(text=DASH if pd.isna(row["step"]) else str(row["step"])),
            Cell(text=str(row["rule"])),
            Cell(text=clean(str(row["quote"]))),
            Cell(text="by the prompt" if row["invited"] else "no"),
        )
        for _, row in shown.iterrows()
    )
    left_out = f": {len(shown):,} of them, of each agent, kind and rule" if len(shown) < len(flags) else ""
    return Table(caption=f"{len(flags):,} flags of the access audit{left_out}", columns=columns, rows=rows)


def _some(flags: pd.DataFrame) -> pd.DataFrame:
    if len(flags) <= MOST:
        return flags
    turn = flags.groupby(["agent", "kind", "rule"], sort=False).cumcount()
    return flags[turn.rank(method="first") <= MOST]


def _count(count: int, *, bad: bool) -> Cell:
    return Cell(text=f"{count:,}", sort=str(count), tone="bad" if bad and count else "")
