"""Tables of an identity study's access audit: what its calls fetched or reached for."""

import pandas as pd

from counterproof.audit.access_rules import KINDS, MEANING
from counterproof.audit.identity.access import call_access_by_agent
from counterproof.audit.identity.findings import IdentityFindings
from counterproof.views.stepper_text import clean
from counterproof.views.tables.table import DASH, Cell, Column, Table, number

NAMES_SHOWN = 3


def call_access_table(findings: IdentityFindings) -> Table:
    """One row an agent: calls and tool calls checked, text fetched from outside, and how many flags of each kind."""
    checks, flags = findings.access, findings.access_flags
    counts = call_access_by_agent(checks, flags)
    names = ["calls", "tool_calls", "without_input", "retrievals", "calls_flagged", *KINDS]
    told: dict[str, str] = {str(kind): meaning for kind, meaning in MEANING.items()}
    told["without_input"] = "tool calls whose input the log does not hold: nothing can be said of them"
    told["retrievals"] = "fetches of outside text that the gateway or the log saw; a dash where nobody could look"
    columns = tuple(Column(name=name.replace("_", " "), numeric=True, title=told.get(name, "")) for name in names)
    rows = tuple(
        (Cell(text=str(row["agent"])), *(_count(row[name], bad=name in {*KINDS, "retrievals"}) for name in names))
        for _, row in counts.iterrows()
    )
    caption = f"{len(checks):,} calls and {int(checks['tool_calls'].sum()):,} tool calls checked: {len(flags):,} flags"
    return Table(caption=caption, columns=(Column(name="agent"), *columns), rows=rows)


def call_flags_table(findings: IdentityFindings) -> Table:
    """Every flag with its step, the words that the rule met, and the record of its call below the folder `calls`."""
    names = ("kind", "agent", "condition", "instances", "step", "rule", "what it says", "invited", "record")
    columns = tuple(Column(name=name, numeric=name == "step", wide=name == "what it says") for name in names)
    rows = tuple(
        (
            Cell(text=str(row["kind"]).replace("_", " "), title=MEANING[row["kind"]]),
            *(Cell(text=str(row[name])) for name in ("agent", "condition")),
            _instances(str(row["instances"])),
            Cell(text=DASH if pd.isna(row["step"]) else str(row["step"])),
            Cell(text=str(row["rule"])),
            Cell(text=clean(str(row["quote"]))),
            Cell(text="by the prompt" if row["invited"] else "no"),
            Cell(text=f"{row['agent']}/{row['condition']}/{row['call']}.json"),
        )
        for _, row in findings.access_flags.iterrows()
    )
    return Table(caption=f"{len(rows):,} flags of the access audit", columns=columns, rows=rows)


def _instances(names: str) -> Cell:
    listed = names.split(", ")
    more = len(listed) - NAMES_SHOWN
    return Cell(text=", ".join(listed[:NAMES_SHOWN]) + (f" and {more} more" if more > 0 else ""), title=names)


def _count(count: float, *, bad: bool) -> Cell:
    if pd.isna(count):
        return number(None, reason="nobody could look")
    return Cell(text=f"{int(count):,}", sort=str(count), tone="bad" if bad and count else "")
