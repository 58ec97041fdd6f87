import pytest
from rich.console import Console

from counterproof.cli.machine_table import machine_table
from counterproof.trials.machine import Finding


def shown(*findings, width=200):
    console = Console(width=width, no_color=True)
    with console.capture() as captured:
        console.print(machine_table(findings))
    return captured.get()


def finding(name="claude", state="missing", *, fix="install it", needed=False, found="nothing"):
    return Finding(name=name, state=state, found=found, use="agents", fix=fix, needed=needed)


def test_what_is_there_needs_no_help():
    text = shown(finding(state="there"))
    assert "An audit can run here." in text
    assert "How to get" not in text
    assert "install it" not in text


@pytest.mark.parametrize("state", ["missing", "refused"])
def test_what_is_missing_is_told_with_the_way_to_get_it(state):
    text = shown(finding(state=state), finding("python", "there"))
    assert "How to get what is not there:\nclaude: install it" in text
    assert "An audit can run here. What is missing above is for agents and judges of your own." in text


def test_what_is_needed_and_not_there_is_named_at_the_end():
    text = shown(finding("walls", "refused", needed=True), finding("disk", needed=True), finding("pi"))
    assert "Needed and not there: walls, disk." in text
    assert "An audit can run here" not in text


def test_brackets_in_what_was_found_are_shown_and_not_read_as_markup():
    assert "[red]1.0[/red] [x]" in shown(finding(found="[red]1.0[/red] [x]", fix="pip install counterproof[local]"))
    assert "counterproof[local]" in shown(finding(fix="pip install counterproof[local]"))
