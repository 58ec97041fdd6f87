"""What a machine can do, in the terminal."""

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from counterproof.cli.fitting import Fitting
from counterproof.trials.machine import Finding

STYLES = {"there": "green", "missing": "yellow", "refused": "red"}


def machine_table(findings: Sequence[Finding]) -> RenderableType:
    """The findings as a table, and below it how to get what is missing."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    table.add_column("what", no_wrap=True)
    table.add_column("state", no_wrap=True)
    table.add_column("found")
    table.add_column("good for", style="dim")
    for each in findings:
        style = "bold red" if each.needed and each.state != "there" else STYLES[each.state]
        table.add_row(escape(each.name), Text(each.state, style=style), escape(each.found), escape(each.use))
    missing = [each for each in findings if each.fix and each.state != "there"]
    lines = [Text.assemble((each.name, "bold"), f": {each.fix}") for each in missing]
    heading = [Text("How to get what is not there:")] if lines else []
    needed = [each.name for each in findings if each.needed and each.state != "there"]
    optional = " What is missing above is for agents and judges of your own." if missing else ""
    last = f"Needed and not there: {', '.join(needed)}." if needed else f"An audit can run here.{optional}"
    return Group(Fitting(table), *heading, *lines, Text(last, style="bold"))
