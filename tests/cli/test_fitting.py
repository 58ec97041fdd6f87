import io

import pytest
from rich import box
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from counterproof.cli.fitting import Fitting


def table():
    made = Table(
        Column("variant", no_wrap=True), "analyst", "a-very-long-agent-name-of-forty-letters-x", box=box.SIMPLE_HEAD
    )
    made.add_row("original", Text("B x3", style="green"), "[red]C[/red]", style="bold")
    made.add_section()
    made.add_row("route", "derived\nrecall x2", "")
    return made


def shown(width, made=None):
    out = io.StringIO()
    Console(file=out, width=width).print(Fitting(made or table()))
    return "\n".join(line.rstrip() for line in out.getvalue().splitlines())


@pytest.mark.parametrize("width", [20, 40, 60, 80, 200])
def test_nothing_is_cut_at_any_width(width):
    joined = "".join(shown(width).split())
    assert "\N{HORIZONTAL ELLIPSIS}" not in joined
    for word in ("original", "B", "derived", "x2", "a-very-long-agent-name-of-forty-letters-x"):
        assert word in joined
    assert all(len(line) <= width for line in shown(width).splitlines())


def test_a_table_that_fits_stays_a_table_and_one_that_does_not_becomes_a_list():
    assert "variant" in shown(80)
    narrow = shown(30)
    assert "variant" not in narrow
    assert "original\n  analyst: B x3\n" in narrow
    assert "  analyst: derived, recall x2\n" in narrow


def test_many_short_values_share_their_lines():
    made = Table("variant", *(f"agent-{number}" for number in range(9)), box=box.SIMPLE_HEAD)
    made.add_row("original", *(f"{number * 100:,}" for number in range(9)))
    lines = shown(40, made).splitlines()
    assert lines[0] == "original"
    assert lines[1].startswith("  agent-0: 0, agent-1: 100,")
    assert len([line for line in lines if line]) < 7


def test_a_cell_that_says_nothing_has_no_line_and_the_title_stays():
    made = Table(title="Trials")
    for name in ("what", "found", "use"):
        made.add_column(name)
    made.add_row("bubblewrap", "", "walls")
    assert shown(12, made).startswith("Trials\nbubblewrap\n  use: walls\n")
